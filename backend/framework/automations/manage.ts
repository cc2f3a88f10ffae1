/** Automations as administrators see them: what there is, what was done, once more, and what one would do to a row (decision 080). */
import type { ObjectModel } from '#codegen/model.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { type AutomationRun, findRun, listRuns, retryRun, runStates, type Said } from '#framework/data/system/automations.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { holds } from '#rules/automation.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import { Place, type Value } from '#rules/expressions/value.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { doStep, hookOf, madeBy, NotTaken, rowOf } from './do-step.ts';
import { refusedOf } from './runner.ts';
import type { Automations, Rehearsal, ShownRun } from './wire.ts';

const shownRuns = 200;

/** @throws Refusal msg.admin, msg.badrequest for a state that is none */
export async function readAutomations(tools: Tools, actor: Actor, { state, object }: { state?: string; object?: string }): Promise<Automations> {
  demandAdministrator(actor);
  const wanted = runStates.find((one) => one === state);
  if (state && !wanted) throw new Refusal('msg.badrequest', { values: { field: 'state' } });
  const automations = tools.registry
    .objects()
    .flatMap(({ model }) =>
      (model.automations ?? []).map(({ name, label, when, steps }) => ({ object: model.name, name, label, when, steps: steps.map((step) => step.do) })),
    );
  const runs = await listRuns(tools.db, { ...(wanted && { state: wanted }), ...(object && { object }), most: shownRuns });
  return { automations, runs: runs.map(shown) };
}

/** @throws Refusal msg.admin, msg.notfound where there is none that failed */
export async function retryStep(tools: Tools, actor: Actor, id: string): Promise<{ id: string }> {
  demandAdministrator(actor);
  if (!(await findRun(tools.db, id)) || !(await retryRun(tools.db, id))) throw new Refusal('msg.notfound', { values: { id } });
  tools.log.info({ by: actor.id, run: id }, 'a step of an automation is tried once more');
  return { id };
}

/** Ends the transaction of a rehearsal. */
class Rehearsed extends Error {}

/**
 * Each step is done for real, in a transaction that is then taken back: what would be refused is refused here. Mails stay unsent, webhooks are not called.
 * @throws Refusal msg.admin, msg.notfound for the automation or the row
 */
export async function rehearse(tools: Tools, actor: Actor, object: string, rule: string, given: unknown): Promise<Rehearsal> {
  demandAdministrator(actor);
  const model = tools.registry.get(object)?.model;
  const one = model?.automations?.find(({ name }) => name === rule);
  if (!model || !one) throw new Refusal('msg.notfound', { values: { object, id: rule } });
  const isOfClock = one.when.is === 'every';
  const id = isObject(given) && typeof given.id === 'string' ? given.id.trim() : '';
  if (!id && !isOfClock) throw new Refusal('msg.invalid', { fields: [{ path: 'id', code: 'field.required' }] });
  const steps: Rehearsal['steps'] = [];
  let isTrue = false;
  await tools.db
    .transaction(async (tx) => {
      const made = new Map<string, Value>();
      for (const step of one.steps) {
        const row = isOfClock ? {} : await rowOf(tools, tx, model, id);
        if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
        // What the row was before is not known here: as if nothing had changed.
        const around = { ...aroundAt(stampOf(tools.now())), names: new Map([['old', new Place(row, model.fields)]]) };
        if (!steps.length) isTrue = holds(one, model, row, around);
        const doing = { model, step, row, depth: 0, made };
        const said = await saidOf(model, () => (step.do === 'webhook' ? hookSaid(tools, step.hook) : doStep(tools, tx, doing)));
        steps.push({ do: step.do, said: [said] });
        // What it has begun may stand half: the steps after it are not told.
        if (said.code === 'refused') break;
        if (step.do === 'create' && step.as !== undefined) made.set(step.as, await madeBy(tools, tx, said));
      }
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
  return { holds: isTrue, steps };
}

async function hookSaid(tools: Tools, name: string): Promise<Said> {
  await hookOf(tools, name);
  return { code: 'wouldsend', values: { hook: name } };
}

async function saidOf(model: ObjectModel, work: () => Promise<Said>): Promise<Said> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotTaken) return error.said;
    const refusal = error instanceof Refusal ? error : asRefusal(error, model);
    if (!refusal) throw error;
    return refusedOf(refusal);
  }
}

function demandAdministrator(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
}

function shown({ id, object, rule, step, row, at, state, tries, nextAt, said }: AutomationRun): ShownRun {
  return { id, object, rule, step: step + 1, row, at: stampOf(at), state, tries, nextAt: state === 'waiting' && nextAt ? stampOf(nextAt) : '', said };
}
