import { beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, valueAtPath } from '#application/enrolment/rules/merge.ts';
import type { EnrolmentFacts, FieldChange, Merged } from '#application/site/wire.ts';
import { Kept, type Store } from '#client/kept.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Problem } from '#rules/problem.ts';
import { enrolmentsInJournal, Journal } from '#screens/site/keeping/journal.ts';
import { Keeper } from '#screens/site/keeping/keeper.ts';
import type { Surroundings } from '#screens/site/keeping/surroundings.ts';

/** A browser's storage, that outlives its pages. */
class Storage implements Store {
  readonly kept = new Map<string, string>();
  isFull = false;
  get length() {
    return this.kept.size;
  }
  key(index: number) {
    return [...this.kept.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.kept.set(key, value);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}

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
  calls: FieldChange[][] = [];
  facts(): EnrolmentFacts {
    const { ver, values, status, mayEdit } = this;
    return {
      id: 'e1',
      ver,
      values,
      status,
      mayEdit,
      mayWithdraw: mayEdit,
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
let store: Storage;
let pages: Page[];

/** A page of the browser: its own clock, that the test moves. */
class Page {
  readonly keeper: Keeper;
  isAlive = true;
  #time = 0;
  #tasks: { at: number; task: () => void }[] = [];
  constructor(
    readonly tab: string,
    kept: Store | undefined = store,
  ) {
    const around: Surroundings = {
      read: async (ver) => {
        server.check();
        const facts = server.facts();
        return ver === facts.ver ? { id: facts.id, ver, status: facts.status, mayEdit: facts.mayEdit, mayWithdraw: facts.mayWithdraw } : structuredClone(facts);
      },
      save: async (changes) => structuredClone(server.write(structuredClone(changes))),
      failureOf: (error) => {
        if (!(error instanceof Failed)) throw error;
        return { status: error.status, code: error.code, isPassing: error.code === 'offline', fields: error.fields, data: error.data };
      },
      journal: new Journal(new Kept(() => kept), 'e1', tab),
      aliveTabs: async () => new Set(pages.filter((page) => page.isAlive && page.tab !== tab).map((page) => page.tab)),
      tell: (facts) => {
        for (const page of pages) if (page.isAlive && page !== this) page.keeper.adopt(structuredClone(facts));
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
    this.keeper = new Keeper(around);
    pages.push(this);
  }
  get shown() {
    return this.keeper.snapshot();
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
    this.keeper.rest();
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const opened = async (tab: string): Promise<Page> => {
  const page = new Page(tab);
  await page.keeper.open();
  return page;
};

beforeEach(() => {
  server = new Server();
  store = new Storage();
  pages = [];
});

describe('a draft that is being typed', () => {
  it('is saved 0.8 s after the last key, in one call, and says when', async () => {
    const page = await opened('a');
    expect([page.shown.status, page.shown.savedAt]).toEqual(['saved', '2026-03-15 10:00:01']);
    page.keeper.set('cname', '海');
    page.keeper.set('director/bio', 'born');
    await page.pass(700);
    page.keeper.set('cname', '海的');
    await page.pass(700);
    expect([server.calls.length, page.shown.status]).toEqual([0, 'saving']);
    await page.pass(200);
    expect(server.calls).toEqual([
      [
        { path: 'cname', from: '', to: '海的' },
        { path: 'director/bio', from: '', to: 'born' },
      ],
    ]);
    expect([page.shown.status, page.shown.savedAt, store.length]).toEqual(['saved', '2026-03-15 10:00:02', 0]);
  });

  it('keeps a space that is still being typed, until the field is left', async () => {
    const page = await opened('a');
    page.keeper.set('cname', 'Memory ');
    await page.pass(1_000);
    expect([server.values.cname, page.at('cname'), page.shown.status]).toEqual(['Memory', 'Memory ', 'saved']);
    page.keeper.set('cname', 'Memory of');
    await page.pass(1_000);
    expect(server.values.cname).toBe('Memory of');
    page.keeper.set('cname', 'Memory of ');
    await page.pass(1_000);
    page.keeper.blur('cname');
    expect(page.at('cname')).toBe('Memory of');
    expect(server.calls).toHaveLength(2);
  });

  it('lies in the journal before anything is sent: a crash loses nothing', async () => {
    const page = await opened('a');
    page.keeper.set('logline', 'one li');
    page.die();
    expect([...enrolmentsInJournal(new Kept(() => store))]).toEqual(['e1']);
    const next = await opened('b');
    expect(next.at('logline')).toBe('one li');
    await next.pass(100);
    expect([server.values.logline, store.length]).toEqual(['one li', 0]);
  });

  it('goes on by itself after the line was away, and sends once what may have arrived', async () => {
    const page = await opened('a');
    server.line = 'answers lost';
    page.keeper.set('cname', 'A');
    await page.pass(900);
    expect([server.values.cname, page.shown.status]).toEqual(['A', 'offline']);
    server.line = 'down';
    page.keeper.set('cname', 'AB');
    page.keeper.set('ename', 'E');
    await page.pass(5_000);
    expect([page.shown.status, page.shown.unsaved]).toEqual(['offline', { cname: 'AB', ename: 'E' }]);
    server.line = 'up';
    await page.pass(40_000);
    expect([server.values.cname, server.values.ename, page.shown.status, page.shown.conflicts]).toEqual(['AB', 'E', 'saved', []]);
  });

  it('knows its own words again after a lost answer and a crash', async () => {
    const page = await opened('a');
    server.line = 'answers lost';
    page.keeper.set('cname', 'A');
    await page.pass(900);
    server.line = 'down';
    page.keeper.set('cname', 'A and more');
    page.die();
    server.line = 'up';
    const next = await opened('b');
    await next.pass(1_000);
    expect([server.values.cname, next.shown.conflicts, next.shown.status]).toEqual(['A and more', [], 'saved']);
  });

  it('two closed tabs had typed otherwise into one field: the older is offered, after a reload as well, until somebody decides', async () => {
    server.line = 'down';
    const [one, two] = [await opened('a'), await opened('b')];
    one.keeper.set('cname', '海');
    await two.pass(5_000);
    two.keeper.set('cname', '河');
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
    last.keeper.resolve('cname', 'theirs');
    await last.pass(1_000);
    expect([server.values.cname, last.shown.conflicts, store.length]).toEqual(['海', [], 0]);
  });

  it('the session ends: everything is kept, and goes on after signing in', async () => {
    const page = await opened('a');
    server.line = 'signed out';
    page.keeper.set('cname', 'typed on');
    await page.pass(1_000);
    expect([page.shown.halt, page.shown.status, page.shown.unsaved]).toEqual(['signin', 'refused', { cname: 'typed on' }]);
    page.keeper.set('cname', 'typed on and on');
    server.line = 'up';
    page.keeper.resume();
    await page.pass(1_000);
    expect([server.values.cname, page.shown.halt, page.shown.status]).toEqual(['typed on and on', undefined, 'saved']);
  });

  it('the window closes: the words stay, are shown, and outlive the page', async () => {
    const page = await opened('a');
    page.keeper.set('cname', 'too late');
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
    page.keeper.set('logline', 'x'.repeat(51));
    page.keeper.set('cname', 'fits');
    await page.pass(1_000);
    expect([server.values.cname, server.values.logline, page.shown.status]).toEqual(['fits', '', 'refused']);
    expect(page.shown.problems).toMatchObject([{ path: 'logline', code: 'field.long' }]);
    expect(page.at('logline')).toBe('x'.repeat(51));
    await page.pass(60_000);
    expect(server.calls).toHaveLength(1);
    page.keeper.set('logline', 'short');
    await page.pass(1_000);
    expect([server.values.logline, page.shown.status, page.shown.problems]).toEqual(['short', 'saved', []]);
  });

  it('a field that the server does not know does not hold up the others', async () => {
    const page = await opened('a');
    page.keeper.set('nothing', 'x');
    page.keeper.set('cname', 'fits');
    await page.pass(1_000);
    expect([server.values.cname, page.shown.problems.map(({ path }) => path)]).toEqual(['fits', ['nothing']]);
  });

  it('what is typed while an answer is on its way is sent after it', async () => {
    const page = await opened('a');
    page.keeper.set('cname', 'A');
    const saving = page.keeper.flush();
    page.keeper.set('cname', 'AB');
    await saving;
    await page.pass(1_000);
    expect([server.values.cname, page.shown.conflicts, store.length]).toEqual(['AB', [], 0]);
  });

  it('leaving the page sends what is typed at once', async () => {
    const page = await opened('a');
    page.keeper.set('cname', 'last words');
    page.keeper.leave();
    page.die();
    await settled();
    expect(server.values.cname).toBe('last words');
  });

  it('says so where the browser keeps nothing', async () => {
    store.isFull = true;
    const page = await opened('a');
    page.keeper.set('cname', 'x');
    expect(page.shown.isSafe).toBe(false);
  });

  it('splits what one call cannot carry', async () => {
    const page = await opened('a');
    for (const path of ['cname', 'ename', 'logline', 'director/bio']) page.keeper.set(path, Array.from({ length: 700 }, () => '海'.repeat(10)) as JsonValue);
    expect(await page.keeper.flush()).toBe(true);
    expect(server.calls.length).toBeGreaterThan(1);
    for (const changes of server.calls) expect(new TextEncoder().encode(JSON.stringify(changes)).length).toBeLessThan(60_000);
  });
});

describe('a draft on several devices', () => {
  it('learns of other fields, says which, and goes on with its own', async () => {
    const page = await opened('a');
    page.keeper.set('cname', 'mine');
    server.elsewhere('ename', 'theirs');
    server.elsewhere('director/bio', 'theirs too');
    await page.pass(1_000);
    expect([page.at('cname'), page.at('ename'), page.shown.news]).toEqual(['mine', 'theirs', ['ename', 'director/bio']]);
    page.keeper.seen();
    expect(page.shown.news).toEqual([]);
    server.elsewhere('logline', 'later');
    await page.pass(20_000);
    expect([page.at('logline'), page.shown.news]).toEqual(['later', ['logline']]);
  });

  it.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ] as const)('asks where both wrote the same field; %s stands then everywhere', async (side, stands) => {
    const page = await opened('a');
    page.keeper.set('cname', 'mine');
    server.elsewhere('cname', 'theirs');
    await page.pass(1_000);
    expect([page.shown.status, page.shown.conflicts]).toEqual(['conflict', [{ path: 'cname', mine: 'mine', theirs: 'theirs' }]]);
    expect([page.at('cname'), server.values.cname]).toEqual(['mine', 'theirs']);
    page.keeper.resolve('cname', side);
    await page.pass(1_000);
    expect([page.at('cname'), server.values.cname, page.shown.status, store.length]).toEqual([stands, stands, 'saved', 0]);
  });

  it('two tabs tell each other, and neither takes the other’s words for lost', async () => {
    const one = await opened('a');
    const two = await opened('b');
    one.keeper.set('cname', 'from one');
    two.keeper.set('ename', 'from two');
    await one.pass(1_000);
    expect([two.at('cname'), two.at('ename'), two.shown.conflicts]).toEqual(['from one', 'from two', []]);
    await two.pass(1_000);
    expect([one.at('ename'), server.values]).toMatchObject(['from two', { cname: 'from one', ename: 'from two' }]);
    expect([one.shown.conflicts, two.shown.conflicts, store.length]).toEqual([[], [], 0]);
  });

  it('an upload adds a file while another is taken away: both hold', async () => {
    const file = (name: string): Row => ({ link: `/get/files/${name}`, fileName: name });
    server.values = { ...server.values, stills: [file('a'), file('b')] };
    const page = await opened('a');
    page.keeper.set('stills', [file('b')]);
    server.values = { ...server.values, stills: [file('a'), file('b'), file('c')] };
    server.ver += 1;
    page.keeper.adopt(structuredClone(server.facts()), true);
    await page.pass(1_000);
    expect([(server.values.stills as Row[]).map(({ fileName }) => fileName), page.shown.conflicts]).toEqual([['b', 'c'], []]);
  });

  it('it was submitted on another device: what is typed since stays here and is shown', async () => {
    const page = await opened('a');
    server.status = 'submitted';
    server.mayEdit = false;
    server.ver += 1;
    page.keeper.set('cname', 'after');
    await page.pass(1_000);
    expect([page.shown.halt, page.shown.unsaved, page.shown.facts?.status]).toEqual(['locked', { cname: 'after' }, 'submitted']);
  });
});
