/** A person's own page: the engine for typing (#client/typing) bound to its two fields, the times and the wishes. No React. */
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import { ApiError } from '#client/http/api-error.ts';
import { ask } from '#client/http/ask.ts';
import { type InBrowser, typingInBrowser } from '#client/typing/in-browser.ts';
import type { Entry } from '#client/typing/journal.ts';
import type { Snapshot } from '#client/typing/shown.ts';
import type { Adapter } from '#client/typing/typing.ts';
import { verdictOn } from '#client/typing/verdict.ts';
import type { JsonValue } from '#codegen/model.ts';

/** What the person has before them. The times are told with the grid that they were painted on: on another one they say nothing. */
export interface FilledIn {
  times: { grid: string; cells: string };
  priority: string[];
}

/** Longest time for one call, ms: a line that says nothing is a broken one. */
const patience = 90_000;

export function openSaver(token: string, facts: MyFacts): InBrowser<MyFacts> {
  // Not the token itself: whoever reads this device's store later opens nothing with it.
  const name = token.slice(0, 12);
  return typingInBrowser({
    name: `reelbase.my:${name}`,
    adapter: adapterOf(token),
    facts,
    older: { key: `my ${name}`, entries: (found) => storedBefore(found, facts) },
  });
}

/** The server's, with what was typed over it. */
export function filledInOf({ values }: Pick<Snapshot<MyFacts>, 'values'>): FilledIn {
  return values as unknown as FilledIn; // by `values` below, and by whoever calls `set`
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
      const body = times === undefined ? { ver, priority } : { ver, ...(times as FilledIn['times']) }; // by `values`
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
  return typeof value === 'object' && value !== null && 'grid' in value ? value.grid : undefined;
}

/** Until 0.2.0: both fields in one entry, over a version of the page. Over another version nobody knows what they replaced, and the person is asked. */
export function storedBefore(found: unknown, { ver, grid, cells, priority }: MyFacts): Entry[] {
  const { edits = {}, ...on } = (found ?? {}) as { ver?: number; grid?: string; edits?: { cells?: string; priority?: string[] } }; // written by that release
  const isSame = on.ver === ver && on.grid === grid;
  const entry = (path: string, value: JsonValue, from: JsonValue): Entry => ({ path, edit: { value, from: isSame ? from : null, sent: [] }, at: 0 });
  return [
    ...(edits.cells === undefined ? [] : [entry('times', { grid: on.grid ?? '', cells: edits.cells }, { grid, cells })]),
    ...(edits.priority === undefined ? [] : [entry('priority', edits.priority, priority)]),
  ];
}
