/** Whether a backup can be restored: it is, into a place that is thrown away, and what is there is counted. */

import { join } from 'node:path';
import { tryDump } from '#framework/data/backup/try-dump.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { namesOfFiles } from '#framework/data/system/files/files.ts';
import { type JobContext, stopIfAsked } from '#framework/jobs/jobs.ts';
import type { BackupCheck } from '#framework/system/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { keepCheck, sumOf, withFolder } from './backup-store.ts';
import type { Manifest } from './make-backup.ts';
import { unpack } from './restore-backup.ts';
import { demandAdministrator, demandBackup } from './stored-backups.ts';

/** Files asked for at one time. */
const page = 1_000;

/** Starts a check; gives the job's id. @throws Refusal msg.admin, msg.notfound, msg.running */
export async function startCheck(tools: Tools, actor: Actor, name: string): Promise<string> {
  demandAdministrator(actor);
  await demandBackup(await tools.backups(), name);
  return tools.jobs.start('backupcheck', actor.id, (context) => checkBackup(tools, context, name), { alone: true });
}

/** What came of it is noted beside the archive. @throws Error where it could not be carried out at all */
export async function checkBackup(tools: Tools, context: JobContext, name: string): Promise<BackupCheck> {
  const store = await tools.backups();
  const check = await withFolder(store, async (folder): Promise<BackupCheck> => {
    const at = stampOf(Date.now());
    const none: BackupCheck = { at, isWhole: false, problem: '', how: 'read', tables: 0, rows: 0, files: 0, lost: 0 };
    try {
      context.tell(0, 0, 'reading');
      const archive = { name, open: () => store.open(name), sha256: await sumOf(store, name) };
      const manifest = await unpack(archive, folder, (entry) => entry.startsWith('database/'), context.signal);
      stopIfAsked(context.signal);
      context.tell(0, 0, 'restoring');
      return { ...none, ...(await tryRestored(tools, context, folder, manifest)) };
    } catch (error) {
      stopIfAsked(context.signal);
      return { ...none, problem: error instanceof Error ? error.message : String(error) };
    }
  });
  await keepCheck(store, name, check);
  const { isWhole, problem, ...figures } = check;
  if (isWhole) tools.log.info({ backup: name, ...figures }, 'backup checked');
  else tools.log.error({ backup: name, problem }, 'a backup cannot be restored');
  return check;
}

async function tryRestored({ config }: Tools, { signal, tell }: JobContext, folder: string, manifest: Manifest): Promise<Partial<BackupCheck>> {
  const { kind, rows } = manifest.database;
  const stored = new Set(manifest.entries.flatMap(({ name }) => (name.startsWith('files/') ? [name.slice('files/'.length)] : [])));
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);
  const dump = { kind, rows, store: '', watcher: { signal, tell: (done: number, total: number) => tell(done, total) } };
  const tried = await tryDump(config.databaseUrl, config.backupCheckUrl, join(folder, 'database'), dump, async ({ rows: counted, database }) => {
    // Backups of the first release have no counts of SQLite.
    const differing = Object.keys(rows).filter((table) => rows[table] !== counted[table]);
    if (differing.length) throw new Error(`${differing.join(', ')}: as many rows are not there as were written down`);
    return { tables: Object.keys(counted).length, rows: sum(counted), lost: await countLost(database, stored) };
  });
  const figures = tried ?? { tables: Object.keys(rows).length, rows: sum(rows), lost: 0 };
  return { isWhole: true, how: tried ? 'restored' : 'read', files: stored.size, ...figures };
}

/** Files that the database names and the archive does not have. */
async function countLost(database: Database, stored: ReadonlySet<string>): Promise<number> {
  let lost = 0;
  for (let names = await namesOfFiles(database, '', page); names.length; names = await namesOfFiles(database, names.at(-1) ?? '', page))
    lost += names.filter((name) => !stored.has(name)).length;
  return lost;
}
