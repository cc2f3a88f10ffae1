/** The texts of accounts, and refusals as sentences: at their field where they have one, else above the form. */

import type files from '#locales/tw/site-account.json';
import { passwordMaximum } from '#rules/accounts/password.ts';
import { ApiError } from '../call.ts';
import { siteFacts } from '../facts.ts';
import { fill } from '../texts.ts';
import { wordsOf } from '../words.ts';

export type AccountTexts = typeof files;

export const useAccountTexts = (): AccountTexts => wordsOf<AccountTexts>('site-account');

/** The minimum length of a password in this installation (B04). */
export const passwordMin = (): number => siteFacts().passwordMin;
export { fill, passwordMaximum };

/** The problems by field; `form` is shown above the form. */
export type Wrong = Partial<Record<string, string>>;

/** A refusal as sentences. @throws any error that is no refusal */
export function wrongOf(error: unknown, texts: AccountTexts): Wrong {
  if (!(error instanceof ApiError)) throw error;
  const { wrong } = texts;
  if (error.status === 0) return { form: wrong.offline };
  if (error.code === 'msg.login') return { form: wrong.login };
  if (error.code === 'msg.session' || error.code === 'msg.timeout') return { form: wrong.ended };
  if (!error.fields.length) return { form: error.sentence || wrong.offline };
  return Object.fromEntries(error.fields.map(({ path, code, message }) => [path, words(path, code, texts) ?? message]));
}

/** Our own sentences, where the server's would use another name for a field than the page. */
function words(path: string, code: string, { wrong }: AccountTexts): string | undefined {
  const known: Record<string, string> = {
    'name field.required': wrong.nameRequired,
    'email field.required': wrong.emailRequired,
    'email field.email': wrong.email,
    'email msg.exists': wrong.exists,
    'email msg.notexist': wrong.notexist,
    'email msg.nochange': wrong.sameEmail,
    'pw field.required': wrong.passwordRequired,
    'pw field.invalid': wrong.old,
    'old field.required': wrong.oldRequired,
    'old field.invalid': wrong.old,
    'confirm field.same': wrong.confirm,
  };
  return known[`${path} ${code}`];
}

/** Problems that can be found without the server (V11-V13), so that no request is sent that must fail. */
export function checkAddress(email: string, { wrong }: AccountTexts): string | undefined {
  const typed = email.normalize('NFKC').trim();
  if (typed === '') return wrong.emailRequired;
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed) ? undefined : wrong.email;
}

export function checkNewPassword(pw: string, { wrong }: AccountTexts): string | undefined {
  if (pw === '') return wrong.passwordRequired;
  const min = passwordMin();
  return [...pw].length < min ? fill(wrong.short, { min }) : undefined;
}

/** The repeated password is checked only once the first one is valid. */
export function checkConfirm(pw: string, confirm: string, texts: AccountTexts): string | undefined {
  if (pw === confirm) return undefined;
  if (confirm === '') return checkNewPassword(pw, texts) ? undefined : texts.wrong.confirmRequired;
  return texts.wrong.confirm;
}

/** The fields that have a problem, or undefined for none. */
export function onlyWrong(found: Wrong): Wrong | undefined {
  const left = Object.entries(found).filter(([, text]) => text !== undefined);
  return left.length ? Object.fromEntries(left) : undefined;
}
