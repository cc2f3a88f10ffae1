/** Carries out a plan: step by step, each journalled, each harmless to repeat, comparing anew after whatever changed a table's shape. */
import type { ObjectEntry } from '#codegen/model.ts';
import { type Database, ident } from './connect.ts';
import { type Examined, examineStep, type Validate } from './examine.ts';
import { inspect } from './inspect.ts';
import { beginStep, endStep, saveApplied } from './journal.ts';
import { type Plan, planObject } from './plan.ts';
import { convertColumn, rebuildTable } from './rebuild.ts';
import type { Step, StepClass } from './step.ts';

export interface ApplyOptions {
  /** classes of steps that may be done; safe ones always may */
  allow?: readonly StepClass[];
  /** the object's name, typed by whoever wants a destructive step */
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
  /** steps that rows stood in the way of */
  refused: ({ step: Step } & Examined)[];
  /** steps that the database refused */
  failed: { step: Step; message: string }[];
  /** why the object cannot be used until something is done */
  blocked?: string;
}

/** More rounds than any change needs; each ends with a new comparison. */
const mostRounds = 8;

/**
 * Does the steps that are allowed and leaves the others. Steps that a run before had begun are allowed as they were then.
 * A destructive step needs both `allow` and the object's name.
 */
export async function applyPlan(db: Database, plan: Plan, options: ApplyOptions = {}): Promise<Applied> {
  return locked(db, () => rounds(db, plan, options));
}

async function rounds(db: Database, first: Plan, options: ApplyOptions): Promise<Applied> {
  const { entry, object } = first;
  const result: Applied = { object, done: [], pending: [], refused: [], failed: [] };
  const tried = new Set<string>();
  let plan = first;
  for (let round = 0; round < mostRounds; round++) {
    const before = result.done.length;
    for (const step of plan.steps) {
      if (tried.has(step.key) || !isAllowed(step, plan, options)) continue;
      const isDone = await carryOut(db, entry, step, options, result);
      if (!isDone) tried.add(step.key);
      // What follows was compared with a shape that is no more.
      else if (step.rebuild || step.conversion) break;
    }
    if (result.done.length === before) break;
    plan = await planObject(db, entry);
    if (!plan.steps.length) break;
  }
  result.pending = plan.steps;
  result.blocked = blockedBy(result);
  // While a step is open the old model stays the measure of what is new.
  if (!plan.steps.length) await saveApplied(db, entry, !plan.waiting.length);
  return result;
}

function isAllowed(step: Step, plan: Plan, { allow = [], typedName }: ApplyOptions): boolean {
  if (step.class === 'safe' || plan.begun.has(step.key)) return true;
  if (step.class === 'destructive') return allow.includes('destructive') && typedName === plan.object;
  return allow.includes(step.class);
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
  try {
    if (step.rebuild) await rebuildTable(db, step.table, step.rebuild);
    else if (step.conversion) await convert(db, step);
    else for (const sql of step.sql) await db.exec(sql);
    await writeArchives(db, entry.model.name, step);
    await endStep(db, id);
    result.done.push(step);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await endStep(db, id, message);
    result.failed.push({ step, message });
    return false;
  }
}

async function convert(db: Database, step: Step): Promise<void> {
  const standing = (await inspect(db, step.table)).get(step.table);
  if (standing && step.conversion) await convertColumn(db, standing, step.conversion);
}

async function writeArchives(db: Database, object: string, { table, archives = [] }: Step): Promise<void> {
  for (const { column, field, model } of archives) {
    const known = await db.query('SELECT 1 AS one FROM `_archive` WHERE `tbl` = ? AND `col` = ? AND `purged_at` IS NULL', [table, column]);
    if (known.length) continue;
    const values = [object, table, column, field, JSON.stringify(model ?? null), Date.now()];
    await db.run('INSERT INTO `_archive` (`obj`, `tbl`, `col`, `field`, `model`, `at`) VALUES (?, ?, ?, ?, ?, ?)', values);
  }
}

function blockedBy({ pending, failed, refused }: Applied): string | undefined {
  const blocking = pending.find((step) => step.blocking);
  if (!blocking) return undefined;
  const reason =
    failed.find(({ step }) => step.key === blocking.key)?.message ?? refused.find(({ step }) => step.key === blocking.key)?.step.reason ?? blocking.reason;
  return reason ? `${blocking.description}: ${reason}` : blocking.description;
}

/** Two servers on one database do not change tables at the same time. On SQLite there is only one. */
async function locked<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.kind === 'sqlite') return work();
  return db.session(async (session) => {
    await session.query("SELECT GET_LOCK(CONCAT('evolution:', DATABASE()), 60) AS got");
    try {
      return await work();
    } finally {
      await session.query("SELECT RELEASE_LOCK(CONCAT('evolution:', DATABASE())) AS freed");
    }
  });
}

/** Archived columns of an object that can still be read. */
export async function archivedColumns(db: Database, object: string): Promise<{ table: string; column: string; field: string; at: number }[]> {
  return db.query('SELECT `tbl` AS `table`, `col` AS `column`, `field`, `at` FROM `_archive` WHERE `obj` = ? AND `purged_at` IS NULL ORDER BY `id`', [object]);
}

/** The plan that drops an object's archived columns for good. Destructive: apply it with the object's name. */
export async function planPurge(db: Database, entry: ObjectEntry): Promise<Plan> {
  const plan = await planObject(db, entry);
  const standing = await inspect(db, entry.model.name);
  const purges = [...standing.values()].flatMap((table) =>
    table.columns
      .filter((column) => /^_x_.+_\d+$/.test(column.name))
      .map(
        (column): Step => ({
          key: `purge:${table.name}:${column.name}`,
          kind: 'purge',
          table: table.name,
          class: 'destructive',
          description: `drop archived column ${column.name} of ${table.name} with its values`,
          reason: 'the values cannot be brought back',
          fields: [column.name],
          sql: [
            `ALTER TABLE ${ident(table.name)} DROP COLUMN ${ident(column.name)}`,
            `UPDATE \`_archive\` SET \`purged_at\` = ${Date.now()} WHERE \`tbl\` = '${table.name}' AND \`col\` = '${column.name}'`,
          ],
          blocking: false,
          examinations: [],
        }),
      ),
  );
  return { ...plan, steps: purges };
}
