/** The panels of the system page that load by themselves: storage, mails, errors, sign-ins. For administrators. */

import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { findAccount } from '#framework/data/system/accounts/accounts.ts';
import { listFailures } from '#framework/data/system/accounts/attempts.ts';
import { dropLogGroup, groupLog, loadLogGroup } from '#framework/data/system/log.ts';
import { countMails, listMails, requeueMail, stopMail } from '#framework/data/system/mail.ts';
import { databaseSize, filesSize } from '#framework/data/system/sizes.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { mailText } from '#framework/mail/texts.ts';
import { totalsOf } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { logModel } from './record-log.ts';
import type { ErrorGroup, ErrorReport, FailedSignIn, MailState, StorageState } from './wire.ts';

export async function readStorage(tools: Tools): Promise<StorageState> {
  const { kind, version, address } = tools.db;
  const { storage } = tools;
  const [bytes, files, disk, writable] = await Promise.all([
    databaseSize(tools.db),
    filesSize(tools.db),
    statfs(tools.config.dataDir),
    storage.check().then(
      () => true,
      () => false,
    ),
  ]);
  return {
    database: { kind, version, address, bytes },
    files: { kind: storage.kind, address: storage.address, ...files, writable },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
  };
}

export async function readOutbox(tools: Tools): Promise<MailState> {
  if (!tools.registry.get('mail') || tools.tables.blocked('mail')) return { sends: tools.outbox.sends, counts: {}, mails: [] };
  return { sends: tools.outbox.sends, counts: await countMails(tools.db), mails: await listMails(tools.db) };
}

/** Sends a failed, stopped or waiting mail anew, or stops one that waits. @throws Refusal msg.notfound where it is in no such state */
export async function changeMail(tools: Tools, actor: Actor, id: string, verb: 'retry' | 'stop'): Promise<void> {
  const now = stampOf(tools.now());
  if (!(await (verb === 'retry' ? requeueMail(tools.db, id, now) : stopMail(tools.db, id, now)))) throw new Refusal('msg.notfound');
  tools.log.info({ mail: id, verb, user: actor.id }, 'mail changed');
  tools.outbox.wake();
}

/** A mail to the administrator's own address, to see whether mails arrive. @throws Refusal msg.invalid where that address is none */
export async function sendTestMail(tools: Tools, actor: Actor): Promise<{ to: string }> {
  const model = tools.registry.get('mail')?.model;
  const account = await findAccount(tools.db, actor.id);
  if (!model || !account) throw new Refusal('msg.notfound');
  const text = mailText(tools.config.localesDir, 'test', account.lang, { name: account.name });
  const mail = { id: `test-${randomUUID()}`, to: account.email, ...text, lang: account.lang, template: 'test', by: actor.id };
  await tools.db.transaction((tx) => queueMail(tools, tx, model, mail, tools.now()));
  tools.outbox.wake();
  return { to: account.email };
}

/** Reports grouped and counted; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export async function readErrors(tools: Tools): Promise<ErrorGroup[]> {
  return logModel(tools) ? groupLog(tools.db) : [];
}

/** Who met it and when, with stacks. @throws Refusal msg.notfound */
export async function readErrorGroup(tools: Tools, id: string): Promise<ErrorReport[]> {
  const entries = logModel(tools) ? await loadLogGroup(tools.db, id) : [];
  if (!entries.length) throw new Refusal('msg.notfound');
  return entries;
}

/** @throws Refusal msg.notfound */
export async function forgetErrors(tools: Tools, actor: Actor, id: string): Promise<{ count: number }> {
  const log = logModel(tools);
  const count = log ? await dropLogGroup(tools.db, id) : 0;
  if (!log || !count) throw new Refusal('msg.notfound');
  totalsOf(tools.db).changed(log.name, -count);
  tools.log.info({ user: actor.id, count }, 'errors forgotten');
  return { count };
}

export async function readFailures(tools: Tools): Promise<FailedSignIn[]> {
  return (await listFailures(tools.db, tools.now().getTime())).map((failure) => ({ ...failure, at: text(failure.at) }));
}

function text(at: number): string {
  return stampOf(at);
}
