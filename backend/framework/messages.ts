/** The catalogue's texts, read once at start: locales/{lang}/messages.json, and refusals.json for the application's codes. */

import type { Lang } from '#codegen/model.ts';
import { applicationRules } from '#rules/application.ts';
import { inEach } from '#rules/words/language.ts';
import type { Messages } from '#rules/words/wording.ts';
import { readWords } from './words.ts';

export function readMessages(localesDir: string): Record<Lang, Messages> {
  const hasOwn = Object.keys(applicationRules().problems).length > 0;
  return inEach((lang) => ({ ...readWords<Messages>(lang, 'messages', localesDir), ...(hasOwn && readWords<Messages>(lang, 'refusals', localesDir)) }));
}
