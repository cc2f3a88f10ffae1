import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EnrolmentFacts, Merged } from '#application/site/wire.ts';
import { DeviceStore, type Store } from '#client/device-store.ts';
import { Journal } from '#client/typing/journal.ts';
import { type Adapter, type Around, Typing } from '#client/typing/typing.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { applyChanges, type FieldChange, valueAtPath } from '#rules/records/field-changes.ts';
import type { Problem } from '#rules/words/problem.ts';
import { draftContent } from '#screens/site/draft/draft-content.ts';
import { MemoryStore } from '../../support/memory-store.ts';

class Failed extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly data: unknown = undefined,
    readonly fields: { path: string; code: string }[] = [],
  ) {
    super(code);
  }
}

/** A server by the same rules, and a line to it that may be cut before or after it has heard. */
class Server {
  values: Row = { cname: '', ename: '', logline: '', genre: [], stills: [], director: { cname: '', bio: '' } };
  ver = 1;
  line: 'up' | 'down' | 'answers lost' | 'signed out' = 'up';
  mayEdit = true;
  status: EnrolmentFacts['status'] = 'draft';
  /** what an answer takes on its way back, ms of the page's clock */
  lag = 0;
  calls: FieldChange[][] = [];
  /** every value that once stood in a field */
  readonly written = new Map<string, Set<unknown>>();
  facts(): EnrolmentFacts {
    const { ver, values, status, mayEdit } = this;
    return {
      id: 'e1',
      ver,
      values,
      status,
      mayEdit,
      mayWithdraw: mayEdit,
      owner: '',
      mayRestore: false,
      form: '',
      until: '',
      toldAt: '',
      campaign: 'ccdf15',
      missing: [],
      savedAt: `2026-03-15 10:00:${String(ver).padStart(2, '0')}`,
    };
  }
  check() {
    if (this.line === 'down') throw new Failed(0, 'offline');
    if (this.line === 'signed out') throw new Failed(440, 'msg.timeout');
  }
  write(changes: FieldChange[]): Merged {
    this.check();
    this.calls.push(changes);
    if (!this.mayEdit) throw new Failed(422, this.status === 'draft' ? 'msg.window' : 'msg.locked', this.facts());
    if (changes.some(({ path }) => path === 'nothing')) throw new Failed(422, 'msg.invalid', null, [{ path: 'nothing', code: 'field.unknown' }]);
    const refused: Problem[] = changes
      .filter(({ to }) => typeof to === 'string' && to.length > 50)
      .map(({ path }) => ({ path, code: 'field.long', values: { limit: 50 } }));
    const open = changes.filter(({ path }) => !refused.some((problem) => problem.path === path)).map((change) => ({ ...change, to: trimmed(change.to) }));
    const { next, written, conflicts } = applyChanges(this.values, open);
    for (const path of written) this.written.set(path, (this.written.get(path) ?? new Set()).add(valueAtPath(next, path)));
    if (written.length) {
      this.values = next;
      this.ver += 1;
    }
    if (this.line === 'answers lost') throw new Failed(0, 'offline');
    return { enrolment: this.facts(), conflicts, refused };
  }
  /** Somebody else's device. */
  elsewhere(path: string, to: JsonValue) {
    this.write([{ path, from: valueAtPath(this.values, path) ?? null, to }]);
    this.calls.pop();
  }
}

const trimmed = (value: JsonValue): JsonValue => (typeof value === 'string' ? value.trim() : value);

let server: Server;
let store: MemoryStore;
let pages: Page[];

/** A page of the browser: its own clock, that the test moves. */
class Page {
  readonly typing: Typing<EnrolmentFacts>;
  isAlive = true;
  #time = 0;
  #tasks: { at: number; task: () => void }[] = [];
  constructor(
    readonly tab: string,
    entries: Store | undefined = store,
  ) {
    const adapter: Adapter<EnrolmentFacts> = {
      ...draftContent,
      read: async () => {
        server.check();
        const facts = structuredClone(server.facts());
        if (server.lag) await new Promise<void>((done) => void around.after(server.lag, done));
        return facts;
      },
      send: async ({ changes }) => {
        const { enrolment, ...rest } = structuredClone(server.write(structuredClone(changes)));
        if (server.lag) await new Promise<void>((done) => void around.after(server.lag, done));
        return { facts: enrolment, ...rest };
      },
      failed: (error, batch) => {
        if (!(error instanceof Failed)) throw error;
        if (error.status === 440) return { halt: 'signin' };
        if (error.status === 0) return 'away';
        return error.data ? { facts: error.data as EnrolmentFacts } : { refused: error.fields.filter(({ path }) => batch?.values[path]) as Problem[] }; // written above
      },
    };
    const around: Around<EnrolmentFacts> = {
      journal: new Journal(new DeviceStore(() => entries), 'reelbase.draft:e1', tab),
      aliveTabs: async () => new Set(pages.filter((page) => page.isAlive && page.tab !== tab).map((page) => page.tab)),
      tell: (facts) => {
        for (const page of pages) if (page.isAlive && page !== this) page.typing.adopt(structuredClone(facts));
      },
      after: (ms, task) => {
        const entry = { at: this.#time + ms, task };
        this.#tasks.push(entry);
        return () => {
          this.#tasks = this.#tasks.filter((each) => each !== entry);
        };
      },
      now: () => this.#time,
    };
    this.typing = new Typing(adapter, around);
    pages.push(this);
  }
  get shown() {
    return this.typing.snapshot();
  }
  at(path: string) {
    return valueAtPath(this.shown.values, path);
  }
  async pass(ms: number) {
    const end = this.#time + ms;
    for (;;) {
      await settled();
      const next = this.#tasks.filter(({ at }) => at <= end).sort((one, two) => one.at - two.at)[0];
      if (!next) break;
      this.#tasks = this.#tasks.filter((each) => each !== next);
      this.#time = Math.max(this.#time, next.at);
      next.task();
    }
    this.#time = end;
  }
  /** The process is gone: nothing runs any more, no goodbye. */
  die() {
    this.isAlive = false;
    this.typing.rest();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const opened = async (tab: string): Promise<Page> => {
  const page = new Page(tab);
  void page.typing.open();
  await settled();
  return page;
};

beforeEach(() => {
  server = new Server();
  store = new MemoryStore();
  pages = [];
});

describe('a draft during typing', () => {
  it('is saved 0.8 s after the last key, in one call, and shows the time', async () => {
    const page = await opened('a');
    expect([page.shown.status, page.shown.facts?.savedAt]).toEqual(['saved', '2026-03-15 10:00:01']);
    page.typing.set('cname', '海');
    page.typing.set('director/bio', 'born');
    await page.pass(700);
    page.typing.set('cname', '海的');
    await page.pass(700);
    expect([server.calls.length, page.shown.status]).toEqual([0, 'saving']);
    await page.pass(200);
    expect(server.calls).toEqual([
      [
        { path: 'cname', from: '', to: '海的' },
        { path: 'director/bio', from: '', to: 'born' },
      ],
    ]);
    expect([page.shown.status, page.shown.facts?.savedAt, store.length]).toEqual(['saved', '2026-03-15 10:00:02', 0]);
  });

  it('has a space that is still being typed, until the field loses the focus', async () => {
    const page = await opened('a');
    page.typing.set('cname', 'Memory ');
    await page.pass(1_000);
    expect([server.values.cname, page.at('cname'), page.shown.status]).toEqual(['Memory', 'Memory ', 'saved']);
    page.typing.set('cname', 'Memory of');
    await page.pass(1_000);
    expect(server.values.cname).toBe('Memory of');
    page.typing.set('cname', 'Memory of ');
    await page.pass(1_000);
    page.typing.blur('cname');
    expect(page.at('cname')).toBe('Memory of');
    expect(server.calls).toHaveLength(2);
  });

  it('is in the journal before anything is sent: a crash loses nothing', async () => {
    const page = await opened('a');
    page.typing.set('logline', 'one li');
    page.die();
    expect([...store.entries.keys()]).toEqual(['reelbase.draft:e1:a:logline']);
    const next = await opened('b');
    expect(next.at('logline')).toBe('one li');
    await next.pass(100);
    expect([server.values.logline, store.length]).toEqual(['one li', 0]);
  });

  it('continues by itself after a lost connection, and sends once what may have arrived', async () => {
    const page = await opened('a');
    server.line = 'answers lost';
    page.typing.set('cname', 'A');
    await page.pass(900);
    expect([server.values.cname, page.shown.status]).toEqual(['A', 'offline']);
    server.line = 'down';
    page.typing.set('cname', 'AB');
    page.typing.set('ename', 'E');
    await page.pass(5_000);
    expect([page.shown.status, page.shown.unsaved]).toEqual(['offline', { cname: 'AB', ename: 'E' }]);
    server.line = 'up';
    await page.pass(40_000);
    expect([server.values.cname, server.values.ename, page.shown.status, page.shown.conflicts]).toEqual(['AB', 'E', 'saved', []]);
  });

  it('recognises its own edits after a lost answer and a crash', async () => {
    const page = await opened('a');
    server.line = 'answers lost';
    page.typing.set('cname', 'A');
    await page.pass(900);
    server.line = 'down';
    page.typing.set('cname', 'A and more');
    page.die();
    server.line = 'up';
    const next = await opened('b');
    await next.pass(1_000);
    expect([server.values.cname, next.shown.conflicts, next.shown.status]).toEqual(['A and more', [], 'saved']);
  });

  it('two closed tabs had different edits of one field: the older is offered, also after a reload, until somebody decides', async () => {
    server.line = 'down';
    const [one, two] = [await opened('a'), await opened('b')];
    one.typing.set('cname', '海');
    await two.pass(5_000);
    two.typing.set('cname', '河');
    one.die();
    two.die();
    server.line = 'up';
    const offered = [{ path: 'cname', mine: '河', theirs: '海' }];
    const next = await opened('c');
    expect(next.shown.conflicts).toMatchObject(offered);
    next.die();
    server.line = 'down';
    const offline = await opened('d');
    expect(offline.shown.conflicts).toMatchObject(offered);
    offline.die();
    server.line = 'up';
    const last = await opened('e');
    expect(last.shown.conflicts).toMatchObject(offered);
    expect(server.values.cname).toBe('');
    last.typing.resolve('cname', 'theirs');
    await last.pass(1_000);
    expect([server.values.cname, last.shown.conflicts, store.length]).toEqual(['海', [], 0]);
  });

  it('when the session ends everything stays stored, and it continues after signing in', async () => {
    const page = await opened('a');
    server.line = 'signed out';
    page.typing.set('cname', 'typed on');
    await page.pass(1_000);
    expect([page.shown.halt, page.shown.status, page.shown.unsaved]).toEqual(['signin', 'refused', { cname: 'typed on' }]);
    page.typing.set('cname', 'typed on and on');
    server.line = 'up';
    page.typing.resume();
    await page.pass(1_000);
    expect([server.values.cname, page.shown.halt, page.shown.status]).toEqual(['typed on and on', undefined, 'saved']);
  });

  it('when the window closes the edits stay, are shown, and survive the page', async () => {
    const page = await opened('a');
    page.typing.set('cname', 'too late');
    server.mayEdit = false;
    await page.pass(1_000);
    expect([page.shown.halt, page.shown.status, page.shown.unsaved, page.at('cname')]).toEqual(['closed', 'refused', { cname: 'too late' }, 'too late']);
    expect(server.calls).toHaveLength(1);
    page.die();
    const next = await opened('b');
    expect([next.shown.unsaved, next.shown.halt]).toEqual([{ cname: 'too late' }, 'closed']);
    server.mayEdit = true;
    await next.pass(21_000);
    expect([server.values.cname, next.shown.halt]).toEqual(['too late', undefined]);
  });

  it('a value that no draft can hold stays here, while everything else is saved', async () => {
    const page = await opened('a');
    page.typing.set('logline', 'x'.repeat(51));
    page.typing.set('cname', 'fits');
    await page.pass(1_000);
    expect([server.values.cname, server.values.logline, page.shown.status]).toEqual(['fits', '', 'refused']);
    expect(page.shown.problems).toMatchObject([{ path: 'logline', code: 'field.long' }]);
    expect(page.at('logline')).toBe('x'.repeat(51));
    await page.pass(60_000);
    expect(server.calls).toHaveLength(1);
    page.typing.set('logline', 'short');
    await page.pass(1_000);
    expect([server.values.logline, page.shown.status, page.shown.problems]).toEqual(['short', 'saved', []]);
  });

  it('a field that the server does not know does not block the others', async () => {
    const page = await opened('a');
    page.typing.set('nothing', 'x');
    page.typing.set('cname', 'fits');
    await page.pass(1_000);
    expect([server.values.cname, page.shown.problems.map(({ path }) => path)]).toEqual(['fits', ['nothing']]);
  });

  it('an edit made while an answer is awaited is sent after it', async () => {
    const page = await opened('a');
    page.typing.set('cname', 'A');
    const saving = page.typing.flush();
    page.typing.set('cname', 'AB');
    await saving;
    await page.pass(1_000);
    expect([server.values.cname, page.shown.conflicts, store.length]).toEqual(['AB', [], 0]);
  });

  it('an older state that arrives while the next edit is sent does not count as somebody else’s', async () => {
    const page = await opened('a');
    server.line = 'answers lost';
    page.typing.set('cname', 'A');
    await page.pass(900);
    const older = structuredClone(server.facts());
    Object.assign(server, { line: 'up', lag: 400 });
    page.typing.set('cname', 'AB');
    void page.typing.flush();
    await settled();
    page.typing.set('cname', 'ABC');
    page.typing.adopt(older);
    page.typing.adopt(structuredClone(server.facts()));
    expect(page.shown.conflicts).toEqual([]);
    await page.pass(2_000);
    expect([server.values.cname, page.shown.status]).toEqual(['ABC', 'saved']);
  });

  it('leaving the page sends the edits at once', async () => {
    const page = await opened('a');
    page.typing.set('cname', 'last words');
    page.typing.leave();
    page.die();
    await settled();
    expect(server.values.cname).toBe('last words');
  });

  it('says so where the browser stores nothing', async () => {
    store.isFull = true;
    const page = await opened('a');
    page.typing.set('cname', 'x');
    expect(page.shown.isSafe).toBe(false);
  });

  it('splits what does not fit into one call', async () => {
    const page = await opened('a');
    for (const path of ['cname', 'ename', 'logline', 'director/bio']) page.typing.set(path, Array.from({ length: 700 }, () => '海'.repeat(10)) as JsonValue);
    expect(await page.typing.flush()).toBe(true);
    expect(server.calls.length).toBeGreaterThan(1);
    for (const changes of server.calls) expect(new TextEncoder().encode(JSON.stringify(changes)).length).toBeLessThan(60_000);
  });
});

describe('a draft on several devices', () => {
  it('learns of other fields, says which, and continues with its own', async () => {
    const page = await opened('a');
    page.typing.set('cname', 'mine');
    server.elsewhere('ename', 'theirs');
    server.elsewhere('director/bio', 'theirs too');
    await page.pass(1_000);
    expect([page.at('cname'), page.at('ename'), page.shown.news]).toEqual(['mine', 'theirs', ['ename', 'director/bio']]);
    page.typing.seen();
    expect(page.shown.news).toEqual([]);
    server.elsewhere('logline', 'later');
    await page.pass(20_000);
    expect([page.at('logline'), page.shown.news]).toEqual(['later', ['logline']]);
  });

  it.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ] as const)('asks where both edited the same field; %s is then stored everywhere', async (side, stands) => {
    const page = await opened('a');
    page.typing.set('cname', 'mine');
    server.elsewhere('cname', 'theirs');
    await page.pass(1_000);
    expect([page.shown.status, page.shown.conflicts]).toEqual(['conflict', [{ path: 'cname', mine: 'mine', theirs: 'theirs' }]]);
    expect([page.at('cname'), server.values.cname]).toEqual(['mine', 'theirs']);
    page.typing.resolve('cname', side);
    await page.pass(1_000);
    expect([page.at('cname'), server.values.cname, page.shown.status, store.length]).toEqual([stands, stands, 'saved', 0]);
  });

  it('two tabs inform each other, and neither counts the other’s edits as lost', async () => {
    const one = await opened('a');
    const two = await opened('b');
    one.typing.set('cname', 'from one');
    two.typing.set('ename', 'from two');
    await one.pass(1_000);
    expect([two.at('cname'), two.at('ename'), two.shown.conflicts]).toEqual(['from one', 'from two', []]);
    await two.pass(1_000);
    expect([one.at('ename'), server.values]).toMatchObject(['from two', { cname: 'from one', ename: 'from two' }]);
    expect([one.shown.conflicts, two.shown.conflicts, store.length]).toEqual([[], [], 0]);
  });

  it('an answer older than another one is not sent to the other tabs', async () => {
    const one = await opened('a');
    const two = new Page('b');
    server.lag = 400;
    one.typing.set('cname', 'mine');
    const saving = one.typing.flush();
    server.elsewhere('ename', 'theirs');
    one.typing.adopt(structuredClone(server.facts()));
    await one.pass(500);
    await saving;
    expect([two.at('cname'), two.at('ename'), two.shown.facts?.ver]).toEqual(['mine', 'theirs', 3]);
  });

  it('an upload adds a file while another is removed: both changes apply', async () => {
    const file = (name: string): Row => ({ link: `/get/files/${name}`, fileName: name });
    server.values = { ...server.values, stills: [file('a'), file('b')] };
    const page = await opened('a');
    page.typing.set('stills', [file('b')]);
    server.values = { ...server.values, stills: [file('a'), file('b'), file('c')] };
    server.ver += 1;
    page.typing.adopt(structuredClone(server.facts()), true);
    await page.pass(1_000);
    expect([(server.values.stills as Row[]).map(({ fileName }) => fileName), page.shown.conflicts]).toEqual([['b', 'c'], []]);
  });

  it('after a submission on another device, later edits stay here and are shown', async () => {
    const page = await opened('a');
    server.status = 'submitted';
    server.mayEdit = false;
    server.ver += 1;
    page.typing.set('cname', 'after');
    await page.pass(1_000);
    expect([page.shown.halt, page.shown.unsaved, page.shown.facts?.status]).toEqual(['locked', { cname: 'after' }, 'submitted']);
  });
});

describe('whatever arrives in whatever order', () => {
  const fields = ['cname', 'ename', 'logline'] as const;
  const lines = ['up', 'down', 'answers lost', 'signed out'] as const;
  type Step = { is: 'type' | 'meanwhile'; page: number; path: (typeof fields)[number]; text: string } | { is: 'pass'; page: number; ms: number };
  type Turn =
    | { is: 'line'; to: (typeof lines)[number]; lag: number }
    | { is: 'reload' | 'leave'; page: number }
    | { is: 'elsewhere'; path: (typeof fields)[number]; text: string };
  /** a page by its place, another device, or who types before the page knows what the server has */
  type Writer = number | 'elsewhere' | 'unseeing';
  const page = fc.nat({ max: 1 });
  const path = fc.constantFrom(...fields);
  const text = fc.stringMatching(/^[a-z]{1,4}$/);
  const step: fc.Arbitrary<Step | Turn> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ is: fc.constant('type' as const), page, path, text }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('meanwhile' as const), page, path, text }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('pass' as const), page, ms: fc.constantFrom(0, 300, 900, 2_000, 25_000) }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('line' as const), to: fc.constantFrom(...lines), lag: fc.constantFrom(0, 400) }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('reload' as const, 'leave' as const), page }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('elsewhere' as const), path, text }) },
  );

  it('E05 K05 no edit is lost: the last one of a field is stored on the server, or offered beside the stored one, or somebody overwrote it after seeing it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        server = new Server();
        store = new MemoryStore();
        pages = [];
        let count = 0;
        const next = () => opened(`tab${++count}`);
        const here = [await next(), await next()];
        /** the last word typed into each field */
        const last = new Map<string, string>();
        /** fields that another device wrote after it */
        const over = new Set<string>();
        /** who wrote into each field */
        const writers = new Map<string, Set<Writer>>();
        const wrote = (path: string, who: Writer) => writers.set(path, (writers.get(path) ?? new Set()).add(who));
        const type = (who: number, path: string, word: string) => {
          here[who]!.typing.set(path, word);
          wrote(path, who);
          if (!here[who]!.shown.facts) wrote(path, 'unseeing');
          last.set(path, word);
          over.delete(path);
        };
        for (const [at, each] of steps.entries()) {
          if (each.is === 'line') Object.assign(server, { line: each.to, lag: each.lag });
          else if (each.is === 'elsewhere') {
            if (server.line !== 'up') continue;
            server.elsewhere(each.path, `else ${each.text}`);
            over.add(each.path);
            wrote(each.path, 'elsewhere');
          } else {
            const shown = here[each.page]!;
            if (each.is === 'type') type(each.page, each.path, `${each.text}${at}`);
            else if (each.is === 'meanwhile') {
              // Typed on while the call with the first of it is under way: the answer comes later.
              type(each.page, each.path, `${each.text}${at}`);
              const { lag } = server;
              server.lag = 400;
              void shown.typing.flush();
              await settled();
              server.lag = lag;
              type(each.page, each.path, `${each.text}${at} on`);
            } else if (each.is === 'pass') await shown.pass(each.ms);
            else {
              if (each.is === 'leave') shown.typing.leave();
              shown.die();
              await settled();
              here[each.page] = await next();
            }
          }
        }
        Object.assign(server, { line: 'up', lag: 0 });
        for (const shown of here) shown.typing.resume();
        for (let round = 0; round < 3; round += 1) for (const shown of here) await shown.pass(60_000);
        for (const [at, word] of last) {
          const stands = server.values[at];
          const isAlone = writers.get(at)?.size === 1;
          const offered = here.flatMap(({ shown: { conflicts } }) =>
            conflicts.filter(({ path: of }) => of === at).flatMap(({ mine, theirs }) => [mine, theirs]),
          );
          const isOver = over.has(at) && server.written.get(at)?.has(word);
          expect(stands === word || offered.includes(word) || isOver, `${at}: ${word} / ${String(stands)} / ${offered.join()}`).toBe(true);
          // Nobody is asked about their own words.
          if (isAlone) expect(offered, at).toEqual([]);
        }
        // What is nobody's question any more lies in no journal.
        if (here.every(({ shown: { conflicts } }) => !conflicts.length)) expect([...store.entries.keys()]).toEqual([]);
        for (const shown of here) expect(shown.shown.status).toMatch(/^(saved|conflict)$/);
        for (const shown of here) shown.die();
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});
