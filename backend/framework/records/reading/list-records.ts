import type { ObjectModel, Sort } from '#codegen/model.ts';
import { besideOf, type RawRow } from '#framework/data/engine/connect.ts';
import { commonnessOf } from '#framework/data/queries/common-words.ts';
import { type Cursor, cursorAt, readCursor } from '#framework/data/queries/cursor.ts';
import { always } from '#framework/data/queries/fragment.ts';
import { exactBound } from '#framework/data/queries/totals.ts';
import { decodeFields } from '#framework/data/rows/codec.ts';
import { narrowReader, type Reader, readerFor, visible } from '#framework/data/rows/reader.ts';
import { loadRawPage, loadRawRows, pageLimit, rowsOf, textOf } from '#framework/data/rows/records.ts';
import { totalsOf } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { readableFields, readableNamed } from '#rules/accounts/permission.ts';
import { everyRow, type Filter, filterLimits } from '#rules/queries/filter.ts';
import { parseFilter, parseSort } from '#rules/queries/parse-filter.ts';
import { isObject } from '#rules/records/record.ts';
import { inEach } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { labelAt } from '#rules/words/wording.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';
import { type ExpandTools, expandRows, fieldsOf, namesIn, readExpand } from './expand-rows.ts';
import { rankedRows, searchedText } from './ranked-page.ts';

/** Names in one `fields`; no object has as many. */
const mostNames = 500;

/** The address's parameters as they came, each a text or absent. */
export interface ListParameters {
  range?: string;
  sort?: string;
  filter?: string;
  after?: string;
  before?: string;
  /** a JSON array of names, or names with commas: only these fields of each row are answered, with the key, the version and the field sorted by */
  fields?: string;
  /** references with commas whose rows are sent along */
  expand?: string;
}

export interface Page {
  /** the rows, a JSON array as text */
  text: string;
  /** rows on this page */
  size: number;
  /** position of the first row */
  start: number;
  /** of all pages */
  count: number;
  /** false: the count is an estimate */
  exact: boolean;
  next?: string;
  previous?: string;
}

/**
 * One page of an object's rows, as these roles may see them, and how many there are.
 * @throws Refusal param.range, param.sort, param.filter, param.fields, param.expand, field.expand, field.sort, field.filter, field.operator, field.list, filter.deep, filter.many (400), msg.forbidden
 */
export async function listRecords(tools: ExpandTools, actor: Actor, object: string, parameters: ListParameters): Promise<Page> {
  const model = modelFor(tools, actor, object, 'list');
  const question = readQuestion(parameters, model, actor, tools.now());
  const expansions = readExpand(tools, actor, model, parameters.expand);
  const whole = readerFor(model, actor.roles, tools.db.kind, 'list');
  const chosen = question.names && [...question.names, model.entity.key, 'ver', question.sort.field, ...fieldsOf(expansions)];
  const reader = chosen ? narrowReader(whole, new Set(chosen)) : whole;
  const write: Write = async (raws) =>
    expansions.length ? JSON.stringify(await expandRows(tools, await rowsOf(tools.db, reader, raws), expansions)) : textOf(tools.db, reader, raws);
  const ids = idsOnly(parameters.filter, model);
  if (ids && !parameters.range && !parameters.after && !parameters.before) {
    const raws = await loadRawRows(tools.db, reader, ids);
    return { size: raws.length, start: 0, count: raws.length, exact: true, text: await write(raws) };
  }
  return pageOf(tools, reader, question, write);
}

/** Makes a page's text of its raw rows, which are used up. */
type Write = (raws: RawRow[]) => Promise<string>;

interface Question {
  filter: Filter;
  sort: Sort;
  start: number;
  limit: number;
  cursor?: { at: Cursor; backwards: boolean };
  /** the fields asked for; undefined: all */
  names?: string[];
  /** `sort=["_match","DESC"]` of a search: the best first, this text */
  ranked?: string;
}

/** The list's parameters, read against the model: @throws Refusal with every problem */
export function readQuestion(parameters: ListParameters, model: ObjectModel, actor: Actor, now: Date): Question {
  const problems: Problem[] = [];
  const given = parse(parameters.filter, 'param.filter', problems);
  const filter = given === undefined ? everyRow : collect(parseFilter(given, model, actor, now), problems);
  const order = parse(parameters.sort, 'param.sort', problems);
  const isRanked = Array.isArray(order) && order[0] === '_match';
  const sort = order === undefined || isRanked ? defaultSort(model, actor) : collect(parseSort(order, model, actor.roles), problems);
  const range = readRange(parse(parameters.range, 'param.range', problems), model, problems);
  const names = readNames(listed(parameters.fields, problems), model, actor, problems);
  const cursor = problems.length ? undefined : readCursorOf(parameters, sort, problems);
  refuseParameters(problems, model, actor);
  return { filter, sort, ...range, cursor, names, ranked: isRanked && !cursor ? searchedText(filter) : undefined };
}

/** A single problem is answered as itself, several under one heading. */
function refuseParameters(problems: Problem[], model: ObjectModel, actor: Actor): void {
  const [first] = problems;
  if (!first) return;
  // By its label where the asker may read it: of another field no name is told but the one that was asked for.
  const known = { ...model, fields: readableFields(model, actor.roles) };
  const values = { label: inEach((lang) => labelAt(known, first.path.replaceAll('.', '/'), lang)), ...first.values };
  throw new Refusal(problems.length === 1 ? first.code : 'msg.badrequest', { fields: problems, values });
}

function defaultSort(model: ObjectModel, actor: Actor): Sort {
  const { field, order } = model.list.sort;
  return parseSort([field, order], model, actor.roles).value;
}

function collect<T>(parsed: { value: T; problems: Problem[] }, problems: Problem[]): T {
  problems.push(...parsed.problems);
  return parsed.value;
}

/** Names with commas, or whatever JSON there is. */
function listed(text: string | undefined, problems: Problem[]): unknown {
  return text && !/^\s*[[{"]/.test(text) ? namesIn(text) : parse(text, 'param.fields', problems);
}

function parse(text: string | undefined, code: 'param.filter' | 'param.sort' | 'param.range' | 'param.fields', problems: Problem[]): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    problems.push({ path: '', code, values: { field: code.slice('param.'.length) } });
    return undefined;
  }
}

function readRange(range: unknown, model: ObjectModel, problems: Problem[]): { start: number; limit: number } {
  if (range === undefined) return { start: 0, limit: Math.min(model.list.pageSize || 25, pageLimit) };
  const [first, last] = Array.isArray(range) && range.length === 2 ? (range as unknown[]) : [];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || Number(first) < 0 || Number(last) < Number(first)) {
    problems.push({ path: '', code: 'param.range', values: { field: 'range' } });
    return { start: 0, limit: 1 };
  }
  return { start: Number(first), limit: Math.min(Number(last) - Number(first) + 1, pageLimit) };
}

/** The names of a list's chosen fields. One that these roles may not read is as unknown as one that is not there. */
function readNames(given: unknown, model: ObjectModel, actor: Actor, problems: Problem[]): string[] | undefined {
  if (given === undefined) return undefined;
  const names = Array.isArray(given) ? given.filter((name): name is string => typeof name === 'string') : [];
  if (!Array.isArray(given) || names.length < given.length || names.length > mostNames) {
    problems.push({ path: '', code: 'param.fields', values: { field: 'fields' } });
    return undefined;
  }
  return names.map((name) => {
    const field = readableNamed(model, actor.roles, name);
    if (!field) problems.push({ path: name, code: 'field.list', values: { field: name } });
    return field?.name ?? name;
  });
}

function readCursorOf({ after, before }: ListParameters, sort: Sort, problems: Problem[]): Question['cursor'] {
  const text = after ?? before;
  if (text === undefined) return undefined;
  const at = after !== undefined && before !== undefined ? undefined : readCursor(text, sort);
  if (!at) problems.push({ path: '', code: 'param.range', values: { field: after === undefined ? 'before' : 'after' } });
  return at && { at, backwards: before !== undefined };
}

/** `{"id": […]}` alone: get many, answered whole. */
function idsOnly(filter: string | undefined, model: ObjectModel): string[] | undefined {
  if (!filter) return undefined;
  const given: unknown = JSON.parse(filter); // parsed once already
  if (!isObject(given)) return undefined;
  const value = given[model.entity.key];
  if (Object.keys(given).length !== 1 || !Array.isArray(value) || value.length > filterLimits.values) return undefined;
  return [...new Set(value.filter((id): id is string => typeof id === 'string'))];
}

async function pageOf({ db }: RecordTools, reader: Reader, question: Question, write: Write): Promise<Page> {
  const { filter, sort, start, limit, cursor } = question;
  const words = searchedText(filter) === undefined ? undefined : await commonnessOf(db, reader, filter);
  // A jump far into a large table is walked from its nearer end, which takes the exact number of rows to know.
  const total = await totalsOf(db).of(reader, filter, !cursor && start > exactBound, words);
  if (question.ranked !== undefined) {
    const { rows, ...counted } = await rankedRows(db, reader, question.ranked, { filter, sort, limit, offset: start, words }, total);
    return { size: rows.length, start, ...counted, text: await write(rows) };
  }
  // Where the number of rows does not say whether more follow, one row more does.
  const isSure = !cursor && total.exact;
  // Rows that a filter leaves may be few of very many.
  const isCutDown = db.beside !== undefined && visible(reader, filter) !== always;
  const rows = await loadRawPage(isCutDown ? besideOf(db, 'lists') : db, reader, {
    filter,
    sort,
    limit: isSure ? limit : limit + 1,
    offset: start,
    cursor,
    total: total.exact ? total.count : undefined,
    words,
  });
  const isMore = isSure ? start + rows.length < total.count : rows.length > limit;
  if (!isSure && isMore) rows.splice(cursor?.backwards ? 0 : limit, 1);
  const backwards = cursor?.backwards ?? false;
  const seen = rows.length ? start + rows.length : 0;
  // Before the text, whose making uses the raw rows up.
  const cursors = cursorsOf(rows, reader, sort, backwards || isMore, backwards ? isMore : start > 0 || cursor !== undefined);
  const size = rows.length;
  return {
    text: await write(rows),
    size,
    start,
    // An estimate gives way to what was seen: rows beyond it, or the end.
    ...(total.exact || cursor ? total : isMore ? { count: Math.max(total.count, seen + 1), exact: false } : { count: seen || total.count, exact: size > 0 }),
    ...cursors,
  };
}

function cursorsOf(raws: RawRow[], reader: Reader, sort: Sort, follow: boolean, precede: boolean): Pick<Page, 'next' | 'previous'> {
  const [first, last] = [raws[0], raws.at(-1)];
  if (!first || !last) return {};
  const fields = reader.fields.filter(({ name }) => name === sort.field || name === reader.model.entity.key);
  const at = (raw: RawRow) => cursorAt(decodeFields(fields, raw, reader.kind), reader.model, sort);
  return { ...(follow ? { next: at(last) } : {}), ...(precede ? { previous: at(first) } : {}) };
}
