/** An object's files as somebody types them: what the pipeline says, what list and form would look like, and what saving would do to the tables. Nothing is written. */

import { readFiles } from '#codegen/load/read-files.ts';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { type Examined, examineStep } from '#framework/data/evolve/examine.ts';
import { planObject, type Step } from '#framework/data/evolve/plan.ts';
import { countRows } from '#framework/data/queries/counts.ts';
import { readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { layRoles } from '#framework/objects/lay-roles.ts';
import { layOverlay } from '#framework/objects/overlay.ts';
import { deriveApart } from '#framework/objects/pipeline-process.ts';
import { listObject } from '#framework/records/reading/list-objects.ts';
import { generate } from '#framework/samples/generate-rows.ts';
import { shownStep } from '#framework/system/read-system.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rowProblems } from '#rules/expressions/rules.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { placed } from './find-places.ts';
import { keepPreview, previewValidator } from './preview.ts';
import { isOf, pathsOf } from './schema-files.ts';
import type { CheckedSchema, PlacedFinding, PlannedStep, SchemaFiles } from './wire.ts';

/** Rows of the table that the preview shows. */
const mostSamples = 8;
/** Rows that are looked through while somebody types. */
const mostExamined = 20_000;

/** What the pipeline says of the installation with these files in it. `files` null: without the object. */
export async function deriveWith(
  tools: Tools,
  name: string,
  files: SchemaFiles | null,
): Promise<{ entry: ObjectEntry | undefined; findings: PlacedFinding[] }> {
  const { config, registry } = tools;
  const texts = await readFiles(config);
  for (const file of texts.keys()) if (isOf(file, name)) texts.delete(file);
  const own = files ? pathsOf(name, files) : new Map<string, string>();
  for (const [file, text] of own) texts.set(file, text);
  const derived = await deriveApart(layOverlay(texts, registry.overlay()));
  const known = new Set(registry.quarantined().flatMap(({ findings }) => findings.map(({ message }) => message)));
  const found = derived.entries.find(({ model }) => model.name === name);
  return {
    entry: found && layRoles(new Map([[name, found]]), registry.ownRoles()).get(name),
    findings: [
      ...derived.errors.filter(({ file, message }) => isOf(file, name) || !known.has(message)),
      ...derived.warnings.filter(({ file }) => isOf(file, name)),
    ].map((finding) => placed(finding, own)),
  };
}

export async function checkSchema(tools: Tools, actor: Actor, name: string, files: SchemaFiles): Promise<CheckedSchema> {
  const { entry, findings } = await deriveWith(tools, name, files);
  if (!entry) return { findings, entry: null, samples: [], areReal: false, plan: { steps: [] } };
  keepPreview(entry);
  const rows = await samplesOf(tools, actor, entry);
  const isEmpty = !rows.length;
  return {
    findings,
    entry: listObject(entry, actor.roles, '/api/workbench/preview'),
    samples: isEmpty ? madeUp(entry) : rows,
    areReal: !isEmpty,
    plan: { steps: await planOf(tools, entry) },
  };
}

/** The steps that saving would come to, with the rows that stand in the way. Reads only. */
export async function planOf(tools: Tools, entry: ObjectEntry): Promise<PlannedStep[]> {
  const { db } = tools;
  if (entry.model.entity.virtual) return [];
  const { steps } = await planObject(db, entry);
  const planned: PlannedStep[] = [];
  for (const step of steps) {
    const shown = shownStep(step);
    if (step.class === 'safe') planned.push(shown);
    else if (await isTooMany(tools, entry.model.name)) planned.push({ ...shown, unexamined: true });
    else planned.push({ ...shown, ...refusedBy(await examine(tools, entry, step)) });
  }
  return planned;
}

/** A column that another step makes first cannot be looked at yet. */
async function examine({ db }: Tools, entry: ObjectEntry, step: Step): Promise<Examined | undefined> {
  const validate = step.kind === 'check' ? await previewValidator(entry) : undefined;
  return examineStep(db, entry, step, validate && ((row: Row) => rowProblems(validate(row), row, entry.model, stampOf(Date.now())))).catch(() => undefined);
}

function refusedBy(examined: Examined | undefined): Pick<PlannedStep, 'refused'> {
  return examined?.count ? { refused: { count: examined.count, rows: examined.failures } } : {};
}

async function isTooMany({ db, registry, tables }: Tools, name: string): Promise<boolean> {
  const model = registry.get(name)?.model;
  if (!model || model.entity.virtual || tables.blocked(name)) return false;
  return (await countRows(db, wholeReader(model, db.kind))).count > mostExamined;
}

/** The same ones for the same fields, so that a preview does not jump while somebody types; a value that no maker finds is left out. */
function madeUp(entry: ObjectEntry): Row[] {
  try {
    return generate(entry, 1, mostSamples);
  } catch {
    return [];
  }
}

/** Rows of the table, newest first, with what of them the new file still knows. */
async function samplesOf({ db, registry, tables }: Tools, actor: Actor, { model }: ObjectEntry): Promise<Row[]> {
  const existing = registry.get(model.name)?.model;
  if (!existing || existing.entity.virtual || tables.blocked(model.name)) return [];
  const sort = { ...existing.list.sort, field: rootOf(existing.list.sort.field) };
  const rows = await loadPage(db, readerFor(existing, actor.roles, db.kind), { filter: everyRow, sort, limit: mostSamples, offset: 0 });
  const known = new Set([...model.fields.map(({ name }) => name), 'ver']);
  return (rows as Row[]).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name)))); // rows of a model that is known at run time alone
}
