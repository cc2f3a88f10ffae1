/**
 * A process that carries out one edit after the other, from the given number on, and ends itself, as a pulled plug would, in the middle of what the first of
 * them writes: `tsx edit-process.ts <database url> <number>`. It says which one it was. How much an edit writes is counted on a twin beforehand.
 */
import { connect } from '#framework/data/engine/connect.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import { edits } from '../schemas/edits.ts';
import { applyAll, isMendedBefore, mend, prepare, runOf, watched } from './edit-run.ts';

const [url = '', from = '0'] = process.argv.slice(2);
const db = await connect(url);
await ensureSystemTables(db);
for (const [at, edit] of edits.entries()) {
  if (at < Number(from)) continue;
  let writes = 0;
  const carryOut = async (name: string, heard: () => void) => {
    const run = runOf(edit, name);
    await prepare(db, run);
    // What stands in the way of the edit is right before it begins; a field that it adds itself is put right after it.
    if (isMendedBefore(edit)) await mend(db, run, run.before);
    await applyAll(db, run.after, (same) => watched(same, heard));
  };
  await carryOut(`twin${at}`, () => {
    writes += 1;
  });
  if (!writes) continue;
  let left = Math.floor(writes / 2);
  console.log(`edit ${at} ${writes}`);
  await carryOut(`k${at}`, () => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
  });
}
await db.close();
