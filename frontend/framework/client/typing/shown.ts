/** What the engine shows of what is typed. Pure. */

import type { JsonValue, Row } from '#codegen/model.ts';
import { type Difference, type Refused, sendable, type Typed, unsaved, valuesOf } from './edits.ts';

/** 'conflict' and 'refused' want the person; everything else passes by itself. */
export type TypingStatus = 'loading' | 'saving' | 'saved' | 'offline' | 'conflict' | 'refused';

export interface Snapshot<F> {
  /** as the person sees it */
  values: Row;
  status: TypingStatus;
  /** a call is on its way */
  isBusy: boolean;
  /** the line was away when it was last tried */
  isOffline: boolean;
  /** why nothing is sent at present */
  halt: string | undefined;
  /** when the server last took something of this page, ms */
  sentAt: number | undefined;
  conflicts: ({ path: string } & Difference)[];
  /** values that the server does not take, for the fields that they stand in */
  problems: Refused[];
  /** changed on another device or in another tab, until `seen()` */
  news: string[];
  /** edits that are not on the server: to be copied or downloaded when they can no longer be sent */
  unsaved: Record<string, JsonValue>;
  /** false where this browser keeps nothing: closing the page now would lose `unsaved` */
  isSafe: boolean;
  facts: F | undefined;
}

type Around = Pick<Snapshot<unknown>, 'isBusy' | 'isOffline' | 'isSafe' | 'sentAt'>;

export function shown<F>(typing: Typed<F>, around: Around): Snapshot<F> {
  const { facts, halt, news } = typing;
  const open = unsaved(typing);
  return {
    ...around,
    facts,
    halt,
    news,
    values: valuesOf(typing),
    status: statusOf(typing, open, around),
    conflicts: Object.entries(typing.conflicts).map(([path, sides]) => ({ path, ...sides })),
    problems: Object.values(typing.refused),
    unsaved: open,
  };
}

function statusOf<F>(typing: Typed<F>, open: Record<string, JsonValue>, { isOffline, isBusy }: Around): TypingStatus {
  if (Object.keys(typing.conflicts).length) return 'conflict';
  if (typing.facts === undefined) return isOffline ? 'offline' : 'loading';
  if (!Object.keys(open).length) return 'saved';
  if (typing.halt) return 'refused';
  if (isOffline) return 'offline';
  return sendable(typing).length || isBusy ? 'saving' : 'refused';
}
