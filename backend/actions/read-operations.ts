/** The panels of the system page that load by themselves: storage, mails, errors, sign-ins. For administrators. */

import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { findAccount } from '#backend/data/accounts.ts';
import { listFailures } from '#backend/data/attempts.ts';
import { utcText } from '#backend/data/history.ts';
import { dropLogGroup, groupLog, type LogGroup, loadLogGroup } from '#backend/data/log.ts';
import { countMails, listMails, requeueMail, stopMail } from '#backend/data/mail.ts';
import { databaseSize, filesSize } from '#backend/data/sizes.ts';
import { queueMail } from '#backend/mail/outbox.ts';
import { mailText } from '#backend/mail/texts.ts';
import type { Actor } from '#domain/actor.ts';
import type { LogEntry } from '#domain/log-entry.ts';
import { Refusal } from '#domain/problem.ts';
import type { Tools } from './tools.ts';

export interface StorageState {
  database: { kind: string; version: string; address: string; bytes: number };
  files: { kind: string; address: string; count: number; bytes: number; loose: number; writable: boolean };
  /** of the disk that the data folder is on, bytes */
  disk: { free: number; total: number };
}

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

export interface MailState {
  /** whether mails leave at all (SMTP_URL) */
  sends: boolean;
  /** state → mails */
  counts: Record<string, number>;
  mails: Awaited<ReturnType<typeof listMails>>;
}

export async function readOutbox(tools: Tools): Promise<MailState> {
  if (!tools.registry.get('mail') || tools.tables.blocked('mail')) return { sends: tools.outbox.sends, counts: {}, mails: [] };
  return { sends: tools.outbox.sends, counts: await countMails(tools.db), mails: await listMails(tools.db) };
}

/** Sends a failed, stopped or waiting mail anew, or stops one that waits. @throws Refusal msg.notfound where it is in no such state */
export async function changeMail(tools: Tools, actor: Actor, id: string, verb: 'retry' | 'stop'): Promise<void> {
  const now = utcText(tools.now());
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
  await tools.db.transaction((tx) => queueMail(tx, model, mail, tools.now()));
  tools.outbox.wake();
  return { to: account.email };
}

type Shown<T extends { first: number; last: number }> = Omit<T, 'first' | 'last'> & { first: string; last: string };

/** Reports grouped and counted; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export async function readErrors(tools: Tools): Promise<Shown<LogGroup>[]> {
  return (await groupLog(tools.db)).map((group) => ({ ...group, first: text(group.first), last: text(group.last) }));
}

/** Who met it and when, with stacks. @throws Refusal msg.notfound */
export async function readErrorGroup(tools: Tools, id: number): Promise<(LogEntry & { id: number; at: string })[]> {
  const entries = Number.isSafeInteger(id) ? await loadLogGroup(tools.db, id) : [];
  if (!entries.length) throw new Refusal('msg.notfound');
  return entries.map((entry) => ({ ...entry, at: text(entry.at) }));
}

/** @throws Refusal msg.notfound */
export async function forgetErrors(tools: Tools, actor: Actor, id: number): Promise<{ count: number }> {
  const count = Number.isSafeInteger(id) ? await dropLogGroup(tools.db, id) : 0;
  if (!count) throw new Refusal('msg.notfound');
  tools.log.info({ user: actor.id, count }, 'errors forgotten');
  return { count };
}

export async function readFailures(tools: Tools): Promise<{ account: string; address: string; at: string }[]> {
  return (await listFailures(tools.db, tools.now().getTime())).map((failure) => ({ ...failure, at: text(failure.at) }));
}

function text(at: number): string {
  return utcText(new Date(at));
}
