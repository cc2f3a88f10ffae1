/**
 * Calls a minute by one caller, for what only costs time and not trust: a window per key in memory, or, where several processes serve one database, one that
 * they share.
 */
import { createHash } from 'node:crypto';
import { takeCalls } from '#framework/data/system/minutes.ts';
import type { Tools } from '#framework/tools.ts';

const mostKeys = 10_000;
const minute = 60_000;
/** Into so many parts a shared minute is divided: a process takes one at a time, so that it asks the database for every twentieth of them. */
const parts = 20;

/** Where a caller is in its minute. */
export interface Turn {
  isOpen: boolean;
  /** calls that it still has */
  left: number;
  /** whole seconds until it has all of them again */
  reset: number;
}

/** Counts the calls of a key, with the one that is asked about, and tells whether it is within `most` a minute. */
export function countMinute(most: number): (key: string, now: number) => Turn {
  let windows = new Map<string, { start: number; count: number }>();
  return (key, now) => {
    const known = windows.get(key);
    // A clock that was set back ends the window: otherwise nobody could call until the clock reaches the same time again.
    const isOver = !known || now - known.start >= minute || now < known.start;
    if (isOver && windows.size >= mostKeys) windows = new Map([...windows].filter(([, window]) => now - window.start < minute).slice(-mostKeys / 2));
    const window = isOver ? { start: now, count: 0 } : known;
    windows.set(key, window);
    window.count += 1;
    return { isOpen: window.count <= most, left: Math.max(0, most - window.count), reset: Math.max(1, Math.ceil((window.start + minute - now) / 1000)) };
  };
}

/**
 * The same among all processes of a database, never more than `most` together: each takes a part of the minute's calls, gives them away, and takes the next.
 * A caller who goes from one to the other may be refused a little early, for what another has taken and not given away.
 */
function countShared({ db }: Pick<Tools, 'db'>, name: string, most: number): (key: string, now: number) => Promise<Turn> {
  const portion = Math.max(1, Math.floor(most / parts));
  let windows = new Map<string, { at: number; inHand: number; all: number }>();
  return async (key, now) => {
    const at = Math.floor(now / minute);
    const known = windows.get(key);
    const window = known?.at === at ? known : { at, inHand: 0, all: 0 };
    if (window !== known && windows.size >= mostKeys) windows = new Map([...windows].filter(([, one]) => one.at === at).slice(-mostKeys / 2));
    windows.set(key, window);
    if (window.inHand === 0 && window.all < most) {
      // Keys may be secrets: links, addresses.
      const all = await takeCalls(db, createHash('sha256').update(`${name} ${key}`).digest('base64url'), at, portion);
      window.inHand += Math.max(0, Math.min(portion, most - (all - portion)));
      window.all = Math.max(window.all, all);
    }
    const isOpen = window.inHand > 0;
    if (isOpen) window.inHand -= 1;
    return { isOpen, left: Math.max(0, most - window.all) + window.inHand, reset: Math.max(1, Math.ceil(((at + 1) * minute - now) / 1000)) };
  };
}

/** Counts the calls of a key, here or among all processes, whichever there are now. */
export function countCalls(tools: Pick<Tools, 'db' | 'instances'>, name: string, most: number): (key: string, now: number) => Promise<Turn> {
  const [own, shared] = [countMinute(most), countShared(tools, name, most)];
  // A database that is away keeps nobody out.
  return async (key, now) => (tools.instances.others ? shared(key, now).catch(() => own(key, now)) : own(key, now));
}
