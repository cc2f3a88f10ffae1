/** Words of locales/{lang}/{name}.json. What a language does not say, the next of its chain says, key by key. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import english from 'ra-language-english';
import { folder } from '#backend/languages.ts';
import type { Lang } from '#codegen/model.ts';
import { chain } from '#rules/words/language.ts';
import { over } from '#rules/words/over.ts';

/** react-admin's own texts where a package has them: admin.json of that language says only what is said otherwise here. */
const packages: Partial<Record<Lang, unknown>> = { en: english };

/** What was read, by folder, language and file, with the times of the files that it was read from. */
const known = new Map<string, { from: string; words: object }>();

/** A changed text needs no restart: it is read again when one of its files has changed. @throws Error where no language has the file */
export function readWords<T = Record<string, string>>(lang: Lang, name: string, localesDir = folder): T {
  const key = join(localesDir, lang, name);
  const files = chain[lang].map((one) => ({ one, file: join(localesDir, one, `${name}.json`) }));
  const there = files.map(({ file }) => statSync(file, { throwIfNoEntry: false }));
  const from = there.map((stat) => stat && `${stat.mtimeMs} ${stat.size}`).join();
  const found = known.get(key);
  if (found?.from === from) return found.words as T; // our own files, whose shape is proven by a test
  const said = files.flatMap(({ one, file }, index): unknown[] => [
    ...(there[index] ? [JSON.parse(readFileSync(file, 'utf8'))] : []),
    ...(name === 'admin' && packages[one] ? [packages[one]] : []),
  ]);
  if (!said.length) throw new Error(`no ${name}.json in ${localesDir} for ${lang}`);
  const words = said.reduceRight((behind, own) => over(own, behind)) as object;
  known.set(key, { from, words });
  return words as T;
}

const signs = new WeakMap<object, string>();

/** Every sign of the texts of these files, once: what a page's type needs where its script will say them. */
export function signsOf(lang: Lang, names: readonly string[]): string {
  return names
    .map((name) => {
      const words = readWords<object>(lang, name);
      const said = signs.get(words) ?? [...new Set(JSON.stringify(words))].join('');
      signs.set(words, said);
      return said;
    })
    .join('');
}
