/** The catalogue's texts, read once at start from locales/{lang}/messages.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lang } from '#codegen/model.ts';
import type { Messages } from '#rules/wording.ts';

export function readMessages(localesDir: string): Record<Lang, Messages> {
  // The shape of our own files is proven by a test: flat, code → text.
  const read = (lang: Lang) => JSON.parse(readFileSync(join(localesDir, lang, 'messages.json'), 'utf8')) as Messages;
  return { tw: read('tw'), en: read('en') };
}
