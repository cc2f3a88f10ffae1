/**
 * `npm run db plan [object]` shows what the tables need to become what the schemas ask for; `npm run db apply [object]` does it, after
 * examining the rows that stand; `npm run db apply object --destructive object` also does what takes something from rows and, once nothing is
 * left to do, drops the object's archived columns for good. `npm run db factor account` takes away a second factor, where no administrator can sign in to do it.
 * Ends with 0 when nothing is left to do, 2 when something is, 1 when it could not look.
 */
import { stampOf } from '#framework/time.ts';
import { schemaLang } from '#rules/words/language.ts';
import '#application/index.ts';
import { parseArgs, styleText } from 'node:util';
import { readConfig } from '#backend/config.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import { connect, type Database } from '#framework/data/engine/connect.ts';
import { demandFormat } from '#framework/data/engine/format.ts';
import { type Applied, applyPlan } from '#framework/data/evolve/apply.ts';
import type { Validate } from '#framework/data/evolve/examine.ts';
import { type Plan, planAll, type Step, type StepClass } from '#framework/data/evolve/plan.ts';
import { archivedColumns, planPurge } from '#framework/data/evolve/purge.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import { findFactor, removeFactor } from '#framework/data/system/accounts/factors.ts';
import { readOwnRoles } from '#framework/data/system/accounts/own-roles.ts';
import { Sessions } from '#framework/data/system/accounts/sessions.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import { readMessages } from '#framework/messages.ts';
import { openRegistry, type Registry } from '#framework/objects/registry.ts';
import { readOverlay } from '#framework/system/read-overlay.ts';
import { dateAt } from '#framework/time.ts';
import { staff } from '#rules/accounts/realm.ts';
import { rowProblems } from '#rules/expressions/rules.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { reportFailure } from './report-failure.ts';

const usage = `npm run db plan [object]                          what the tables need
npm run db apply [object]                         do it, rows that stand being examined first
npm run db apply <object> --destructive <object>  and what takes something from rows; once nothing is left to do,
                                                 drop the object's archived columns for good
npm run db factor <account>                       take away an account's second factor, where no administrator can sign in`;

/** Rows listed a step; the count is complete. */
const rowsListed = 10;
const colours: Record<StepClass, 'green' | 'yellow' | 'red'> = { safe: 'green', needsData: 'yellow', destructive: 'red' };
const labels: Record<StepClass, string> = { safe: 'safe       ', needsData: 'needs data ', destructive: 'destructive' };

process.exitCode = await reportFailure('The tables were not looked at', () => main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { destructive: { type: 'string' } } });
  const [command, object] = positionals;
  if (command === 'factor' && object !== undefined) return endFactor(object);
  if (command !== 'plan' && command !== 'apply') {
    console.log(usage);
    return command === undefined ? 0 : 1;
  }
  if (values.destructive !== undefined && values.destructive !== object)
    throw new Error(`--destructive must repeat the object's name, to show that it is meant:\n${usage}`);
  const config = readConfig();
  const db = await connect(config.databaseUrl);
  const { schemasDir, localesDir, cacheDir } = config;
  const registry = await openRegistry({ schemasDir, localesDir, cacheDir, watch: false, ownRoles: () => readOwnRoles(db), overlay: () => readOverlay(db) });
  try {
    const entries = registry.objects().filter(({ model }) => object === undefined || model.name === object);
    if (!entries.length) throw new Error(object === undefined ? 'There are no objects.' : `There is no object ${object}; there are ${names(registry)}.`);
    await demandFormat(db);
    await ensureSystemTables(db);
    for (const { file, findings } of registry.quarantined()) console.log(styleText('red', `${file} is quarantined: ${findings[0]?.message ?? ''}`));
    const plans = await planAll(db, entries);
    if (command === 'plan') return await show(db, plans);
    return await apply(db, registry, plans, values.destructive, readMessages(config.localesDir)[schemaLang]);
  } finally {
    registry.close();
    await db.close();
  }
}

/** The history names nobody of staff: whoever may run this holds the data itself. */
async function endFactor(id: string): Promise<number> {
  const config = readConfig();
  const registry = await openRegistry({ schemasDir: config.schemasDir, localesDir: config.localesDir, cacheDir: config.cacheDir, watch: false });
  const db = await connect(config.databaseUrl);
  try {
    await demandFormat(db);
    await ensureSystemTables(db);
    const [account, model] = [await accountById(db, staff, id), registry.get('user')?.model];
    if (!account || !model || !(await findFactor(db, staff, account))) throw new Error(`The account ${id} has no second factor.`);
    await db.transaction(async (tx) => {
      await removeFactor(tx, staff, id);
      await new Sessions(db).endAllOf(id, '', tx);
      await noteHistory(tx, { model, id, ver: account.ver, at: dateAt(Date.now()), by: 'db', action: 'factorreset', changes: {} });
    });
    console.log(`${id} signs in by password alone.`);
    return 0;
  } finally {
    registry.close();
    await db.close();
  }
}

function names(registry: Registry): string {
  return registry
    .objects()
    .map(({ model }) => model.name)
    .join(', ');
}

async function show(db: Database, plans: Plan[]): Promise<number> {
  for (const { object, steps } of plans) {
    const archived = await archivedColumns(db, object);
    if (!steps.length && !archived.length) continue;
    console.log(styleText('bold', object));
    for (const step of steps) console.log(`  ${line(step)}`);
    for (const { table, column, field } of archived) console.log(styleText('dim', `  archived     ${table}.${column} holds what ${field} held`));
  }
  const left = plans.filter((plan) => plan.steps.length).length;
  console.log(left ? `${left} of ${plans.length} objects have something to do: npm run db apply` : `${plans.length} objects stand as their schemas ask.`);
  return left ? 2 : 0;
}

function line({ class: kind, description, reason, rows }: Step): string {
  const counted = rows ? `: ${rows.count} rows${rows.entries === undefined ? '' : `, ${rows.entries} entries`}` : '';
  return `${styleText(colours[kind], labels[kind])}  ${description}${counted}${reason ? styleText('dim', ` (${reason})`) : ''}`;
}

async function apply(db: Database, registry: Registry, plans: Plan[], destructive: string | undefined, messages: Messages): Promise<number> {
  let left = 0;
  for (const plan of plans) {
    const validate = plan.steps.length ? await validatorOf(registry, plan.entry) : undefined;
    const onStep = (step: Step) => console.log(`  ${line(step)}`);
    if (plan.steps.length) console.log(styleText('bold', plan.object));
    const applied = await applyPlan(db, plan, {
      allow: destructive === plan.object ? ['needsData', 'destructive'] : ['needsData'],
      typedName: destructive,
      validate,
      onStep,
    });
    tell(applied, plan.entry, messages);
    left += applied.pending.length;
    // What has just been archived is not dropped by the same word.
    if (destructive === plan.object && !plan.steps.length) {
      const purge = await planPurge(db, plan.entry);
      const purged = await applyPlan(db, purge, { allow: ['destructive'], typedName: destructive, onStep });
      tell(purged, plan.entry, messages);
      left += purged.failed.length;
    }
  }
  console.log(left ? styleText('yellow', `${left} steps are left.`) : 'The tables stand as the schemas ask.');
  return left ? 2 : 0;
}

async function validatorOf(registry: Registry, { model }: ObjectEntry): Promise<Validate> {
  const { validate } = await registry.validator(model.name);
  return (row) => rowProblems(validate(row), row, model, stampOf(Date.now()));
}

function tell({ refused, failed, pending }: Applied, { model }: ObjectEntry, messages: Messages): void {
  for (const { step, failures, count } of refused) {
    console.log(styleText('yellow', `  not done: ${step.description}; ${count} rows do not suit it`));
    for (const { id, problems } of failures.slice(0, rowsListed))
      console.log(`    ${id}: ${problems.map((problem) => sentence(problem, messages, schemaLang, model)).join('; ')}`);
    if (count > rowsListed) console.log('    …');
  }
  for (const { step, message } of failed) console.log(styleText('red', `  failed: ${step.description}: ${message}`));
  const reportFailure = new Set([...refused, ...failed].map(({ step }) => step.key));
  for (const step of pending) if (!reportFailure.has(step.key)) console.log(`  left: ${line(step)}`);
}
