/**
 * A validator's raw errors as problems of the catalogue (specification section 5, V30-V43): the same list on server and in the browser,
 * one problem per path and code, sorted by path. Pure.
 */

import type { FieldModel, JsonValue, ObjectModel } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import type { Problem, ProblemCode, Values } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { stepOf } from './field-path.ts';

/** What a compiled validator returns (codegen/emit/emit-validator.ts). */
export interface RawError {
  /** JSON pointer: '/contract/0/start' */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  /** the key that is at fault, where one has to be like something (propertyNames) */
  propertyName?: string | undefined;
}

/** Ajv's words around the error that matters. */
const noise = new Set(['if', 'allOf', 'anyOf', 'oneOf', 'propertyNames']);

const formatCodes: Record<string, ProblemCode> = {
  date: 'field.date',
  time: 'field.time',
  'date-time': 'field.datetime',
  rfc3339: 'field.instant',
  email: 'field.email',
  'idn-email': 'field.email',
  uri: 'field.url',
  phone: 'field.phone',
  telephone: 'field.telephone',
  id: 'field.id',
  digits: 'field.digits',
  identifier: 'field.identifier',
  text: 'field.pattern',
};

/** @param record the record that was validated: whether a value is missing or wrong depends on what stands there */
export function toProblems(errors: readonly RawError[], record: unknown, model: ObjectModel): Problem[] {
  const found = new Map<string, Problem>();
  for (const error of errors) {
    if (noise.has(error.keyword)) continue;
    const problem = toProblem(error, record, model);
    const key = `${problem.path}\n${problem.code}`;
    if (!found.has(key)) found.set(key, problem);
  }
  const problems = [...found.values()];
  const missing = new Set(problems.filter(({ code }) => code === 'field.required').map(({ path }) => path));
  // Of an empty value that must not be empty, nothing else is worth saying.
  return problems.filter(({ path, code }) => code === 'field.required' || !missing.has(path)).sort(byPath);
}

function toProblem(error: RawError, record: unknown, model: ObjectModel): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => stepOf(unescaped(part)))
    .join('/');
  const { keyword, params } = error;
  if (keyword === 'required' || keyword === 'dependencies' || keyword === 'dependentRequired')
    return { path: below(path, params.missingProperty), code: 'field.required' };
  if (error.propertyName !== undefined) return { path: below(path, error.propertyName), code: 'field.key' };
  const field = fieldAt(model.fields, path);
  if (keyword === 'additionalProperties') {
    // The keys of JSON are chosen by whoever wrote it.
    const isKey = path !== '' && (!field || shapeOf(field) === 'any');
    return { path: below(path, params.additionalProperty), code: isKey ? 'field.key' : 'field.unknown' };
  }
  const value = valueAt(record, error.instancePath);
  if (isMissing(keyword, value, field, path)) return { path, code: 'field.required' };
  return { path, ...codeOf(keyword, params, field, value) };
}

function codeOf(keyword: string, params: Record<string, unknown>, field: FieldModel | undefined, value: unknown): { code: ProblemCode; values?: Values } {
  const limit = typeof params.limit === 'number' ? params.limit : 0;
  switch (keyword) {
    case 'type':
      return { code: typeCode(params.type) };
    case 'minLength':
      return { code: 'field.short', values: { limit } };
    case 'maxLength':
      return { code: 'field.long', values: { limit } };
    case 'pattern':
      return { code: 'field.pattern' };
    case 'format':
      return { code: formatCodes[String(params.format)] ?? 'field.pattern' };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { code: 'field.range', values: rangeOf(field, keyword, limit) };
    case 'multipleOf':
      return { code: 'field.decimals', values: { step: Number(params.multipleOf) } };
    case 'enum':
    case 'const':
      return { code: 'field.option' };
    case 'uniqueItems':
      return { code: 'field.unique' };
    case 'minItems':
    case 'minProperties':
      return { code: 'field.items', values: { limit } };
    case 'maxItems':
      // V18
      return { code: field?.file ? 'file.count' : 'field.toomany', values: { limit } };
    case 'maxProperties':
      return { code: 'field.toomany', values: { limit } };
    case 'not':
      return { code: value === 0 ? 'field.zero' : 'field.invalid' };
    default:
      return { code: 'field.invalid' };
  }
}

function typeCode(type: unknown): ProblemCode {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('integer')) return 'field.integer';
  return types.includes('number') ? 'field.number' : 'field.type';
}

/** Both ends where the model knows them, so that the sentence can say 'from 0 to 100'. */
function rangeOf(field: FieldModel | undefined, keyword: string, limit: number): Values {
  const values: Values = { limit };
  const isLower = keyword === 'minimum' || keyword === 'exclusiveMinimum';
  const low = field?.minimum ?? (isLower ? limit : undefined);
  const high = field?.maximum ?? (isLower ? undefined : limit);
  if (low !== undefined) values.min = low;
  if (high !== undefined) values.max = high;
  return values;
}

const asksForContent = new Set(['minLength', 'minItems', 'minProperties', 'not']);

/** Whether the fault is that nothing stands there; '' for an optional number, say, is a wrong type, not a missing value. */
function isMissing(keyword: string, value: unknown, field: FieldModel | undefined, path: string): boolean {
  if (value === undefined) return true;
  const isItem = /(^|\/)\d+$/.test(path);
  if (asksForContent.has(keyword)) return isEmpty(value);
  if (isItem || !field) return false;
  if (field.unset !== undefined && value === field.unset) return true;
  if (value === null && ['number', 'choice'].includes(shapeOf(field)) && field.unset === undefined) return true;
  return field.required && isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function below(path: string, name: unknown): string {
  return path ? `${path}/${stepOf(String(name))}` : stepOf(String(name));
}

function valueAt(record: unknown, pointer: string): unknown {
  let value = record;
  for (const part of pointer.split('/').slice(1).map(unescaped)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, JsonValue>)[part]; // arrays too: '0' is their key
  }
  return value;
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** By path with row numbers as numbers, then by code. */
function byPath(a: Problem, b: Problem): number {
  const [one, two] = [a.path.split('/'), b.path.split('/')];
  for (let index = 0; index < Math.max(one.length, two.length); index += 1) {
    const left = one[index];
    const right = two[index];
    if (left === right) continue;
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    const isNumber = /^\d+$/.test(left) && /^\d+$/.test(right);
    if (isNumber) return Number(left) - Number(right);
    return left < right ? -1 : 1;
  }
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}
