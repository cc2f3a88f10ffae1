/** The catalogue's texts, read once at start from locales/{lang}/messages.json. */

import type { Lang } from '#codegen/model.ts';
import { inEach } from '#rules/language.ts';
import type { Messages } from '#rules/wording.ts';
import { readWords } from './words.ts';

export function readMessages(localesDir: string): Record<Lang, Messages> {
  return inEach((lang) => readWords<Messages>(lang, 'messages', localesDir));
}
