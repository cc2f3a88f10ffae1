/** Table evolution: every kind of edit, its process killed in its middle, on both databases (docs/evolution.md). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { bundledProcess } from '../../support/database/bundled-process.ts';
import { freshDatabase, freshUrl, testDatabases } from '../../support/database/database.ts';
import { applyAll, carryOut, expectedBefore, isMendedBefore, mend, runOf, valuesOf } from '../../support/database/edit-run.ts';
import { edits } from '../../support/schemas/edits.ts';
import { validateOf } from '../../support/schemas/entries.ts';

describe.each(testDatabases)('edits on %s', (kind) => {
  it('each is continued by the next start after it was killed in its middle, and taken back', async () => {
    const program = await bundledProcess('edit-process');
    let twin = await freshDatabase(kind);
    let fresh = freshUrl(kind);
    let times = 0;
    try {
      for (const [at, edit] of edits.entries()) {
        let writes = 0;
        await carryOut(twin, runOf(edit, `k${at}`), () => {
          writes += 1;
        });
        if (!writes) continue;
        await cutOff(program, [fresh.url, String(at), String(Math.floor(writes / 2))]);
        times += 1;
        const run = runOf(edit, `k${at}`);
        const killed = await connect(fresh.url);
        await ensureTables(killed, [run.after], { validator: async (entry) => validateOf(entry) });
        await applyAll(killed, run.after);
        if (!isMendedBefore(edit)) await mend(killed, run, run.after);
        expect((await applyAll(killed, run.after)).pending, edit.what).toEqual([]);
        expect(await valuesOf(killed, run.after), edit.what).toEqual(edit.after ?? expectedBefore(run));
        await applyAll(killed, run.back);
        expect((await planObject(killed, run.back)).steps, edit.what).toEqual([]);
        expect(await valuesOf(killed, run.back), edit.what).toEqual(expectedBefore(run));
        await killed.close();
        // Each comparison reads all tables, and nothing of an edit is needed after it.
        if (times % 8) continue;
        await Promise.all([fresh.remove(), twin.drop()]);
        fresh = freshUrl(kind);
        twin = await freshDatabase(kind);
      }
      expect(times).toBeGreaterThanOrEqual(60);
    } finally {
      await Promise.all([fresh.remove(), twin.drop()]);
    }
  }, 600_000);
});

/** Starts the process of an edit, which has to end by the signal that it sends itself. */
async function cutOff(program: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  const [, signal] = await once(child, 'exit');
  expect(signal, complaint).toBe('SIGKILL');
}
