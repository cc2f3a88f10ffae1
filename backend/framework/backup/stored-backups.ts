/** The list of backups, for administrators: shown, sent, removed. */
import type { Readable } from 'node:stream';
import { findJobs } from '#framework/data/system/jobs.ts';
import type { Storage, StoredFile } from '#framework/files/storage.ts';
import type { BackupList } from '#framework/system/wire.ts';
import { homeZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { backupsIn, forgetBackup, isBackup } from './backup-store.ts';

/** Whose jobs those of the schedule are. */
export const nobody = '';

/** Newest first. @throws Refusal msg.admin */
export async function listBackups(tools: Tools, actor: Actor): Promise<BackupList> {
  demandAdministrator(actor);
  const store = await tools.backups();
  const { backupAt: times, backupKeep: keep } = tools.config;
  return { address: store.address, times, zone: homeZone.value, keep, last: await lastOfSchedule(tools), backups: await backupsIn(store) };
}

/** The archive to send. Who took it is written down, for it holds everything. @throws Refusal msg.admin, msg.notfound */
export async function openBackup(tools: Tools, actor: Actor, name: string): Promise<{ stream: Readable; size: number }> {
  demandAdministrator(actor);
  const store = await tools.backups();
  const { size } = await demandBackup(store, name);
  const stream = await store.open(name);
  tools.log.warn({ backup: name, user: actor.id }, 'backup downloaded');
  return { stream, size };
}

/** @throws Refusal msg.admin, msg.notfound */
export async function removeBackup(tools: Tools, actor: Actor, name: string): Promise<void> {
  demandAdministrator(actor);
  const store = await tools.backups();
  await demandBackup(store, name);
  await forgetBackup(store, name);
  tools.log.warn({ backup: name, user: actor.id }, 'backup removed');
}

/** @throws Refusal msg.notfound */
export async function demandBackup(store: Storage, name: string): Promise<StoredFile> {
  const found = isBackup(name) ? await store.stat(name) : undefined;
  if (!found) throw new Refusal('msg.notfound');
  return found;
}

export function demandAdministrator(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
}

/** What the last backup of the schedule came to; null before the first. */
export async function lastOfSchedule({ db }: Pick<Tools, 'db'>): Promise<BackupList['last']> {
  const [job] = await findJobs(db, { kind: 'backup', by: nobody });
  return job ? { at: stampOf(job.at), state: job.state, message: job.message } : null;
}
