/**
 * A process that carries out one edit and ends itself, as a pulled plug would, before the write that follows the n-th: `tsx edit-process.ts <database url> <number> <n>`.
 */
import { connect } from '#framework/data/engine/connect.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import { edits } from '../schemas/edits.ts';
import { carryOut, runOf } from './edit-run.ts';

const [url = '', number = '0', writes = '0'] = process.argv.slice(2);
const edit = edits[Number(number)];
if (!edit) throw new Error(`no edit ${number}`);
const db = await connect(url);
await ensureSystemTables(db);
let left = Number(writes);
await carryOut(db, runOf(edit, `k${number}`), () => {
  if (left-- === 0) process.kill(process.pid, 'SIGKILL');
});
await db.close();
