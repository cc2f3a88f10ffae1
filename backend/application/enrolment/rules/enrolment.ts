/**
 * What an enrolment needs before it can be submitted, and which of its fields the applicant edits (specification sections 3 and 5). The server
 * refuses with the same problems that the browser lists. Values are rows in the form of the API; nested paths have a slash: 'director/cname'. Pure.
 */

import { isAnswerField } from '#application/campaign/rules/questions.ts';
import { type Demand, demandsOf, type Limits, limitsAt, wordsIn } from '#application/enrolment/rules/demands.ts';
import { applicant } from '#application/enrolment/rules/realm.ts';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { mayWriteField } from '#rules/accounts/permission.ts';
import { editionProblems } from '#rules/records/edition.ts';
import { stableText, valueAtPath } from '#rules/records/field-changes.ts';
import { isObject, stamps } from '#rules/records/record.ts';
import { sizeText } from '#rules/records/upload.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import { webAddress } from '#rules/web-address.ts';
import type { Problem } from '#rules/words/problem.ts';

export type StepName = 'programs' | 'film' | 'team' | 'materials' | 'questions' | 'rights';

export interface Step {
  name: StepName;
  /** paths in the order of the page */
  fields: readonly string[];
}

const director = ['cname', 'ename', 'bio', 'newDirector', 'coDirectors'].map((name) => `director/${name}`);
const producer = ['cname', 'ename', 'company', 'email', 'phone', 'bio'].map((name) => `producer/${name}`);

/** The pages of the form. */
export const steps: readonly Step[] = [
  { name: 'programs', fields: ['attProgram', 'ccifg', 'ccifgName'] },
  { name: 'film', fields: ['cname', 'ename', 'pname', 'logline', 'synopsis', 'genre', 'len', 'stage', 'pLocation', 'coCountries', 'sLocation'] },
  { name: 'team', fields: [...director, ...producer] },
  { name: 'materials', fields: ['trailer', 'trailerPw', 'roughCut', 'roughCutPw', 'stills', 'proposal'] },
  // the campaign's own questions (decision 116)
  { name: 'questions', fields: [] },
  { name: 'rights', fields: ['rights', 'agree'] },
];

/** The same for the present schema: a new field comes last on the film's page, a removed one is left out; questions have a page where there are any. */
export function stepsOf(model: ObjectModel): Step[] {
  const open = applicantPaths(model);
  const placed = new Set(steps.flatMap(({ fields }) => fields));
  const others = open.filter((path) => !placed.has(path));
  const more: Partial<Record<StepName, string[]>> = { film: others.filter((path) => !isAnswerField(path)), questions: others.filter(isAnswerField) };
  return steps
    .map(({ name, fields }) => ({ name, fields: [...fields.filter((path) => open.includes(path)), ...(more[name] ?? [])] }))
    .filter(({ name, fields }) => name !== 'questions' || fields.length > 0);
}

/** The step to which a problem's path belongs: 'stills/0/link' → materials, 'director' → team. */
export function stepOf(path: string): StepName {
  if (isAnswerField(path)) return 'questions';
  const isAt = (field: string) => path === field || path.startsWith(`${field}/`) || field.startsWith(`${path}/`);
  return steps.find(({ fields }) => fields.some(isAt))?.name ?? 'film';
}

/** The paths that an applicant may edit in a draft: all of their fields except owner, campaign and state. */
export const applicantPaths = madeOnce((model: ObjectModel) => {
  const closed = new Set([...stamps, model.entity.key, model.workflow?.field ?? '']);
  return model.fields.filter((field) => !closed.has(field.name) && isOpen(field)).flatMap(leaves);
});

function isOpen(field: FieldModel): boolean {
  return !field.setOnce && !field.deprecated && mayWriteField(field, [applicant.role]);
}

function leaves(field: FieldModel): string[] {
  if (shapeOf(field) !== 'object') return [field.name];
  return (field.fields ?? []).filter(isOpen).map((inner) => `${field.name}/${inner.name}`);
}

/** The fields of the content: a receipt proves them, and a copy takes them. */
export function contentFields(model: ObjectModel): string[] {
  return [...new Set(applicantPaths(model).map((path) => path.split('/')[0] ?? path))];
}

/** The content as one text, whatever the order of its keys: JSON without spaces, keys sorted. The receipt has its SHA-256. */
export function canonicalContent(row: Row, model: ObjectModel): string {
  const names = ['id', 'cid', ...contentFields(model)];
  return stableText(Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
}

/** The fields of a campaign that decide. */
export interface CampaignTerms {
  programs: readonly string[];
  edition: number | null;
  /** what it asks of each field; none: as every campaign */
  demands?: readonly Demand[];
}

export function termsOf(campaign: Row): CampaignTerms {
  const edition = typeof campaign.edition === 'number' ? campaign.edition : null;
  return { programs: textsIn(campaign.programs), edition, demands: demandsOf(campaign) };
}

/** What the campaign asks of a field of these values at the instant ('YYYY-MM-DD hh:mm:ss' UTC). */
export function limitsOf(path: string, values: Row, { demands = [] }: CampaignTerms, now: string): Limits {
  return demands.length ? limitsAt(demands, path, textsIn(values.attProgram), now) : {};
}

/** A field that the campaign does not ask in these programs. */
export function isUnasked(path: string, values: Row, terms: CampaignTerms, now: string): boolean {
  return limitsOf(path, values, terms, now).need === 'hidden';
}

const megabyte = 1_048_576;
/** Where nobody says when, all that was ever demanded holds. */
export const lastInstant = '9999-12-31 23:59:59';
/** V18, B03: bytes a still, and how many. */
export const stillSize = 3 * megabyte;
export const mostStills = 3;
/** V17 */
export const mostGenres = 2;
const longestLink = 500;
const needed = ['cname', 'ename', 'logline', 'len', 'stage', 'trailer'] as const;
const nameOwners = ['director', 'producer'] as const;
const links = ['trailer', 'roughCut'] as const;

/**
 * Everything that prevents a submission, in the order of the pages: V10 V15 V16 V17 V18 V20 V21, required fields, and both declarations, as the campaign
 * asks for them at the instant. With the model also options of another edition and texts that are too long.
 * @param now 'YYYY-MM-DD hh:mm:ss' UTC
 */
export function missingOf(values: Row, campaign: CampaignTerms, model?: ObjectModel, now = lastInstant): Problem[] {
  const problems: Problem[] = [];
  const limits = (path: string) => limitsOf(path, values, campaign, now);
  const need = (path: string, isGiven: boolean) => {
    const asked = limits(path).need;
    if (!isGiven && asked !== 'optional' && asked !== 'hidden') problems.push({ path, code: 'field.required' });
  };
  const programs = textsIn(values.attProgram);
  need('attProgram', programs.length > 0);
  if (programs.some((program) => !campaign.programs.includes(program))) problems.push({ path: 'attProgram', code: 'field.option' });
  if (textsIn(values.ccifg).length) need('ccifgName', isGiven(values.ccifgName));
  for (const path of needed) need(path, isGiven(values[path]));
  if (programs.includes('I')) need('roughCut', isGiven(values.roughCut));
  for (const path of links) if (isGiven(values[path]) && !isLink(values[path])) problems.push({ path, code: 'field.url' });
  const genres = textsIn(values.genre);
  need('genre', genres.length > 0);
  if (genres.length > mostGenres) problems.push({ path: 'genre', code: 'field.toomany', values: { limit: mostGenres } });
  // One of the two names is enough: not everybody has a name in both writings.
  for (const owner of nameOwners)
    need(
      `${owner}/cname`,
      ['cname', 'ename'].some((name) => isGiven(valueAtPath(values, `${owner}/${name}`))),
    );
  problems.push(...stillProblems(values.stills), ...demandProblems(values, campaign, now, model));
  for (const path of ['rights', 'agree']) need(path, values[path] === true);
  if (model) problems.push(...editionProblems(model, values, contentFields(model), { edition: campaign.edition }), ...lengthProblems(values, model));
  return inOrder(withoutDoubles(problems.filter(({ path }) => limits(path.replace(/\/\d+.*$/, '')).need !== 'hidden')));
}

/** What the campaign asks beyond what every campaign does. */
function demandProblems(values: Row, campaign: CampaignTerms, now: string, model?: ObjectModel): Problem[] {
  // A question that was asked a moment ago has its field a moment later.
  const hasField = (path: string) => !model || !isAnswerField(path) || model.fields.some(({ name }) => name === path);
  const paths = [...new Set((campaign.demands ?? []).map(({ field }) => field))].filter(hasField);
  return paths.flatMap((path): Problem[] => {
    const { need, words, most, size } = limitsOf(path, values, campaign, now);
    const value = valueAtPath(values, path);
    const isFilled = typeof value === 'boolean' || (isGiven(value) && !isBarePrefix(value));
    if (need === 'required' && !isFilled) return [{ path, code: 'field.required' }];
    const count = typeof value === 'string' ? wordsIn(value) : 0;
    const problems: Problem[] = words !== undefined && count > words ? [{ path, code: 'rule.words', values: { count, limit: words } }] : [];
    if (!Array.isArray(value)) return problems;
    if (most !== undefined && value.length > most) problems.push({ path, code: 'field.toomany', values: { limit: most } });
    for (const [index, file] of value.entries())
      if (size !== undefined && isObject(file) && Number(file.size ?? 0) > size * megabyte)
        problems.push({ path: `${path}/${index}`, code: 'file.size', values: { name: String(file.fileName ?? ''), limit: sizeText(size * megabyte) } });
    return problems;
  });
}

/** A telephone of which only the country is chosen: 'TW,+886'. */
function isBarePrefix(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^[A-Z]{2},\+\d{1,4}$/.test(value);
}

function stillProblems(stills: JsonValue | undefined): Problem[] {
  if (!Array.isArray(stills)) return [];
  const problems: Problem[] = stills.length > mostStills ? [{ path: 'stills', code: 'file.count', values: { limit: mostStills } }] : [];
  for (const [index, still] of stills.entries()) {
    if (!isObject(still) || Number(still.size ?? 0) <= stillSize) continue;
    problems.push({ path: `stills/${index}`, code: 'file.size', values: { name: String(still.fileName ?? ''), limit: sizeText(stillSize) } });
  }
  return problems;
}

function lengthProblems(values: Row, model: ObjectModel): Problem[] {
  return applicantPaths(model).flatMap((path): Problem[] => {
    const [name = '', inner] = path.split('/');
    const field = model.fields.find((candidate) => candidate.name === name);
    const limit = (inner ? field?.fields?.find((candidate) => candidate.name === inner) : field)?.maxLength;
    const value = valueAtPath(values, path);
    // Characters are counted as the schema does, not as UTF-16 units.
    return limit !== undefined && typeof value === 'string' && [...value.trim()].length > limit ? [{ path, code: 'field.long', values: { limit } }] : [];
  });
}

/** V20: an address that a browser can open: http or https, with a host. */
export function isLink(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string' || value.length > longestLink || /\s/.test(value.trim())) return false;
  const text = value.trim();
  return /^https?:\/\/[^/?#]*[^/?#.]\.[^/?#.]/i.test(text) && webAddress(text) !== undefined;
}

/** Problems in the order of the pages, so that a list of them leads from page to page. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const before = steps.slice(0, -1).flatMap(({ fields }) => fields);
  // Own questions come before the declarations.
  const all = [...before, ...problems.map(({ path }) => path).filter(isAnswerField), ...(steps.at(-1)?.fields ?? [])];
  const place = (path: string) => {
    const found = all.findIndex((field) => path === field || path.startsWith(`${field}/`) || field.startsWith(`${path}/`));
    return found < 0 ? all.length : found;
  };
  return [...problems].sort((one, two) => place(one.path) - place(two.path));
}

/** At most one problem for each path: where a field is empty, nothing else about it matters. */
export function withoutDoubles(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const problem of problems) if (!found.has(problem.path)) found.set(problem.path, problem);
  return [...found.values()];
}

/** True where something is given: a text that is not blank, a choice, a number. */
export function isGiven(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== '' && value !== '-';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
