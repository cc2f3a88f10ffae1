/** Table evolution: every kind of edit, its process killed in its middle, on both databases (docs/evolution.md). */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { bundledProcess } from '../../support/database/bundled-process.ts';
import { freshUrl, testDatabases } from '../../support/database/database.ts';
import { applyAll, expectedBefore, isMendedBefore, mend, runOf, valuesOf } from '../../support/database/edit-run.ts';
import { type Edit, edits } from '../../support/schemas/edits.ts';
import { validateOf } from '../../support/schemas/entries.ts';

describe.each(testDatabases)('edits on %s', (kind) => {
  it('each is continued by the next start after it was killed in its middle, and taken back', async () => {
    const program = await bundledProcess('edit-process');
    let fresh = freshUrl(kind);
    let times = 0;
    try {
      for (let from = 0; ; ) {
        const at = await cutOff(program, fresh.url, from);
        if (at === undefined) break;
        times += 1;
        from = at + 1;
        const edit = edits[at] as Edit; // the process counts the same list
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
        await fresh.remove();
        fresh = freshUrl(kind);
      }
      expect(times).toBeGreaterThanOrEqual(60);
    } finally {
      await fresh.remove();
    }
  }, 600_000);
});

/** Starts the process of edits at one of them; the number of that which it died in, none where it came to the end. */
function cutOff(program: string, url: string, from: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, url, String(from)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaint = '';
    child.stdout.on('data', (data) => {
      said += data;
    });
    child.stderr.on('data', (data) => {
      complaint += data;
    });
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(Number(said.trim().split('\n').at(-1)?.split(' ')[1]));
      else if (code === 0) resolve(undefined);
      else reject(new Error(complaint));
    });
  });
}
