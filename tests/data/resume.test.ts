import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { connect, type DatabaseKind } from '#framework/data/engine/connect.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { freshDatabase, testDatabases } from '../support/database.ts';
import { entryOf, validateOf } from '../support/entries.ts';

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
  'a change that is killed at any moment is taken up by the next start, on %s',
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
  'entries that are carried over when it is killed (x-child on and off) are all there after the next start, on %s',
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

/** Starts the change in a process of its own and kills it `delay` ms after its first step that needs consent; true if it was done before. */
function applyAndKill(url: string, delay: number, schema: object = after, armed = /step (convert|rebuild:sheet:year)/): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/apply-process.ts', url, 'sheet', JSON.stringify(schema)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaint = '';
    let isArmed = false;
    child.stdout.on('data', (data) => {
      said += data;
      if (!isArmed && armed.test(said)) {
        isArmed = true;
        setTimeout(() => child.kill('SIGKILL'), delay);
      }
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
