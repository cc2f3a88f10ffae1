/** Words of locales/{lang}/{name}.json. What a language does not say, the next of its chain says, key by key. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '#backend/languages.ts';
import type { Lang } from '#codegen/model.ts';
import { chain } from '#rules/language.ts';

/** Read each time: a handful of mails an hour, and a changed text needs no restart. @throws Error where no language has the file */
export function readWords<T = Record<string, string>>(lang: Lang, name: string, localesDir = folder): T {
  const files = chain[lang].map((one) => join(localesDir, one, `${name}.json`)).filter((file) => existsSync(file));
  if (!files.length) throw new Error(`no ${name}.json in ${localesDir} for ${lang}`);
  const said = files.map((file): unknown => JSON.parse(readFileSync(file, 'utf8')));
  return said.reduceRight((behind, own) => over(own, behind)) as T; // our own files, whose shape is proven by a test
}

function over(own: unknown, behind: unknown): unknown {
  if (!isTree(own) || !isTree(behind)) return own ?? behind;
  const keys = [...new Set([...Object.keys(own), ...Object.keys(behind)])];
  return Object.fromEntries(keys.map((key) => [key, over(own[key], behind[key])]));
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
