/** Words of locales/{lang}/{name}.json. What a language does not say, the next of its chain says, key by key. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import english from 'ra-language-english';
import { folder } from '#backend/languages.ts';
import type { Lang } from '#codegen/model.ts';
import { chain } from '#rules/words/language.ts';
import { over } from '#rules/words/over.ts';

/** react-admin's own texts where a package has them: admin.json of that language says only what is said otherwise here. */
const packages: Partial<Record<Lang, unknown>> = { en: english };

/** Read each time: a handful of mails an hour, and a changed text needs no restart. @throws Error where no language has the file */
export function readWords<T = Record<string, string>>(lang: Lang, name: string, localesDir = folder): T {
  const said = chain[lang].flatMap((one): unknown[] => {
    const file = join(localesDir, one, `${name}.json`);
    return [...(existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : []), ...(name === 'admin' && packages[one] ? [packages[one]] : [])];
  });
  if (!said.length) throw new Error(`no ${name}.json in ${localesDir} for ${lang}`);
  return said.reduceRight((behind, own) => over(own, behind)) as T; // our own files, whose shape is proven by a test
}
