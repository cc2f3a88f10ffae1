/** The texts of the mails that the system itself writes: locales/{lang}/mails.json. */

import type { Lang } from '#codegen/model.ts';
import { readWords } from '#framework/words.ts';
import { fill, type Values } from '#rules/words/problem.ts';

/** Subject and body of a template in a language. Throws where the template does not stand. */
export function mailText(localesDir: string, template: string, lang: Lang, values: Values): { subject: string; body: string } {
  const { subject, body } = standardText(localesDir, template, lang);
  return { subject: fill(subject, values), body: fill(body, values) };
}

/** The same with its placeholders. */
export function standardText(localesDir: string, template: string, lang: Lang): { subject: string; body: string } {
  const texts = readWords<Record<string, { subject: string; body: string[] } | undefined>>(lang, 'mails', localesDir);
  const found = texts[template];
  if (!found) throw new Error(`no mail ${template} in locales/${lang}/mails.json`);
  return { subject: found.subject, body: found.body.join('\n') };
}
