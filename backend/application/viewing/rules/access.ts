/** Who may see a viewing page now, and what the others see instead (issue: viewing, point 5). Pure. */
import type { ViewingTurn } from './window.ts';

export const accesses = ['open', 'password', 'personal'] as const;
export type ViewingAccess = (typeof accesses)[number];

/** Why a page is not shown, and with which status; each has a page of its own. */
export const refusals = {
  /** the address is none: a part of it is malformed */
  address: 404,
  campaign: 404,
  page: 404,
  /** the page stands in the other language only */
  language: 404,
  /** opens later */
  before: 403,
  /** has closed */
  after: 410,
  /** a password is asked */
  password: 401,
  /** the password was not the right one */
  wrong: 401,
  /** too many wrong ones */
  limit: 429,
  /** shown to people with a personal link */
  personal: 403,
  /** a link that was never given: cut off, or changed */
  link: 403,
  revoked: 410,
  expired: 410,
} as const satisfies Record<string, number>;
export type ViewingRefusal = keyof typeof refusals;

/** Campaign and page in an address. */
const code = /^[A-Za-z0-9]{1,20}$/;

export function isViewingCode(text: unknown): text is string {
  return typeof text === 'string' && code.test(text);
}

/** What of a personal link matters: how it stands. */
export type LinkState = 'open' | 'revoked' | 'expired';

export interface ViewingVisitor {
  /** the personal link that they came with, as it stands now */
  link?: LinkState;
  /** the page's present password was given */
  passed: boolean;
  /** a member of staff who looks at it as a visitor would */
  previews: boolean;
}

/** undefined: shown. A personal link opens a page with a password too; a link that no longer stands counts only where nothing else opens the page. */
export function viewingRefusal(page: { access: ViewingAccess; turn: ViewingTurn }, visitor: ViewingVisitor): ViewingRefusal | undefined {
  if (visitor.previews) return undefined;
  // Visitors who may not come in at all see that first: a closed page has nothing for them, and an open one would need another key.
  if (page.access === 'personal' && visitor.link !== 'open') return visitor.link ?? 'personal';
  if (page.turn !== 'open') return page.turn;
  if (page.access === 'password' && !visitor.passed && visitor.link !== 'open') return 'password';
  return undefined;
}
