/**
 * The outbox: a mail is written in the transaction that it reports on, and sent afterwards by the process that claims it. Neither a kill of this process nor
 * an outage of the mail server loses it; killed between the server's 'taken' and our note of it, it goes out twice under one Message-ID.
 */

import type { Logger } from 'pino';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import { type Database, type Transaction, Unavailable } from '#framework/data/engine/connect.ts';
import { withPatience } from '#framework/data/engine/patience.ts';
import { claimMail, emptyMail, freeClaims, markFailed, markSent, type OutgoingMail } from '#framework/data/system/mail.ts';
import type { Observer } from '#framework/observe/observer.ts';
import { type SaveTools, save } from '#framework/save/save.ts';
import { instant, stampOf } from '#framework/time.ts';
import { holdsSecret, isHeaderText, isMailbox, lastTemplates, lease, redacted, waitAfter } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { SendError, type Transport } from './transport.ts';

export interface NewMail {
  id: string;
  to: string;
  subject: string;
  body: string;
  lang: Lang;
  /** what it is for: 'reset', 'mailSubmit' */
  template: string;
  /** who caused it */
  by: string;
  /** waits until staff have reviewed and released it */
  held?: boolean;
  /** the batch it was written with */
  batch?: string;
  /** fields that the application's mails have beyond these */
  more?: Row;
}

/**
 * Puts a mail into the outbox, in the caller's transaction; call `outbox.wake()` after its commit.
 * @throws Refusal msg.invalid with `to` (not one mailbox) or `subject` (more than one line)
 */
export async function queueMail(tools: SaveTools, tx: Transaction, model: ObjectModel, mail: NewMail, now: Date): Promise<void> {
  if (!isMailbox(mail.to)) throw new Refusal('msg.invalid', { fields: [{ path: 'to', code: 'field.email' }] });
  if (!isHeaderText(mail.subject)) throw new Refusal('msg.invalid', { fields: [{ path: 'subject', code: 'field.invalid' }] });
  const { by, held = false, more, ...given } = mail;
  await save(tools, tx, model, { create: { ...more, ...given, status: held ? 'held' : 'waiting', tries: 0 } }, { by, at: now });
}

/**
 * Each sends one mail at a time over a persistent connection of its own. The first carries codes alone, so that codes never wait for other mails, however
 * many there are and however slow the mail server is.
 */
const lanes = [{ urgentOnly: true }, { urgentOnly: false }, { urgentOnly: false }] as const;
type Lane = (typeof lanes)[number];

/** How often the outbox is looked at without being woken, ms. */
const lookEvery = 5_000;

export class Outbox {
  readonly #db: Database;
  readonly #transport: Transport | undefined;
  readonly #log: Logger;
  readonly #observer: Observer;
  readonly #now: () => Date;
  /** whether the object `mail` exists */
  readonly #ready: () => boolean;
  readonly #sender: (mail: string) => Promise<string>;
  #timer: NodeJS.Timeout | undefined;
  #opening: Promise<void> | undefined;
  readonly #working = new Map<Lane, Promise<void>>();
  /** lanes that were woken while they worked */
  readonly #again = new Set<Lane>();
  #closed = false;

  constructor(deps: {
    db: Database;
    transport: Transport | undefined;
    log: Logger;
    observer: Observer;
    now: () => Date;
    ready: () => boolean;
    sender: (mail: string) => Promise<string>;
  }) {
    this.#db = deps.db;
    this.#transport = deps.transport;
    this.#log = deps.log;
    this.#observer = deps.observer;
    this.#now = deps.now;
    this.#ready = deps.ready;
    this.#sender = deps.sender;
  }

  /** Whether mails leave at all; without SMTP_URL they stay here to be read. */
  get sends(): boolean {
    return this.#transport !== undefined;
  }

  open(): void {
    if (!this.#transport) return;
    this.#timer = setInterval(() => this.wake(), lookEvery);
    this.#timer.unref();
    // An embedded database has no other process: what the last life of this server had in hand is free at once, not when its lease is over.
    const freed =
      this.#db.kind === 'sqlite' && this.#ready()
        ? freeClaims(this.#db, stampOf(this.#now())).catch((error) =>
            this.#log.warn({ err: error }, 'claims of the last life not freed; their lease ends by itself'),
          )
        : Promise.resolve();
    this.#opening = freed.finally(() => {
      this.#opening = undefined;
      this.wake();
    });
  }

  /** Sends what is due, in the background. */
  wake(): void {
    if (!this.#transport || this.#closed || this.#opening) return;
    for (const lane of lanes) this.#wakeLane(this.#transport, lane);
  }

  #wakeLane(transport: Transport, lane: Lane): void {
    if (this.#working.has(lane)) {
      this.#again.add(lane);
      return;
    }
    const work = this.#sendDue(transport, lane)
      .catch((error) => this.#log.warn({ err: error }, 'outbox not read')) // the database is away; the next look finds it again
      .finally(() => {
        this.#working.delete(lane);
        if (this.#again.delete(lane) && !this.#closed) this.#wakeLane(transport, lane);
      });
    this.#working.set(lane, work);
  }

  /** Finishes the mails under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#opening;
    await Promise.all(this.#working.values());
    this.#transport?.close();
  }

  async #sendDue(transport: Transport, { urgentOnly }: Lane): Promise<void> {
    while (!this.#closed && this.#ready()) {
      const now = this.#now();
      const mail = await claimMail(this.#db, stampOf(now), stampOf(now.getTime() + lease), { urgentOnly });
      if (!mail) return;
      await this.#observer.during('mail', mail.id, `mail ${mail.template}`, () => this.#send(transport, mail));
    }
  }

  async #send(transport: Transport, mail: OutgoingMail): Promise<void> {
    try {
      if (!isMailbox(mail.to)) throw new SendError('the recipient is not one mailbox', true);
      if (!isHeaderText(mail.subject)) throw new SendError('the subject is not one line', true);
      await transport.send({ id: mail.id, from: await this.#sender(mail.id), to: mail.to, subject: mail.subject, text: mail.body });
    } catch (error) {
      const now = this.#now();
      const age = now.getTime() - instant(mail.createdAt);
      const wait = waitAfter({ tries: mail.tries, permanent: error instanceof SendError && error.permanent, age });
      const next = wait === undefined ? undefined : stampOf(now.getTime() + wait);
      await markFailed(this.#db, mail, error instanceof Error ? error.message : String(error), next, stampOf(now));
      this.#log.warn({ mail: mail.id, template: mail.template, tries: mail.tries, next }, 'mail not sent');
      return;
    }
    // Nobody else knows that it has gone: where the database is away it is noted as soon as it is back, before another takes the mail for one left behind.
    const until = performance.now() + lease;
    const sent = stampOf(this.#now());
    const isNoted = () => markSent(this.#db, mail, staysOf(mail), sent).then(() => true);
    if (!(await withPatience(isNoted, () => !this.#closed && performance.now() < until))) throw new Unavailable(`mail ${mail.id} went and is not noted`);
    this.#log.info({ mail: mail.id, template: mail.template }, 'mail sent');
  }
}

/** What stays in the outbox of a mail that was sent. */
function staysOf(mail: OutgoingMail): Pick<OutgoingMail, 'to' | 'subject' | 'body'> {
  if (lastTemplates().includes(mail.template)) return emptyMail;
  return holdsSecret(mail.template) ? { to: mail.to, subject: redacted(mail.subject), body: redacted(mail.body) } : mail;
}
