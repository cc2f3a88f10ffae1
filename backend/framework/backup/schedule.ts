/**
 * Backups by the clock (BACKUP_AT): made, restored into nowhere to know that it can be, and only then older ones of the schedule go (BACKUP_KEEP). What fails is
 * told to administrators by mail. What has been begun stands in the database, so that several servers make one, and a killed one is begun again.
 */

import { readSetting, writeSetting } from '#framework/data/system/settings.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { reasonOf } from '#framework/jobs/jobs.ts';
import { tellAdministrators } from '#framework/mail/tell-administrators.ts';
import { readMessages } from '#framework/messages.ts';
import type { BackupCheck } from '#framework/system/wire.ts';
import { homeZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { dueSlot, lastSlot, type NotedSlot } from '#rules/backup-slot.ts';
import { Refusal } from '#rules/words/problem.ts';
import { backupsIn, forgetBackup, isScheduled } from './backup-store.ts';
import { checkBackup } from './check-backup.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import { nobody } from './stored-backups.ts';

/** How often the clock is looked at, ms. */
const lookEvery = 15_000;
const setting = 'backup';

export class BackupSchedule {
  readonly #tools: Tools;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  open(): void {
    if (!this.#tools.config.backupAt.length) return;
    this.#timer = setInterval(() => void this.look(), lookEvery);
    this.#timer.unref();
    void this.look();
  }

  /** Begins what is due. */
  look(): Promise<void> {
    this.#looking ??= this.#begin()
      .catch((error) => this.#tools.log.warn({ err: error }, 'the schedule of backups could not be looked at'))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #begin(): Promise<void> {
    const { db, config, now, jobs } = this.#tools;
    const slot = lastSlot(now().getTime(), config.backupAt, homeZone.value);
    if (!dueSlot(slot, await readNoted(this.#tools))) return;
    await db.alone('backup schedule', async () => {
      const due = dueSlot(slot, await readNoted(this.#tools));
      if (!due) return;
      if (due.isDone) await this.#note(due);
      if (due.isDone && due.tries) return void (await this.#tell('msg.backupended', due.slot));
      if (due.isDone) return;
      // Where another is being made, by hand or at another server, it comes after that one.
      await jobs
        .start('backup', nobody, (context) => this.#make(context, due), { alone: true })
        .catch((error) => {
          if (!(error instanceof Refusal)) throw error;
        });
    });
  }

  async #make(context: JobContext, due: NotedSlot): Promise<MadeBackup & { check: BackupCheck }> {
    try {
      await this.#note(due);
      const made = await makeBackup(this.#tools, context, true);
      const check = await checkBackup(this.#tools, context, made.name);
      if (!check.isWhole) throw new Error(`${made.name} cannot be restored: ${check.problem}`);
      await this.#rotate();
      await this.#note({ ...due, isDone: true });
      return { ...made, check };
    } catch (error) {
      // Stopped with the server it is begun again; stopped by a person it is over.
      if (context.signal.reason === 'stopping') throw error;
      await this.#note({ ...due, isDone: true });
      if (!context.signal.aborted) await this.#tell(reasonOf(error), due.slot);
      throw error;
    }
  }

  async #rotate(): Promise<void> {
    const store = await this.#tools.backups();
    const own = (await backupsIn(store)).filter(({ name }) => isScheduled(name));
    for (const { name } of own.slice(this.#tools.config.backupKeep)) {
      await forgetBackup(store, name);
      this.#tools.log.info({ backup: name }, 'backup removed: there are enough newer ones');
    }
  }

  async #note(noted: NotedSlot): Promise<void> {
    await writeSetting(this.#tools.db, setting, JSON.stringify(noted));
  }

  async #tell(problem: string, slot: number): Promise<void> {
    const messages = readMessages(this.#tools.config.localesDir);
    await this.#tools.db.transaction((tx) =>
      tellAdministrators(this.#tools, tx, 'backupFailed', 'jobs', (lang) => ({ at: stampOf(slot), problem: messages[lang][problem] ?? problem })),
    );
    this.#tools.outbox.wake();
  }
}

async function readNoted({ db }: Pick<Tools, 'db'>): Promise<NotedSlot | undefined> {
  const noted = await readSetting(db, setting);
  return noted ? (JSON.parse(noted) as NotedSlot) : undefined; // written above
}
