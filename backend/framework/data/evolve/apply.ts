/** Carries out a plan: step by step, each journalled, each harmless to repeat, comparing again after each change of a table's shape. */
import type { ObjectEntry } from '#codegen/model.ts';
import type { Database } from '../engine/connect.ts';
import { ensureSearchDocuments } from '../rows/search.ts';
import { copyList } from './copy-list.ts';
import { type Examined, examineStep, type Validate } from './examine.ts';
import { noteHidden } from './hidden.ts';
import { inspect } from './inspect.ts';
import { beginStep, endStep, forgetArchives, forgetRenames, noteConverted, noteRenames, saveApplied, writeArchives } from './journal.ts';
import { dropNotes, noteReferences } from './note-references.ts';
import { type Plan, planAll } from './plan.ts';
import { purgedFields } from './purge.ts';
import { convertColumn, purgeInside, rebuildTable, renameInside } from './rebuild.ts';
import { recomputeRows } from './recompute.ts';
import { renameObject } from './rename-object.ts';
import { renameBack, renameBeside } from './renamed-fields.ts';
import type { Step, StepClass } from './step.ts';

export interface ApplyOptions {
  /** classes of steps that may be done; safe ones always may */
  allow?: readonly StepClass[];
  /** the object's name, typed to confirm a destructive step */
  typedName?: string;
  /** the object's compiled validator: without it rows cannot be examined and a 'check' stays */
  validate?: Validate;
  /** called before each step */
  onStep?: (step: Step) => void;
}

export interface Applied {
  object: string;
  done: Step[];
  /** what is left */
  pending: Step[];
  /** steps that rows prevented */
  refused: ({ step: Step } & Examined)[];
  /** steps that the database refused */
  failed: { step: Step; message: string }[];
  /** objects without a table that foreign keys wait for */
  waiting: string[];
  /** why the object cannot be used until something is done */
  blocked?: string;
}

/** More rounds than any change needs beside those of its conversions, of which MariaDB makes one a round; each ends with a new comparison. */
const mostRounds = 8;

/**
 * Does the steps that are allowed and leaves the others. Steps that a run before had begun are allowed as they were then.
 * A destructive step needs both `allow` and the object's name.
 */
export async function applyPlan(db: Database, plan: Plan, options: ApplyOptions = {}): Promise<Applied> {
  const [applied] = await applyPlans(db, [{ plan, options }]);
  return applied as Applied; // one plan, one report
}

/** The same for several objects, in their order: the tables are compared again once for all of them, after each round of steps. */
export async function applyPlans(db: Database, orders: readonly { plan: Plan; options: ApplyOptions }[]): Promise<Applied[]> {
  // Two servers on one database do not change tables at the same time.
  return db.alone('evolution', () => rounds(db, orders));
}

/** An object whose tables are being changed. */
interface Work {
  plan: Plan;
  options: ApplyOptions;
  result: Applied;
  /** keys of steps that could not be done */
  tried: Set<string>;
}

async function rounds(db: Database, orders: readonly { plan: Plan; options: ApplyOptions }[]): Promise<Applied[]> {
  const works = orders.map(({ plan, options }): Work => {
    const result: Applied = { object: plan.object, done: [], pending: [], refused: [], failed: [], waiting: [] };
    return { plan, options, result, tried: new Set() };
  });
  let open = works;
  const most = mostRounds + Math.max(0, ...works.map(({ plan }) => plan.steps.length));
  for (let round = 0; round < most && open.length; round++) {
    const changed: Work[] = [];
    for (const work of open) {
      // A table that this one's keys count on was not made: it goes without them until there is one, so that a fault of one file is not the next one's.
      const isShort = db.kind === 'mariadb' && works.some(({ result }) => result.failed.some(({ step }) => step.kind === 'createTable'));
      if (isShort) [work.plan = work.plan] = await planAll(db, [work.plan.entry]);
      if (await takeTurn(db, work)) changed.push(work);
    }
    if (!changed.length) break;
    const plans = await planAll(
      db,
      changed.map(({ plan }) => plan.entry),
    );
    for (const [at, work] of changed.entries()) work.plan = plans[at] ?? work.plan;
    open = changed.filter(({ plan }) => plan.steps.length);
  }
  await noteHidden(
    db,
    works.map(({ plan }) => plan.entry.model),
  );
  for (const { plan, result } of works) {
    result.pending = plan.steps;
    result.waiting = plan.waiting;
    result.blocked = blockedBy(result);
    if (result.blocked === undefined) await ensureSearchDocuments(db, plan.entry.model);
    // While a step is open the old model stays the measure of what is new.
    if (!plan.steps.length) await saveApplied(db, plan.entry, !plan.waiting.length);
  }
  return works.map(({ result }) => result);
}

/** Does what the plan allows, up to a step after which the tables have to be compared again. Tells whether anything was done. */
async function takeTurn(db: Database, { plan, options, result, tried }: Work): Promise<boolean> {
  const before = result.done.length;
  if (await isHeldUp(db, plan, options, result)) return false;
  for (const step of plan.steps) {
    if (tried.has(step.key) || !isAllowed(step, plan, options)) continue;
    const isDone = await carryOut(db, plan.entry, step, options, result);
    if (!isDone) tried.add(step.key);
    // The following steps were compared with a shape that no longer exists.
    else if (step.rebuild || step.conversion || step.alone) break;
  }
  return result.done.length > before;
}

function isAllowed(step: Step, plan: Pick<Plan, 'object' | 'begun'>, { allow = [], typedName }: ApplyOptions): boolean {
  if (step.class === 'safe' || plan.begun.has(step.key)) return true;
  if (step.class === 'destructive') return allow.includes('destructive') && typedName === plan.object;
  return allow.includes(step.class);
}

/**
 * A step that the object cannot do without, and that may not be applied or does not suit the rows, blocks all the others: the previous model goes on working
 * on a table that has not begun to change. The steps that it blocks are listed with it.
 */
async function isHeldUp(db: Database, { entry, steps, begun }: Plan, options: ApplyOptions, result: Applied): Promise<boolean> {
  const plan = { object: entry.model.name, begun };
  const blocking = steps.filter((step) => step.blocking && step.class !== 'safe');
  if (!blocking.length) return false;
  const refused: Applied['refused'] = [];
  for (const step of steps) {
    if (step.class === 'safe' || !isAllowed(step, plan, options)) continue;
    // A column that another step renames first cannot be examined yet; it is when its turn comes.
    const examined = await examineStep(db, entry, step, options.validate).catch(() => undefined);
    if (examined?.count) refused.push({ step, ...examined });
  }
  const isHeld = blocking.some((step) => !isAllowed(step, plan, options) || refused.some((one) => one.step === step));
  if (isHeld) result.refused.push(...refused);
  return isHeld;
}

async function carryOut(db: Database, entry: ObjectEntry, step: Step, options: ApplyOptions, result: Applied): Promise<boolean> {
  if (step.kind === 'check' && !options.validate) return false;
  options.onStep?.(step);
  const examined = step.class === 'safe' ? undefined : await examineStep(db, entry, step, options.validate);
  if (examined?.count) {
    result.refused.push({ step, ...examined });
    return false;
  }
  const id = await beginStep(db, entry.model.name, step);
  const written = await writeArchives(db, entry.model.name, step);
  const renames = step.renames ?? [];
  const purged = await purgedFields(db, entry.model.name, step);
  try {
    await noteRenames(db, entry.model.name, renames);
    await renameBeside(db, entry.model.name, renames);
    for (const { to, archive } of step.conversion ? [step.conversion] : (step.rebuild?.conversions ?? []))
      if (to.field && to.store === 'json') await noteConverted(db, entry.model.name, step.table, to.field, archive);
    if (step.rebuild) await rebuildTable(db, step.table, step.rebuild);
    if (step.conversion) await convert(db, step);
    if (step.copy) await copyList(db, step.copy);
    if (step.inside) await renameInside(db, step.inside);
    if (step.purge) await purgeInside(db, step.purge);
    if (step.rename) await renameObject(db, step.rename);
    for (const sql of step.sql) await db.exec(sql).catch(unlessDone);
    if (step.kind === 'recompute') await recomputeRows(db, entry);
    if (step.kind === 'noteReferences') await noteReferences(db, entry, step.fields);
    await dropNotes(db, entry, purged);
    await noteRenames(db, entry.model.name, renames);
    await renameBeside(db, entry.model.name, renames);
    await endStep(db, id);
    result.done.push(step);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await forgetRenames(db, entry.model.name, renames);
    await renameBack(db, entry.model.name, renames);
    await forgetArchives(db, written);
    await endStep(db, id, message);
    result.failed.push({ step, message });
    return false;
  }
}

/** MariaDB: table, column or key is there already; key or column is gone already. */
const doneBefore = new Set([1050, 1060, 1061, 1091]);

/** A statement whose work is done already, by one that was cut off before it could say so: whether the step has come to its end says the next comparison. */
function unlessDone(error: unknown): void {
  if (!doneBefore.has(Number((error as { errno?: unknown } | null)?.errno))) throw error; // any driver's error
}

async function convert(db: Database, step: Step): Promise<void> {
  const existing = (await inspect(db, step.table)).get(step.table);
  if (existing && step.conversion) await convertColumn(db, existing, step.conversion);
}

function blockedBy({ pending, failed, refused }: Applied): string | undefined {
  const blocking = pending.find((step) => step.blocking);
  if (!blocking) return undefined;
  const reason =
    failed.find(({ step }) => step.key === blocking.key)?.message ?? refused.find(({ step }) => step.key === blocking.key)?.step.reason ?? blocking.reason;
  return reason ? `${blocking.description}: ${reason}` : blocking.description;
}
