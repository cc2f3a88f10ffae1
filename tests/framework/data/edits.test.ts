/** Table evolution: every kind of edit, on rows, on both databases, and taken back (docs/evolution.md); killed in its middle: edits-killed.test.ts. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { planObject, type StepClass } from '#framework/data/evolve/plan.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';
import { applyAll, expectedBefore, mend, prepare, runOf, valuesOf } from '../../support/database/edit-run.ts';
import { edits } from '../../support/schemas/edits.ts';

const order: readonly StepClass[] = ['safe', 'needsData', 'destructive'];

it('there are at least sixty kinds of edit, each with a name of its own', () => {
  expect(new Set(edits.map(({ what }) => what)).size).toBe(edits.length);
  expect(edits.length).toBeGreaterThanOrEqual(60);
});

const said = {
  none: 'nothing to do',
  safe: 'done by itself',
  needsData: 'waits for consent',
  destructive: "waits, the object's name is typed",
};

it('docs/evolution.md says of each what happens', () => {
  const rows = edits.map(({ what, class: strongest, mend: rows }) => `| ${what} | ${said[strongest]}${rows ? '; the rows in the way are named first' : ''} |`);
  const lines = readFileSync('docs/evolution.md', 'utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('| ')).slice(2)).toEqual(rows);
});

describe.each(testDatabases)('edits on %s', (kind) => {
  let db: TestDatabase;
  let times = 0;
  beforeEach(async () => {
    // Each comparison reads all tables, and nothing of an edit is needed after it.
    if (times % 8 === 0) {
      await db?.drop();
      db = await freshDatabase(kind);
    }
    times += 1;
  });
  afterAll(() => db.drop());

  it.each(edits.map((edit, at) => [edit.what, edit, `e${at}`] as const))('%s: planned, applied and taken back', async (_, edit, name) => {
    const run = runOf(edit, name);
    const { before, after, back } = run;
    await prepare(db, run);
    const plan = await planObject(db, after);
    if (edit.counted !== undefined) expect(plan.steps.map(({ rows }) => rows?.count ?? 0).reduce((sum, count) => sum + count, 0)).toBe(edit.counted);

    // What is safe is done by itself; what is not waits with the rows untouched.
    const [report] = await ensureTables(db, [after]);
    const waiting = report?.steps.map((step) => step.class) ?? [];
    if (report?.blocked === undefined) expect(waiting, JSON.stringify(report?.steps)).not.toContain('safe');
    expect(order.findLast((one) => waiting.includes(one)) ?? (plan.steps.length ? 'safe' : 'none')).toBe(edit.class);
    if (edit.mend) {
      const { refused, failed } = await applyAll(db, after);
      expect(failed).toEqual([]);
      expect([...new Set(refused.flatMap(({ failures }) => failures.map(({ id }) => id)))].sort()).toEqual(
        expect.arrayContaining(Object.keys(edit.mend).map((at) => `r${Number(at) + 1}`)),
      );
      await mend(db, run, report?.blocked === undefined ? after : before);
    }
    const { pending, failed, refused, blocked } = await applyAll(db, after);
    expect({ pending, failed: failed.map(({ message }) => message), refused, blocked }).toEqual({ pending: [], failed: [], refused: [], blocked: undefined });
    expect((await planObject(db, after)).steps).toEqual([]);
    expect(await valuesOf(db, after)).toEqual(edit.after ?? expectedBefore(run));

    await applyAll(db, back);
    expect((await planObject(db, back)).steps).toEqual([]);
    expect(await valuesOf(db, back)).toEqual(expectedBefore(run));
  });
});
