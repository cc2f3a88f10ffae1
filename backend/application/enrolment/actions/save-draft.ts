import type { Merged } from '#application/site/wire.ts';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { groupedTransaction } from '#framework/data/engine/grouped.ts';
import { findFiles } from '#framework/data/system/files/files.ts';
import { checkPayload } from '#framework/records/check-payload.ts';
import { save } from '#framework/save/save.ts';
import type { Tools } from '#framework/tools.ts';
import type { Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { editionProblems } from '#rules/records/edition.ts';
import { type Applied, applyChanges, type FieldChange } from '#rules/records/field-changes.ts';
import { differences, emptyOf, isObject, sameValue, trimRow } from '#rules/records/record.ts';
import { fileFieldsOf, nameInLink } from '#rules/records/upload.ts';
import { type RawError, toProblems } from '#rules/records/validation.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { applicantPaths, termsOf } from '../rules/enrolment.ts';
import { changedBy } from './changed-by.ts';
import { applicantRoles, demandBody, demandEditable, factsOf, siteModel, type Terms, termsRow, writtenEnrolment } from './own.ts';

/** Most changes in one call: every field several times. */
const mostChanges = 400;

/**
 * Saves what an applicant typed, field by field, under the row's lock, so that several devices do not overwrite each other. A field is written only
 * where its stored value is the one that its writer saw; the others come back as `conflicts`. A draft may be unfinished. Values that no draft can
 * hold (too long, not an address, an option of another edition) come back in `refused` while the rest of the call is saved; the browser stores them
 * until they fit.
 * @throws Refusal msg.notfound, msg.invalid with field.unknown (nothing of the call is saved), msg.window and msg.locked with the facts
 */
export async function saveDraft(tools: Tools, actor: Actor, id: string, body: unknown): Promise<Merged> {
  const model = siteModel(tools, 'enrolment');
  const { changes: given, ver } = demandBody(body, ['changes', 'ver']);
  const changes = readChanges(given, model);
  const validator = await tools.registry.validator('enrolment');
  const now = tools.now();
  const work = async (tx: Transaction) => {
    const row = await writtenEnrolment(tools, tx, actor, id, true);
    const campaign = await termsRow(tools, tx, row.cid);
    await demandEditable(tools, actor, row, campaign);
    const decided = await decide(tx, actor, { model, row, campaign, changes, validate: validator.validate });
    const names = differences(row, decided.applied.next, model.fields);
    if (!names.length) return { ...decided, row, next: row, campaign };
    const { after } = await save(tools, tx, model, { update: decided.applied.next, from: row, names }, { by: actor.id, at: now, isTyping: true });
    return { ...decided, row, next: (after ?? row) as Enrolment, campaign }; // stored, so it is complete
  };
  const { applied, refused, row, next, campaign } = await groupedTransaction(tools.db, work);
  const facts = await factsOf(tools, actor, next, campaign);
  // Whoever writes alone asks for nobody's name.
  const enrolment = ver === undefined || row.ver === ver ? facts : { ...facts, changedBy: await changedBy(tools, actor, id) };
  return { enrolment, conflicts: applied.conflicts, refused };
}

/** @throws Refusal msg.badrequest for anything but a list of changes, msg.invalid for a path that the applicant may not edit */
function readChanges(given: JsonValue | undefined, model: ObjectModel): FieldChange[] {
  if (!Array.isArray(given) || given.length > mostChanges) throw new Refusal('msg.badrequest', { values: { field: 'changes' } });
  const open = new Set(applicantPaths(model));
  const unknown: Problem[] = [];
  const changes = given.map((entry): FieldChange => {
    const { path, from, to } = demandBody(entry, ['path', 'from', 'to']);
    if (typeof path !== 'string' || from === undefined || to === undefined) throw new Refusal('msg.badrequest', { values: { field: 'changes' } });
    if (!open.has(path)) unknown.push({ path, code: 'field.unknown', values: { field: path } });
    return { path, from, to };
  });
  if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown });
  return changes.map(({ path, from, to }) => ({ path, from, to: trimmed(fieldAt(model.fields, path), to) }));
}

/** V30: trims the text, and stores every empty value in the same form. */
function trimmed(field: FieldModel | undefined, value: JsonValue): JsonValue {
  if (!field) return value;
  if (value === '' || value === null) return emptyOf(field);
  return trimRow({ [field.name]: value }, [field])[field.name] ?? emptyOf(field);
}

interface Case {
  model: ObjectModel;
  row: Enrolment;
  campaign: Terms;
  changes: FieldChange[];
  validate: (record: unknown) => RawError[];
}

/** The changes that can be written. Changes that give a value that no draft can hold are left out, and the others are checked again. */
async function decide(tx: Transaction, actor: Actor, given: Case): Promise<{ applied: Applied; refused: Problem[] }> {
  const { model, row } = given;
  const same = (a: JsonValue | undefined, b: JsonValue | undefined, path: string) => {
    const field = fieldAt(model.fields, path);
    return field !== undefined && sameValue(field, trimmed(field, a ?? null), trimmed(field, b ?? null));
  };
  let changes = given.changes;
  const refused = new Map<string, Problem>();
  for (;;) {
    const applied = applyChanges(row, changes, same);
    const found = applied.written.length ? await faultsOf(tx, actor, given, applied) : [];
    const unknown = found.filter(({ code }) => code === 'field.unknown');
    if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown });
    const bad = applied.written.filter((path) => found.some((problem) => isAt(problem.path, path)));
    if (!bad.length) return { applied, refused: [...refused.values()] };
    for (const path of bad) {
      const problem = found.find((each) => isAt(each.path, path));
      if (problem) refused.set(path, problem);
    }
    changes = changes.filter(({ path }) => !bad.includes(path));
  }
}

/** The problems of the row after the change, except that it is unfinished. */
async function faultsOf(tx: Transaction, actor: Actor, { model, row, campaign, validate }: Case, { next, written }: Applied): Promise<Problem[]> {
  const names = [...new Set(written.map((path) => path.split('/')[0] ?? path))];
  const patch = Object.fromEntries(names.map((name) => [name, next[name] ?? null]));
  // Values that no table can store: half of a surrogate pair, extremely large numbers.
  const { problems } = checkPayload(patch, row, model, applicantRoles, () => false);
  const ofSchema = toProblems(validate(next), next, model);
  const offered = termsOf(campaign).programs;
  const programs = Array.isArray(next.attProgram) ? next.attProgram : [];
  const closed: Problem[] =
    names.includes('attProgram') && programs.some((program) => !offered.includes(String(program))) ? [{ path: 'attProgram', code: 'field.option' }] : [];
  const all = [
    ...problems,
    ...ofSchema,
    ...editionProblems(model, next, names, campaign),
    ...closed,
    ...(await fileFaults(tx, actor, model, row, next, names)),
  ];
  return all.filter(({ code }) => code !== 'field.required');
}

/**
 * Files come only by upload; a change of the list removes, reorders or describes them. A removed file may come back, whoever of its writers uploaded it. The server's own data about a
 * file is never taken from the request.
 */
async function fileFaults(tx: Transaction, actor: Actor, model: ObjectModel, row: Row, next: Row, names: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path, rule } of fileFieldsOf(model)) {
    const [name = ''] = path;
    const list = next[name];
    if (path.length > 1 || !names.includes(name) || !Array.isArray(list)) continue;
    const existing = new Map((Array.isArray(row[name]) ? row[name] : []).filter(isObject).map((entry) => [String(entry.link), entry]));
    const back = list.filter(isObject).map((entry) => nameInLink(entry.link));
    const wanted = back.filter((file): file is string => file !== undefined && !existing.has(`/get/files/${file}`));
    const files = new Map((await findFiles(tx, wanted)).map((file) => [file.name, file]));
    next[name] = list.map((entry, index) => {
      if (!isObject(entry)) return entry;
      const known = existing.get(String(entry.link));
      const file = files.get(nameInLink(entry.link) ?? '');
      if (known) return { ...entry, filepath: known.filepath ?? '', fileName: known.fileName ?? '', size: known.size ?? null };
      const isTheirs = file !== undefined && (file.owner === actor.id || (file.object === 'enrolment' && file.rowId === row.id));
      if (isTheirs && file.purpose === rule.purpose) return { ...entry, filepath: `files/${file.name}`, fileName: file.fileName, size: file.size };
      problems.push({ path: `${name}/${index}/link`, code: 'file.none' });
      return entry;
    });
  }
  return problems;
}

/** True where the problem is about the value at the path. */
function isAt(problem: string, path: string): boolean {
  return problem === path || problem.startsWith(`${path}/`) || path.startsWith(`${problem}/`);
}
