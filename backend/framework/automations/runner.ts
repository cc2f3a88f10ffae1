/**
 * Does the steps that changes have set off (decision 080): they were written with the change, so a killed process leaves them to the next one. What a step
 * writes and that it is done are one transaction: once, and not twice. A webhook may come twice, under one id.
 */
import type { Automation, ObjectModel } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { type AutomationRun, claimRuns, findRun, type Said, updateRun } from '#framework/data/system/automations.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { holds, mostTries, stepsBefore, waitAfterStep } from '#rules/automation.ts';
import { nextDue } from '#rules/clockwork.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import type { Value } from '#rules/expressions/value.ts';
import { Refusal } from '#rules/words/problem.ts';
import { callHook, doStep, madeBy, NotTaken, rowOf } from './do-step.ts';
import { lookAtDates } from './look-at-dates.ts';

/** How often steps are looked for without being woken, ms. */
const lookEvery = 5_000;
/** From a write to the look that follows it, ms. */
const afterWrite = 100;
/** How often dates are looked at, ms. */
const datesEvery = 60_000;
/** A step is this process's for so long, ms; longer than a webhook may take. */
const lease = 60_000;
const atOnce = 20;
/** How long behind the step that it waits for a step is looked at again, ms. */
const behind = 500;

/** Refusals that time may end: another was faster, or the database or a store is away. */
const passing: readonly string[] = ['msg.datamodi', 'msg.unavailable', 'msg.full', 'msg.busy'];

export class AutomationRunner {
  readonly #tools: Tools;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isAgain = false;
  #datesAt = 0;
  #closed = false;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  open(): void {
    this.#timer = setInterval(() => this.wake(), lookEvery);
    this.#timer.unref();
    this.wake();
  }

  /** Does what is due, in the background; no statement where no object has an automation. */
  wake(): void {
    if (this.#closed || !this.#tools.registry.objects().some(({ model }) => model.automations)) return;
    if (this.#working) {
      this.#isAgain = true;
      return;
    }
    this.#working = this.#work()
      .catch((error) => this.#tools.log.warn({ err: error }, 'automations not done')) // the next look finds them again
      .finally(() => {
        this.#working = undefined;
        if (!this.#isAgain) return;
        this.#isAgain = false;
        this.wake();
      });
  }

  /** A row of this object was written: looks soon, once for many writes. */
  noteWrite(object: string): void {
    if (this.#closed || !this.#tools.registry.get(object)?.model.automations) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, afterWrite);
  }

  /** Finishes the steps under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#working;
  }

  async #work(): Promise<void> {
    const { db, now } = this.#tools;
    const at = now().getTime();
    if (at - this.#datesAt >= datesEvery || at < this.#datesAt) {
      this.#datesAt = at;
      await lookAtDates(this.#tools);
    }
    for (;;) {
      const begun = now().getTime();
      const runs = await claimRuns(db, begun, begun + lease, atOnce);
      for (const run of runs) {
        if (this.#closed) return;
        await this.#do(run);
      }
      if (runs.length < atOnce) return;
    }
  }

  async #do(run: AutomationRun): Promise<void> {
    const found = stepOf(this.#tools, run);
    if (!found) return this.#end(run, 'stopped', { code: 'removed' });
    try {
      await this.#perform(run, found);
    } catch (error) {
      await this.#failed(run, found.model, error);
    }
  }

  async #perform(run: AutomationRun, { model, one, step }: FoundStep): Promise<void> {
    const { tools, depth } = { tools: this.#tools, depth: run.depth };
    if (one.when.is === 'every') {
      // Of an hour that the schema no longer says.
      if (nextDue(one.when, run.at - 1) !== run.at) return this.#end(run, 'stopped', { code: 'removed' });
      if (!holds(one, model, {}, aroundAt(stampOf(tools.now())))) return this.#end(run, 'done', { code: 'holdsnot' });
    }
    const existing = (tx: Transaction) => run.data ?? (one.when.is === 'every' ? {} : rowOf(tools, tx, model, run.row));
    if (step.do === 'webhook') {
      const row = await tools.db.transaction(async (tx) => existing(tx));
      const said = row ? await callHook(tools, { model, step, row, depth }, { name: step.hook, rule: run.rule, message: run.id }) : { code: 'gone' };
      return this.#end(run, 'done', said);
    }
    await tools.db.transaction(async (tx) => {
      const row = await existing(tx);
      const made = await this.#madeBefore(tx, run, one);
      if (!made) return;
      const said = row ? await doStep(tools, tx, { model, step, row, depth, made }) : { code: 'gone' };
      // Another process has done it since: nothing of this is written.
      if (!(await updateRun(tx, run.id, { state: 'done', tries: run.tries + 1, nextAt: 0, said: [said] }))) throw new Refusal('msg.datamodi');
      // Committed: what this step has written may lead to more.
      if (step.do === 'mail') tx.afterCommit(() => tools.outbox.wake());
    });
  }

  /** What earlier steps have made that this one reads; undefined: it waits for one of them. @throws NotTaken where one has failed */
  async #madeBefore(tx: Transaction, run: AutomationRun, { steps }: Automation): Promise<Map<string, Value> | undefined> {
    const made = new Map<string, Value>();
    for (const [name, index] of stepsBefore(steps, run.step)) {
      const before = await findRun(tx, `${run.id.slice(0, run.id.lastIndexOf('-'))}-${index}`);
      if (before?.state === 'waiting') {
        const nextAt = Math.max(before.nextAt, this.#tools.now().getTime()) + behind;
        await updateRun(tx, run.id, { state: 'waiting', tries: run.tries, nextAt, said: [] });
        return undefined;
      }
      const [said] = before?.state === 'done' ? before.said : [];
      if (!said) throw new StepBefore(index + 1);
      made.set(name, await madeBy(this.#tools, tx, said));
    }
    return made;
  }

  async #failed(run: AutomationRun, model: ObjectModel, error: unknown): Promise<void> {
    const refusal = error instanceof Refusal ? error : asRefusal(error, model);
    const said = error instanceof NotTaken ? error.said : refusal ? refusedOf(refusal) : { code: 'fault' };
    const isOver = error instanceof StepBefore || (refusal !== undefined && !passing.includes(refusal.code));
    if (!refusal && !(error instanceof NotTaken))
      this.#tools.log.warn({ err: error, automation: run.rule, object: run.object }, 'a step of an automation failed');
    const tries = run.tries + 1;
    const isFinal = tries >= mostTries || isOver;
    const nextAt = isFinal ? 0 : this.#tools.now().getTime() + waitAfterStep(tries);
    await updateRun(this.#tools.db, run.id, { state: isFinal ? 'failed' : 'waiting', tries, nextAt, said: [said] });
  }

  async #end(run: AutomationRun, state: 'done' | 'stopped', said: Said): Promise<void> {
    await updateRun(this.#tools.db, run.id, { state, tries: run.tries + 1, nextAt: 0, said: [said] });
  }
}

/** The step whose record is read has failed: this one is done by hand, after it. */
class StepBefore extends NotTaken {
  constructor(step: number) {
    super({ code: 'before', values: { step: String(step) } });
  }
}

interface FoundStep {
  model: ObjectModel;
  one: Automation;
  step: Automation['steps'][number];
}

/** What the schema says of it today. */
function stepOf({ registry }: Tools, run: AutomationRun): FoundStep | undefined {
  const model = registry.get(run.object)?.model;
  const one = model?.automations?.find(({ name }) => name === run.rule);
  const step = one?.steps[run.step];
  return model && one && step && { model, one, step };
}

/** A refusal in the words of the log. */
export function refusedOf({ code, fields }: Refusal): Said {
  return { code: 'refused', values: { code }, fields: fields.slice(0, 20) };
}
