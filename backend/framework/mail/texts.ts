/** The standard texts of mails: the framework's own are locales/{lang}/mails.json, the application names a file of its own. */

import type { Lang } from '#codegen/model.ts';
import { readWords } from '#framework/words.ts';
import { asHeaderText } from '#rules/mail.ts';
import { fill } from '#rules/words/fill.ts';
import type { Values } from '#rules/words/problem.ts';

const own = 'mails';

/** Subject and body of a template in a language. Throws where the template does not stand. */
export function mailText(localesDir: string, template: string, lang: Lang, values: Values, file = own): { subject: string; body: string } {
  const { subject, body } = standardText(localesDir, template, lang, file);
  return { subject: asHeaderText(fill(subject, values)), body: fill(body, values) };
}

/** The same with its placeholders. */
export function standardText(localesDir: string, template: string, lang: Lang, file = own): { subject: string; body: string } {
  const texts = readWords<Record<string, { subject: string; body: string[] } | undefined>>(lang, file, localesDir);
  const found = texts[template];
  if (!found) throw new Error(`no mail ${template} in locales/${lang}/${file}.json`);
  return { subject: found.subject, body: found.body.join('\n') };
}
