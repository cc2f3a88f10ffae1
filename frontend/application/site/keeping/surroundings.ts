/** What a keeper shows, and what it asks of the browser around it. */

import type { EnrolmentFacts, EnrolmentPulse, Merged } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Problem } from '#rules/problem.ts';
import { type Batch, type Difference, type Halt, type Kept, sendable, unsaved, valuesOf } from './core.ts';
import type { Journal } from './journal.ts';

/** 'conflict' and 'refused' want the person; everything else passes by itself. */
export type KeepingStatus = 'loading' | 'saving' | 'saved' | 'offline' | 'conflict' | 'refused';

export interface Snapshot {
  /** the row as the person sees it */
  values: Row;
  status: KeepingStatus;
  /** why nothing is sent at present */
  halt: Halt | undefined;
  /** 'YYYY-MM-DD hh:mm:ss' UTC; '' before the first answer */
  savedAt: string;
  conflicts: ({ path: string } & Difference)[];
  /** values that no draft can hold, for the fields that they stand in */
  problems: Problem[];
  /** changed on another device or in another tab, until `seen()` */
  news: string[];
  /** what is typed and not on the server: to be copied or downloaded when the window has closed */
  unsaved: Record<string, JsonValue>;
  /** false where this browser keeps nothing: closing the page now would lose `unsaved` */
  isSafe: boolean;
  facts: EnrolmentFacts | undefined;
}

/** A failed call, as the keeper needs to know it. */
export interface Failure {
  status: number;
  code: string;
  isPassing: boolean;
  fields: { path: string; code: string }[];
  data: unknown;
}

export interface Surroundings {
  read(ver: number | undefined): Promise<EnrolmentFacts | EnrolmentPulse>;
  save(changes: Batch['changes'], options: { keepalive: boolean }): Promise<Merged>;
  /** what a thrown error says; undefined for what is no answer of the server */
  failureOf(error: unknown): Failure;
  journal: Journal;
  /** tabs of this browser that live, besides this one */
  aliveTabs(): Promise<ReadonlySet<string>>;
  /** to the other tabs that show this enrolment */
  tell(facts: EnrolmentFacts): void;
  after(ms: number, task: () => void): () => void;
  now(): number;
}

/** The state in words for the screen. */
export function shown(kept: Kept, around: { isOffline: boolean; isBusy: boolean; isSafe: boolean }): Snapshot {
  const open = unsaved(kept);
  return {
    values: valuesOf(kept),
    status: statusOf(kept, open, around),
    halt: kept.halt,
    savedAt: kept.facts?.savedAt ?? '',
    conflicts: Object.entries(kept.conflicts).map(([path, sides]) => ({ path, ...sides })),
    problems: Object.values(kept.refused),
    news: kept.news,
    unsaved: open,
    isSafe: around.isSafe,
    facts: kept.facts,
  };
}

function statusOf(kept: Kept, open: Record<string, JsonValue>, { isOffline, isBusy }: { isOffline: boolean; isBusy: boolean }): KeepingStatus {
  if (Object.keys(kept.conflicts).length) return 'conflict';
  if (!kept.facts) return isOffline ? 'offline' : 'loading';
  if (!Object.keys(open).length) return 'saved';
  if (kept.halt) return 'refused';
  if (isOffline) return 'offline';
  return sendable(kept).length || isBusy ? 'saving' : 'refused';
}
