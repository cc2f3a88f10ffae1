/** Who may see a viewing page now, and what other visitors see instead (issue: viewing, point 5). Pure. */
import type { ViewingTurn } from './window.ts';

export const accesses = ['open', 'password', 'personal'] as const;
export type ViewingAccess = (typeof accesses)[number];

/** Why a page is not shown; each has its HTTP status and a page of its own. */
export const refusals = {
  /** a part of the address is malformed */
  address: 404,
  campaign: 404,
  page: 404,
  /** the page exists only in the other language */
  language: 404,
  /** opens later */
  before: 403,
  /** has closed */
  after: 410,
  /** a password is needed */
  password: 401,
  /** the password was not the right one */
  wrong: 401,
  /** too many wrong ones */
  limit: 429,
  /** only for people with a personal link */
  personal: 403,
  /** an invalid link: cut off, or changed */
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

/** The fields of a personal link that matter here. */
export type LinkState = 'open' | 'revoked' | 'expired';

export interface ViewingVisitor {
  /** the personal link of the visitor, as it is now */
  link?: LinkState;
  /** the page's present password was entered */
  passed: boolean;
  /** a member of staff who sees it as a visitor would */
  previews: boolean;
}

/**
 * undefined: the page is shown. A personal link also opens a page with a password. A link that is no longer valid is a reason only where nothing else
 * opens the page.
 */
export function viewingRefusal(page: { access: ViewingAccess; turn: ViewingTurn }, visitor: ViewingVisitor): ViewingRefusal | undefined {
  if (visitor.previews) return undefined;
  // Access by link only is checked before the window: without a link, the visitor is not let in at any time.
  if (page.access === 'personal' && visitor.link !== 'open') return visitor.link ?? 'personal';
  if (page.turn !== 'open') return page.turn;
  if (page.access === 'password' && !visitor.passed && visitor.link !== 'open') return 'password';
  return undefined;
}
