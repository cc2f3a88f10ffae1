/**
 * Webhooks follow the feed of changes (decision 075), each with a cursor of its own: what is committed is told, whatever ended the process in between, in its
 * order, one message after the other. One that is not taken is tried again and again, and what comes after it waits. A message may come twice, under one
 * webhook-id, where the process ended between the answer and the note of it.
 */
import type { Row } from '#codegen/model.ts';
import { unseal } from '#framework/accounts/seal.ts';
import { claimWebhook, type Delivery, insertDelivery, openWebhooks, releaseWebhook, updateWebhook, type Webhook } from '#framework/data/system/webhooks.ts';
import { tellAdministrators } from '#framework/mail/tell-administrators.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { changesBehind } from '#framework/records/follow-changes.ts';
import { readRecord } from '#framework/records/reading/read-record.ts';
import type { FoundChange } from '#framework/records/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { staff } from '#rules/accounts/realm.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import { eventOf, givenUpAfter, meetsWhen, tellsOf, waitAfterTry } from '#rules/webhook.ts';
import { defaultLang } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { conditionTree } from './condition.ts';
import { post } from './post.ts';

/** How often hooks are looked at without being woken, ms. */
const lookEvery = 5_000;
/** From a write to the look that follows it, ms. */
const afterWrite = 100;
/** A hook is this process's for so long at a time, ms; longer than a message takes. */
const lease = 60_000;

export class WebhookSender {
  readonly #tools: Tools;
  readonly #working = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  /** whether the last look found a hook */
  #hasAny = false;
  #closed = false;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  open(): void {
    this.#timer = setInterval(() => this.wake(), lookEvery);
    this.#timer.unref();
    this.wake();
  }

  /** Looks for what is due, in the background. */
  wake(): void {
    if (this.#closed) return;
    void openWebhooks(this.#tools.db).then(
      (ids) => {
        this.#hasAny = ids.length > 0;
        for (const id of ids) this.#start(id);
      },
      (error) => this.#tools.log.warn({ err: error }, 'webhooks not read'), // the next look finds them again
    );
  }

  /** Something was written: looks soon, once for many writes, and not at all where there is no hook. */
  noteWrite(): void {
    if (!this.#hasAny || this.#closed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, afterWrite);
  }

  /** Finishes the messages under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await Promise.all(this.#working.values());
  }

  #start(id: string): void {
    if (this.#closed) return;
    if (this.#working.has(id)) {
      this.#again.add(id);
      return;
    }
    const work = this.#send(id)
      .catch((error) => this.#tools.log.warn({ err: error, webhook: id }, 'webhook not served')) // at the next look
      .finally(() => {
        this.#working.delete(id);
        if (this.#again.delete(id)) this.#start(id);
      });
    this.#working.set(id, work);
  }

  async #send(id: string): Promise<void> {
    const { db, now } = this.#tools;
    const hook = await claimWebhook(db, id, now().getTime(), now().getTime() + lease);
    if (!hook) return;
    try {
      await this.#follow(hook);
    } finally {
      await releaseWebhook(db, id);
    }
  }

  async #follow(hook: Webhook): Promise<void> {
    const { db, now } = this.#tools;
    const actor = actorOf(hook);
    let { cursor } = hook;
    const until = now().getTime() + lease / 2;
    for (;;) {
      const part = await changesBehind(this.#tools, actor, cursor, defaultLang).catch(async (error: unknown) => {
        // Older data was restored: what lies before is not told again.
        if (!(error instanceof Refusal) || error.code !== 'changes.cursor') throw error;
        return undefined;
      });
      if (!part) return endHook(this.#tools, hook);
      for (const { cursor: place, change } of part.changes) {
        if (this.#closed || now().getTime() > until) return updateWebhook(db, hook.id, { cursor });
        if (change && tellsOf(hook.events, change.object, change.action) && !(await this.#tell(hook, actor, change, place))) return;
        cursor = place;
      }
      if (cursor !== hook.cursor) await updateWebhook(db, hook.id, { cursor });
      if (!part.isMore) return;
    }
  }

  /** @returns whether it was taken, or is not for this hook */
  async #tell(hook: Webhook, actor: Actor, change: FoundChange, place: string): Promise<boolean> {
    const { db, now } = this.#tools;
    const { object, row: id, ver, by, action, changes, title } = change;
    const type = `${object}.${eventOf(action)}`;
    const row = await seenBy(this.#tools, actor, object, id);
    if (!(await this.#isWanted(hook, change, row))) return true;
    const at = change.at.replace(' ', 'T');
    const body = JSON.stringify({ type, timestamp: `${at}Z`, data: { object, id, title, ver, by, action, changes, row } });
    const delivery = await send(this.#tools, hook, { message: `${hook.id}_${change.entry}`, type, row: id, body });
    const later = now().getTime();
    if (delivery.isTaken) {
      await db.transaction(async (tx) => {
        await insertDelivery(tx, delivery);
        await updateWebhook(tx, hook.id, { cursor: place, tries: 0, nextAt: 0, failingSince: undefined });
      });
      hook.tries = 0;
      hook.failingSince = undefined;
      return true;
    }
    const tries = hook.tries + 1;
    const failingSince = hook.failingSince ?? later;
    await db.transaction(async (tx) => {
      await insertDelivery(tx, delivery);
      await updateWebhook(tx, hook.id, { tries, failingSince, nextAt: later + waitAfterTry(tries, Math.random()) });
    });
    // 410: the receiver says itself that it is gone.
    if (delivery.status === 410 || later - failingSince >= givenUpAfter) await endHook(this.#tools, hook);
    return false;
  }

  async #isWanted({ when, roles }: Webhook, { object, changes }: FoundChange, row: Row | null): Promise<boolean> {
    const text = when[object];
    if (text === undefined) return true;
    const model = this.#tools.registry.get(object)?.model;
    const tree = model && (await conditionTree(text, model, roles));
    return tree !== undefined && meetsWhen(tree, model?.fields ?? [], row, changes, aroundAt(stampOf(this.#tools.now())));
  }
}

/** The row as it is now, or null where it is gone or out of sight. */
export function seenBy(tools: Tools, actor: Actor, object: string, id: string): Promise<Row | null> {
  return readRecord(tools, actor, object, id).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/** Who reads for a hook: its roles, and no more. */
export function actorOf({ id, name, roles }: Webhook): Actor {
  return { id: `webhook:${id}`, name, roles, realm: staff };
}

/** One try of a message, noted nowhere yet. */
export async function send(tools: Tools, hook: Webhook, message: Pick<Delivery, 'message' | 'type' | 'row' | 'body'>): Promise<Delivery> {
  const now = tools.now();
  const secret = unseal(tools.config, hook.id, hook.secret) ?? '';
  const { status, ms, said } = await post(hook.url, { id: message.message, body: message.body }, secret, now.getTime(), tools.config.webhookPrivate);
  return { ...message, id: sortableId(now), hook: hook.id, at: now.getTime(), status, ms, isTaken: status >= 200 && status < 300, answer: said };
}

/** Switched off, and administrators are told by mail in the same transaction. */
async function endHook(tools: Tools, hook: Webhook): Promise<void> {
  const { db, now, log } = tools;
  const at = now();
  await db.transaction(async (tx) => {
    await updateWebhook(tx, hook.id, { isOn: false, endedAt: at.getTime() });
    await tellAdministrators(tools, tx, 'webhookEnded', 'webhooks', () => ({ hook: hook.name, since: stampOf(hook.failingSince ?? at) }));
  });
  tools.outbox.wake();
  log.error({ webhook: hook.id, name: hook.name }, 'webhook switched off: its receiver takes nothing');
}
