/** Rule: the file is in the language of codegen/meta.json: every key is known, every value has its shape. */

import { Ajv, type ErrorObject } from 'ajv';
import { pathBelow, pathOf } from '#rules/records/field-path.ts';
import meta from '../meta.json' with { type: 'json' };
import type { JsonSchema } from '../model.ts';
import { asArray, asObject, asString, children, strings } from '../schema-node.ts';
import type { Lintable } from './finding.ts';
import { nearest } from './nearest.ts';
import { knownFormats, untakenKeywords } from './vocabulary.ts';

/** Every keyword of ours and of the standard that is taken. */
export const known = Object.keys(meta.definitions.node.properties);
/** Keywords that only an object's top takes, and those that only a field takes. */
const objectOnly = [
  'x-entity',
  'x-titleTemplate',
  'x-list',
  'x-form',
  'x-search',
  'x-duplicates',
  'x-indexes',
  'x-uniques',
  'x-naming',
  'x-workflow',
  'x-actions',
  'x-views',
  'x-reminders',
  'x-rules',
  'x-on',
  'x-history',
  'x-trash',
  'x-print',
];
const onBoth = ['x-access', 'x-was'];
const fieldOnly = known.filter((key) => key.startsWith('x-') && !objectOnly.includes(key) && !onBoth.includes(key));
const objectGrammar = { $ref: `${meta.$id}#/definitions/node` };

let compiled: ReturnType<Ajv['compile']> | undefined;

function grammar(): ReturnType<Ajv['compile']> {
  if (!compiled) {
    // Compiled by each process that reads files: a test asks whether the grammar is a schema, and shorter code is not worth its time.
    const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, validateSchema: false, code: { optimize: false }, formats: { regex: isRegex } });
    ajv.addSchema(meta);
    compiled = ajv.compile(objectGrammar);
  }
  return compiled;
}

export function lintGrammar({ loaded, report }: Lintable): void {
  const check = grammar();
  // Definitions have been bundled from parts: a part's fault is found in every object that uses it, under the part's name.
  if (!check(loaded.schema)) {
    for (const error of deepest(check.errors ?? [])) {
      const { field, keyword, at } = placeOf(error.instancePath);
      if (error.propertyName !== undefined && keyword === 'properties') {
        const wrong = error.propertyName === '' ? 'a field has no name' : `${JSON.stringify(error.propertyName)} cannot be the name of a field`;
        report(field, keyword, wrong, 'the field should have another name, and this one as its title');
      } else if (error.keyword === 'additionalProperties') {
        const key = String(error.params.additionalProperty);
        const siblings = siblingsOf(error);
        const best = nearest(key, siblings);
        const isKeyword = siblings === known;
        const wrong = `"${key}" is not a ${isKeyword ? 'keyword' : `part of ${keyword || 'it'}`}`;
        if (isKeyword && isAnnotation(key)) {
          report(field, key, wrong, 'it is ignored', 'warning');
          continue;
        }
        report(
          field,
          isKeyword ? key : keyword,
          wrong,
          best ? `it should be "${best}"` : `the known ones are ${siblings.slice(0, 12).join(', ')}${siblings.length > 12 ? ', …' : ''}`,
          'error',
          isKeyword ? [] : [...at, key],
        );
      } else report(field, keyword, `${JSON.stringify(error.data)?.slice(0, 80)} has the wrong shape`, `it should ${wanted(error)}`, 'error', at);
    }
  }
  misplaced(loaded.schema, '', report);
}

/** Of draft-04, OpenAPI and editors: near a keyword, and no slip. */
const othersWords: readonly string[] = ['id', 'example', 'enumNames', 'enums', 'titles'];

/** Says something to other programs: neither near a keyword, which would be a slip, nor one of the standard's that would have to be obeyed. */
export function isAnnotation(key: string): boolean {
  if (known.includes(key) || untakenKeywords.includes(key)) return false;
  // A word with a sign in front, or one that says more than a keyword, is another program's own (`$default`, `examplesFile`).
  const best = nearest(key, known, key.length < 8 ? 1 : 2);
  return best === undefined || key.startsWith('$') || othersWords.includes(key) || (key.length > best.length + 2 && key.startsWith(best));
}

/** Of a value that fits no branch of oneOf, the errors inside the branches say more than the oneOf. */
function deepest(errors: ErrorObject[]): ErrorObject[] {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  const rest = errors.filter(({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'anyOf' && keyword !== 'if' && keyword !== 'propertyNames');
  const leaves = [...unknown, ...rest];
  const shown = leaves.filter((error) => {
    if (error.keyword === 'oneOf')
      return (
        !leaves.some(
          (other) => other !== error && other.instancePath.length > error.instancePath.length && other.instancePath.startsWith(error.instancePath),
        ) && !unknown.some(({ instancePath }) => instancePath === error.instancePath)
      );
    return true;
  });
  const seen = new Set<string>();
  return shown.filter((error) => {
    // One finding a place: a failed oneOf lists each branch's own view of the same value.
    const inOneOf = error.keyword !== 'oneOf' && shown.some(({ keyword, instancePath }) => keyword === 'oneOf' && instancePath === error.instancePath);
    const key = `${error.instancePath}:${error.propertyName ?? (error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : '')}`;
    if (inOneOf || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** '/properties/contract/items/properties/start/x-ui' → field 'contract.start', keyword 'x-ui'; `at`: the steps from there on */
function placeOf(pointer: string): { field: string; keyword: string; at: (string | number)[] } {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path: string[] = [];
  let index = 0;
  while (index < steps.length) {
    const step = steps[index] ?? '';
    if (step === 'properties' || step === 'definitions') {
      if (steps[index + 1] === undefined) return { field: pathOf(path), keyword: step, at: [] };
      path.push(steps[index + 1] ?? '');
      index += 2;
    } else if (step === 'items') index += 1;
    else return { field: pathOf(path), keyword: step, at: steps.slice(index + 1).map((part) => (/^\d+$/.test(part) ? Number(part) : part)) };
  }
  return { field: pathOf(path), keyword: '', at: [] };
}

function siblingsOf(error: ErrorObject): string[] {
  const own = Object.keys(asObject(asObject(error.parentSchema as JsonSchema)?.properties) ?? {}); // verbose: the schema that refused
  return own.includes('x-entity') ? known : own;
}

/** After 'it should '. */
function wanted(error: ErrorObject): string {
  const { keyword, params } = error;
  switch (keyword) {
    case 'type':
      return `be of type ${String(params.type)}`;
    case 'enum':
      return `be one of ${(params.allowedValues as unknown[]).join(', ')}`; // an enum, as Ajv tells it
    case 'required':
      return `stand there together with "${String(params.missingProperty)}"`;
    case 'pattern':
      return `be a text that matches ${String(params.pattern)}`;
    case 'oneOf':
      return 'be one of the forms in docs/schema-reference.md';
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `be ${String(params.comparison)} ${String(params.limit)}`;
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return 'not be empty';
    case 'uniqueItems':
      return 'have no entry twice';
    case 'format':
      return 'be a regular expression';
    default:
      return 'be as in docs/schema-reference.md';
  }
}

function misplaced(schema: JsonSchema, path: string, report: Lintable['report']): void {
  format(schema, path, report);
  types(schema, path, report);
  for (const key of Object.keys(schema)) {
    if (path === '' && fieldOnly.includes(key)) report('', key, 'this keyword belongs to a field', 'it should stand in one of the "properties"');
    if (path !== '' && objectOnly.includes(key)) report(path, key, 'this keyword belongs to an object', 'it should stand at the top of the file');
  }
  const access = asObject(schema['x-access']);
  if (path === '' && (Array.isArray(schema['x-access']) || access?.read !== undefined || access?.write !== undefined)) {
    report('', 'x-access', 'for an object, x-access names roles and their verbs', 'it should be { "[op]": ["list", "read"] }');
  }
  if (path !== '' && access && access.read === undefined && access.write === undefined) {
    report(path, 'x-access', 'for a field, x-access names who may read and write it', 'it should be { "read": ["[]"], "write": ["[]"] }');
  }
  for (const [name, child] of [...children(schema.properties), ...children(schema.definitions).filter(([, node]) => node.properties !== undefined)]) {
    misplaced(child, pathBelow(path, name), report);
  }
  const items = asObject(schema.items);
  if (items && path) misplaced(items, path, report);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A field is of one kind; options say by themselves what they are. */
function types(node: JsonSchema, path: string, report: Lintable['report']): void {
  const named = Array.isArray(node.type) ? strings(node.type).filter((name) => name !== 'null') : [];
  const several = named.filter((name) => name !== 'integer' || !named.includes('number'));
  const isChoice = asArray(node.enum)?.every((value) => named.includes(typeof value)) === true;
  if (several.length > 1 && !isChoice && path !== '')
    report(path, 'type', `a field has one type, not ${several.join(', ')}`, 'it should be one of them, or none');
}

/** One that is nearly known is a slip; any other is somebody else's. */
function format(node: JsonSchema, path: string, report: Lintable['report']): void {
  const name = asString(node.format);
  if (name === undefined || knownFormats.some((known) => known === name)) return;
  const best = nearest(name, knownFormats, 1);
  if (best === undefined) report(path, 'format', `the format "${name}" is not checked`, 'it is ignored', 'warning');
  else report(path, 'format', `there is no format "${name}"`, `it should be "${best}"`);
}
