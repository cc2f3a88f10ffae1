/** What a mail may be, and when a failed one is tried again (safety section 11). Pure. */
import { Slot } from './slot.ts';

/** One mailbox: no list, no display name, nothing that could end a header line. Longest by RFC 5321: 254. */
const mailbox = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

/** The end of the address of whoever was erased. */
const nobody = '@erased.invalid';

/** Whether a mail may be addressed to this: exactly one mailbox, of somebody who was not erased. */
export function isMailbox(address: string): boolean {
  return address.length <= 254 && mailbox.test(address) && !address.endsWith(nobody);
}

/** An address as accounts are compared by it: 'ＭＩＫＥ@Example.com ' is 'mike@example.com'. */
export function normalAddress(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase();
}

/** Characters of a header. */
const longestHeader = 300;

/** Whether a text may stand in a header: on one line, without control characters. */
export function isHeaderText(text: string): boolean {
  return text.length <= longestHeader && !/[\p{Cc}\u2028\u2029]/u.test(text);
}

/** As a header takes it: a name in it may have come with a line break, out of a program for texts or a sheet, or be long. */
export function asHeaderText(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.slice(0, longestHeader).replace(/[\ud800-\udbff]$/, '');
}

const minute = 60_000;
/** Waits after the first, second, … failure; the last one goes on. */
const waits = [10_000, 30_000, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute];
/** A mail that could not be handed over for so long is given up: three days, as mail servers do. */
export const givenUpAfter = 3 * 24 * 60 * minute;
/** A sender that took a mail and said nothing for so long is dead; another may take it. */
export const lease = 2 * minute;

/** When a mail that could not be sent is retried: ms to wait, or undefined to give up. `age` is ms since it was written. */
export function waitAfter(failure: { tries: number; permanent: boolean; age: number }): number | undefined {
  if (failure.permanent || failure.age >= givenUpAfter) return undefined;
  return waits[Math.min(Math.max(failure.tries, 1), waits.length) - 1];
}

/**
 * Templates of the application's: with a code or a link to sign in by, those that somebody sits and waits for, and the last mails to somebody whose data
 * are erased: of them nothing stays in the outbox.
 */
export const moreMails = new Slot<{ secret: readonly string[]; urgent: readonly string[]; last: readonly string[] }>({ secret: [], urgent: [], last: [] });

/** Does a mail carry a code or a link to sign in with? */
export function holdsSecret(template: string): boolean {
  return template === reset || moreMails.value.secret.includes(template);
}

/** Mails that a person is waiting for: codes. They go before all others, and batches go last. */
export function urgentTemplates(): string[] {
  return [reset, ...moreMails.value.urgent];
}

/** Mails that say that somebody's data are erased: their address is the last of it, and goes with them. */
export function lastTemplates(): readonly string[] {
  return moreMails.value.last;
}

/** Nobody's address: 'invalid' is reserved for that (RFC 2606). */
export function nobodysAddress(id = 'nobody'): string {
  return `${id}${nobody}`;
}

/** Staff's forgotten password. */
const reset = 'reset';

/** The code or link of a mail that has arrived is removed, so that readers of the outbox cannot use it. */
export function redacted(body: string): string {
  return body
    .replace(/\b\d{6}\b/g, '••••••')
    .replace(/#reset=[\w-]+/g, '#reset=…')
    .replace(/([?&]link=)[\w-]{36}/g, '$1…')
    .replace(/(\/my\/)[\w-]{36}/g, '$1…');
}
