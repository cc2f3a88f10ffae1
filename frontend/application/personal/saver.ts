/** Saves a personal page: the engine for typing (#client/typing) with its two fields, the times and the wishes. No React. */
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import { ApiError } from '#client/http/api-error.ts';
import { ask } from '#client/http/ask.ts';
import { type InBrowser, typingInBrowser } from '#client/typing/in-browser.ts';
import type { Entry } from '#client/typing/journal.ts';
import type { Snapshot } from '#client/typing/shown.ts';
import type { Adapter } from '#client/typing/typing.ts';
import { verdictOn } from '#client/typing/verdict.ts';
import type { JsonValue } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';

/** The values on the page. The times come with the grid on which they were painted; on another grid they have no meaning. */
export interface FilledIn {
  times: { grid: string; cells: string };
  priority: string[];
}

/** Longest time for one call, ms. A connection without an answer counts as lost. */
const patience = 90_000;

export function openSaver(token: string, facts: MyFacts): InBrowser<MyFacts> {
  // A hash instead of the token itself: somebody who reads this device's storage later cannot open the page with it.
  const name = token.slice(0, 12);
  return typingInBrowser({
    name: `reelbase.my:${name}`,
    adapter: adapterOf(token),
    facts,
    older: { key: `my ${name}`, entries: (found) => storedBefore(found, facts) },
  });
}

/** The server's values, with the unsaved edits over them. */
export function filledInOf({ values }: Pick<Snapshot<MyFacts>, 'values'>): FilledIn {
  return values as unknown as FilledIn; // set by `values` below, and by callers of `set`
}

export function adapterOf(token: string): Adapter<MyFacts> {
  return {
    values: ({ grid, cells, priority }) => ({ times: { grid, cells }, priority }),
    join: (known, came) => (came.ver < known.ver ? known : came),
    halt: ({ wishes }) => (wishes.state === 'open' ? undefined : 'closed'),
    merge: ({ value }, theirs) => (gridOf(value) === gridOf(theirs) ? undefined : theirs),
    atOnce: 1,
    longestRetry: 4_000,
    async send({ values: { times, priority } }, { ver }, { keepalive }) {
      const body = times === undefined ? { ver, priority } : { ver, ...(times as FilledIn['times']) }; // set by `values`
      const facts = await ask('PUT /api/my/:token', { at: { token }, body, keepalive, patience });
      if (!isFacts(facts)) throw new ApiError(502, '', null);
      return { facts };
    },
    failed: (error, batch) =>
      error instanceof ApiError && error.code === 'msg.datamodi' && isFacts(error.data) ? { facts: error.data } : verdictOn(error, batch),
  };
}

function isFacts(value: unknown): value is MyFacts {
  return typeof value === 'object' && value !== null && 'ver' in value && 'cells' in value;
}

function gridOf(value: JsonValue): JsonValue | undefined {
  return isObject(value) ? value.grid : undefined;
}

/** The format until 0.2.0: both fields in one entry, with the page's version. Over another version it is unknown what they replaced, so the person is asked. */
export function storedBefore(found: unknown, { ver, grid, cells, priority }: MyFacts): Entry[] {
  const { edits = {}, ...on } = (found ?? {}) as { ver?: number; grid?: string; edits?: { cells?: string; priority?: string[] } }; // written by that release
  const isSame = on.ver === ver && on.grid === grid;
  const entry = (path: string, value: JsonValue, from: JsonValue): Entry => ({ path, edit: { value, from: isSame ? from : null, sent: [] }, at: 0 });
  return [
    ...(edits.cells === undefined ? [] : [entry('times', { grid: on.grid ?? '', cells: edits.cells }, { grid, cells })]),
    ...(edits.priority === undefined ? [] : [entry('priority', edits.priority, priority)]),
  ];
}
