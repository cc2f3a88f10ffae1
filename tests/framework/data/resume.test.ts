import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { connect, type Database, type DatabaseKind } from '#framework/data/engine/connect.ts';
import { applyPlan } from '#framework/data/evolve/apply.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { bundledProcess } from '../../support/database/bundled-process.ts';
import { freshDatabase, testDatabases } from '../../support/database/database.ts';
import { entryOf, validateOf } from '../../support/schemas/entries.ts';

const rows = 6000;
const before = { properties: { year: { type: 'string', maxLength: 20, 'x-db': { index: true } }, gone: { type: 'string', maxLength: 20 } } };
const after = {
  properties: {
    year: { type: 'integer', 'x-db': { index: true } },
    added: { type: 'string', maxLength: 20, default: 'new' },
    note: { type: 'string', maxLength: 9 },
  },
};

it.each(testDatabases)(
  'a change killed at any moment is continued by the next start, on %s',
  async (kind) => {
    const fresh = await freshDatabase(kind);
    await ensureTables(fresh, [entryOf('sheet', before)]);
    await fresh.transaction(async (tx) => {
      for (let row = 0; row < rows; row++)
        await tx.run("INSERT INTO sheet (id, year, gone) VALUES (?, ?, 'kept')", [`r${String(row).padStart(6, '0')}`, String(1900 + (row % 120))]);
    });
    await fresh.close();

    // Each round kills a little later after the first step was announced, until a step that needs consent was cut off half way.
    let wasCut = false;
    for (let round = 0; round < 25 && !wasCut; round++) {
      const finished = await applyAndKill(fresh.url, round * 20);
      const db = await connect(fresh.url);
      expect(await db.query('SELECT COUNT(*) AS n FROM sheet WHERE id LIKE ?', ['r%'])).toEqual([{ n: rows }]);
      wasCut = (await db.query("SELECT 1 AS one FROM _step WHERE state = 'started' AND class = 'needsData'")).length > 0;
      await db.close();
      if (finished) break;
    }
    expect(wasCut).toBe(true);

    const entry = entryOf('sheet', after);
    const db = await connect(fresh.url);
    const [report] = await ensureTables(db, [entry], { validator: async () => validateOf(entry) });
    expect(report?.blocked).toBeUndefined();
    expect((await planObject(db, entry)).steps.filter((step) => step.kind !== 'check')).toEqual([]);
    const sums = await db.query('SELECT COUNT(*) AS n, SUM(year) AS years, MIN(added) AS added, MIN(`_x_gone_1`) AS gone FROM sheet');
    expect(sums.map((row) => ({ ...row, years: Number(row.years) }))).toEqual([{ n: rows, years: (rows * (1900 + 2019)) / 2, added: 'new', gone: 'kept' }]);
    await db.close();
    await dropUrl(kind, fresh);
  },
  120_000,
);

const list = (rest: object) => ({
  properties: { lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string', maxLength: 20 } } }, ...rest } },
});

it.each(testDatabases)(
  'entries being moved when it is killed (x-child on and off) are all there after the next start, on %s',
  async (kind) => {
    const fresh = await freshDatabase(kind);
    await ensureTables(fresh, [entryOf('sheet', list({}))]);
    await fresh.transaction(async (tx) => {
      for (let row = 0; row < rows / 3; row++)
        await tx.run('INSERT INTO sheet (id, `lines`) VALUES (?, ?)', [`r${String(row).padStart(6, '0')}`, `[{"text":"${row}"},{"text":"x"}]`]);
    });
    await fresh.close();
    for (const wanted of [list({ 'x-child': true }), list({})]) {
      const to = 'x-child' in wanted.properties.lines ? 'table' : 'column';
      let wasCut = false;
      for (let round = 0; round < 25 && !wasCut; round++) {
        const finished = await applyAndKill(fresh.url, round * 20, wanted, /step carryList/);
        const db = await connect(fresh.url);
        wasCut = (await db.query("SELECT 1 AS one FROM _step WHERE state = 'started' AND step = ?", [`carryList:sheet__lines:${to}`])).length > 0;
        await db.close();
        if (finished) break;
      }
      expect(wasCut).toBe(true);
      const entry = entryOf('sheet', wanted);
      const db = await connect(fresh.url);
      const [report] = await ensureTables(db, [entry], { validator: async () => validateOf(entry) });
      expect(report).toEqual({ object: 'sheet', steps: [], blocked: undefined });
      const texts =
        to === 'table'
          ? 'SELECT COUNT(*) AS n, COUNT(DISTINCT parent) AS r FROM sheet__lines'
          : 'SELECT COUNT(*) * 2 AS n, COUNT(*) AS r FROM sheet WHERE `lines` LIKE \'%"x"}]\'';
      expect((await db.query(texts)).map(({ n, r }) => [Number(n), Number(r)])).toEqual([[(rows / 3) * 2, rows / 3]]);
      await db.close();
    }
    await dropUrl(kind, fresh);
  },
  120_000,
);

const text = { type: 'string', maxLength: 20 };
const lines = (properties: object, type: 'array' | 'object') => ({
  properties: { lines: type === 'array' ? { type, items: { type: 'object', properties } } : { type, properties } },
});

const noted = (rest: object) => ({
  properties: { note: text, parts: { type: 'array', 'x-child': true, items: { type: 'object', properties: { text } } } },
  'x-search': ['note'],
  ...rest,
});

/** Changes whose steps are over in a moment: killed between any two statements of the step. `said` is what each row says once all is done. */
const changes: {
  what: string;
  step: string;
  before: Parameters<typeof entryOf>;
  after: Parameters<typeof entryOf>;
  row: [column: string, value: (row: number) => string];
  said: (db: Database) => Promise<unknown[]>;
  value: (row: number) => unknown;
}[] = [
  {
    what: 'members inside nested values get another name',
    step: '^renameInside:',
    before: ['sheet', lines({ text }, 'array')],
    after: ['sheet', lines({ words: { ...text, 'x-was': 'text' } }, 'array')],
    row: ['lines', (row) => `[{"text":"${row}"}]`],
    said: (db) => inJson(db, 'sheet'),
    value: (row) => [{ words: String(row) }],
  },
  {
    what: 'the object gets another name',
    step: '^renameObject:',
    before: ['sheet', noted({})],
    after: ['paper', noted({ 'x-was': 'sheet' })],
    row: ['note', String],
    said: async (db) => (await db.query<{ note: string }>('SELECT note FROM paper ORDER BY id')).map(({ note }) => note),
    value: String,
  },
  {
    what: 'a list becomes an object',
    step: '^(convert|rebuild):sheet:lines',
    before: ['sheet', lines({ text }, 'array')],
    after: ['sheet', lines({ text }, 'object')],
    row: ['lines', (row) => `[{"text":"${row}"}]`],
    said: (db) => inJson(db, 'sheet'),
    value: (row) => ({ text: String(row) }),
  },
  {
    what: 'an object becomes a list',
    step: '^(convert|rebuild):sheet:lines',
    before: ['sheet', lines({ text }, 'object')],
    after: ['sheet', lines({ text }, 'array')],
    row: ['lines', (row) => `{"text":"${row}"}`],
    said: (db) => inJson(db, 'sheet'),
    value: (row) => [{ text: String(row) }],
  },
  {
    what: 'a column gets its index',
    step: '^addIndex:',
    before: ['sheet', { properties: { note: text } }],
    after: ['sheet', { properties: { note: { ...text, 'x-db': { index: true } } } }],
    row: ['note', String],
    said: async (db) => (await db.query<{ note: string }>('SELECT note FROM sheet ORDER BY id')).map(({ note }) => note),
    value: String,
  },
];

async function inJson(db: Database, table: string): Promise<unknown[]> {
  const found = await db.query<{ lines: unknown }>(`SELECT \`lines\` FROM ${table} ORDER BY id`);
  return found.map(({ lines: value }) => (typeof value === 'string' ? JSON.parse(value) : value)); // MariaDB's driver reads JSON
}

const few = 40;
const historyRow = "INSERT INTO `_history` (`obj`, `row_id`, `ver`, `at`, `by`, `action`, `changes`) VALUES (?, ?, 1, 0, 'x', 'create', '{}')";
/** Statements after which the plug is pulled: each of the first, then some. */
const cuts = [0, 1, 2, 4, 7, 12, 20];

describe.each(changes)('a step that is killed between two statements, where $what', ({ step, before: first, after: wanted, row, said, value }) => {
  it.each(testDatabases)(
    'is continued by the next start, and no row is lost, on %s',
    async (kind) => {
      const entry = entryOf(...wanted);
      let killed = 0;
      for (const cut of cuts) {
        const fresh = await freshDatabase(kind);
        await ensureTables(fresh, [entryOf(...first)]);
        await fresh.transaction(async (tx) => {
          for (let at = 0; at < few; at++) await tx.run(`INSERT INTO sheet (id, \`${row[0]}\`) VALUES (?, ?)`, [`r${String(at).padStart(6, '0')}`, row[1](at)]);
          for (let at = 0; at < 3; at++) await tx.run(historyRow, ['sheet', `r${at}`]);
        });
        await fresh.close();
        const isDone = await applyAndDie(fresh.url, wanted, step, cut);
        const db = await connect(fresh.url);
        const hasBegun = (await db.query("SELECT 1 AS one FROM `_step` WHERE state = 'started'")).length > 0;
        const [report] = await ensureTables(db, [entry], { validator: async () => validateOf(entry) });
        // What a person has to allow and was not begun is asked again, and finds every row.
        if (hasBegun || isDone) expect(report?.blocked, `after ${cut} statements`).toBeUndefined();
        if (report?.blocked) await applyPlan(db, await planObject(db, entry), { allow: ['needsData'], validate: validateOf(entry) });
        expect((await planObject(db, entry)).steps.filter((one) => one.kind !== 'check')).toEqual([]);
        expect(await said(db), `after ${cut} statements`).toEqual(Array.from({ length: few }, (_, at) => value(at)));
        expect(await db.query('SELECT COUNT(*) AS n FROM _history WHERE obj = ?', [wanted[0]])).toEqual([{ n: 3 }]);
        await db.close();
        await dropUrl(kind, fresh);
        if (isDone) break;
        killed += 1;
      }
      expect(killed, 'times killed amid the step').toBeGreaterThan(3);
    },
    180_000,
  );
});

/** Starts the change in a process of its own and kills it `delay` ms after its first step that needs consent; true if it was done before. */
function applyAndKill(url: string, delay: number, schema: object = after, armed = /step (convert|rebuild:sheet:year)/): Promise<boolean> {
  let isArmed = false;
  return apply([url, 'sheet', JSON.stringify(schema)], (said, kill) => {
    if (isArmed || !armed.test(said)) return;
    isArmed = true;
    setTimeout(kill, delay);
  });
}

/** The same, ended by itself after `cut` statements of the step. */
function applyAndDie(url: string, [name, schema]: Parameters<typeof entryOf>, step: string, cut: number): Promise<boolean> {
  return apply([url, name, JSON.stringify(schema), step, String(cut)]);
}

let program: Promise<string> | undefined;

/** True if it came to its end, false if it was killed. */
async function apply(args: string[], hear: (said: string, kill: () => void) => void = () => undefined): Promise<boolean> {
  program ??= bundledProcess('apply-process');
  const file = await program;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let complaint = '';
    child.stdout.on('data', (data) => {
      said += data;
      hear(said, () => child.kill('SIGKILL'));
    });
    child.stderr.on('data', (data) => {
      complaint += data;
    });
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(false);
      else if (code === 0) resolve(true);
      else reject(new Error(complaint));
    });
  });
}

async function dropUrl(kind: DatabaseKind, fresh: { url: string; drop(): Promise<void> }): Promise<void> {
  // The first connection is closed; only what it made is left to remove.
  if (kind === 'mariadb') {
    const db = await connect(fresh.url);
    await db.exec(`DROP DATABASE \`${new URL(fresh.url).pathname.slice(1)}\``);
    await db.close();
  } else await fresh.drop();
}
