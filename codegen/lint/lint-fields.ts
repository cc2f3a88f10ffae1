/** Rules about single fields: widgets, roles, codes, widths, money, labels, names, defaults. */

import { pathBelow, stepsOf } from '#rules/records/field-path.ts';
import { codesOf, normalise } from '../describe/normalise.ts';
import { staysShared } from '../describe/shapes.ts';
import type { JsonSchema } from '../model.ts';
import { asArray, asNumber, asObject, children, dereferenced, hasOptions, objects, strings, typeOf, widgetOf } from '../schema-node.ts';
import type { Lintable } from './finding.ts';
import { beyondColumns } from './limits.ts';
import { suggestion } from './nearest.ts';
import { decimalDigits, reservedObjects, widgets } from './vocabulary.ts';

/** Longest string that MariaDB indexes whole: 3,072 bytes at four a character. */
const longestIndexed = 700;

export function lintFields(it: Lintable): void {
  const { entry, loaded, context, report } = it;
  const { name } = entry.model;
  if (reservedObjects.includes(name)) report('', '', `"${name}" is a reserved name`, 'the file should have another name');
  const type = typeOf(loaded.schema);
  if (type !== undefined && type !== 'object') report('', 'type', `a file of the type ${type} is not an object`, 'it should be "object", with "properties"');
  else if (children(loaded.schema.properties).length === 0)
    report(
      '',
      'properties',
      'no field is declared',
      'it should have at least one, for example "properties": { "name": { "type": "string", "maxLength": 100 } }',
      loaded.schema.title === undefined ? 'error' : 'warning',
    );
  for (const [place, fields] of [
    ['', entry.model.fields] as const,
    ...entry.model.fields.flatMap((field) => (field.child ? [[field.name, field.fields ?? []] as const] : [])),
  ]) {
    const beyond = beyondColumns(fields.filter(({ column }) => column).length);
    if (beyond) report(place, 'properties', beyond.wrong, beyond.should);
  }
  const shared = staysShared(normalise(loaded.schema, context));
  const check: Visit = (node, path, isColumn, declared) => {
    widget(node, path, it);
    roles(node, path, it);
    codes(node, path, it);
    if (isColumn || isChildColumn(path, it)) width(node, path, it);
    money(node, path, it);
    labels(node, declared, path, it);
    range(node, path, it);
    if (node['x-json'] === true)
      it.report(path, 'x-json', 'any value is taken', 'it should be a schema, or what a reference to elsewhere leads to should stand here', 'warning');
  };
  const ends = new Set(shared);
  eachNode(entry.schema, '', entry.schema, shared, check, (ref) => ends.add(ref));
  for (const ref of ends) {
    const shape = dereferenced({ $ref: ref }, entry.schema)?.node ?? {};
    eachNode(shape, ref.split('/').at(-1) || name, entry.schema, [...shared, ref], (node, path, _isColumn, declared) => {
      if (shared.includes(ref)) check(node, path, false, declared);
      beyondModel(node, path, it);
    });
  }
}

type Visit = (node: JsonSchema, path: string, isColumn: boolean, declared: JsonSchema) => void;

/** Every field of the file, references followed; `ended` hears of those that are not: the shape contains itself or stays shared. */
export function eachNode(
  parent: JsonSchema,
  path: string,
  root: JsonSchema,
  seen: readonly string[],
  visit: Visit,
  ended: (ref: string) => void = () => undefined,
): void {
  const end = ({ $ref }: JsonSchema): void => {
    if (typeof $ref === 'string') ended($ref);
  };
  for (const [name, declared] of children(parent.properties)) {
    const followed = dereferenced(declared, root, seen);
    if (!followed) {
      end(declared);
      continue;
    }
    const { node, refs } = followed;
    const at = pathBelow(path, name);
    visit(node, at, path === '' && asObject(node['x-db'])?.store !== false, declared);
    eachNode(node, at, root, [...seen, ...refs], visit, ended);
    const items = asObject(node.items);
    const inner = items && dereferenced(items, root, [...seen, ...refs]);
    if (inner) eachNode(inner.node, at, root, [...seen, ...refs, ...inner.refs], visit, ended);
    else if (items) end(items);
  }
}

/** Hints for protection, and those that only help; neither is available where the model ends. */
const protecting = ['x-access', 'writeOnly'] as const;
const helping = ['x-relation', 'x-file', 'x-computed', 'x-formula', 'x-default', 'x-visibleWhen', 'x-requiredWhen', 'x-readOnlyWhen', 'x-optionsWhen'] as const;

/** Inside a shape that contains itself or stays shared the model ends: its values are validated and stored as JSON, and nothing more. */
function beyondModel(node: JsonSchema, path: string, { report }: Lintable): void {
  const wrong = 'it has no effect inside a shape that contains itself or is too large to be written out';
  for (const keyword of protecting)
    if (node[keyword] !== undefined && node[keyword] !== false) report(path, keyword, wrong, 'the field should stand outside of the shape');
  for (const keyword of helping) if (node[keyword] !== undefined) report(path, keyword, wrong, 'the field should stand outside of the shape', 'warning');
}

function widget(node: JsonSchema, path: string, { report }: Lintable): void {
  const name = widgetOf(node);
  if (name !== undefined && !widgets.includes(name)) report(path, 'x-ui', `there is no widget "${name}"`, suggestion(name, widgets));
}

function roles(node: JsonSchema, path: string, { report, roles: known }: Lintable): void {
  const hint = node['x-access'];
  const full = asObject(hint);
  const named = Array.isArray(hint) ? strings(hint) : [...strings(full?.read), ...strings(full?.write)];
  for (const role of named) if (known && !known.has(role)) report(path, 'x-access', `there is no role "${role}"`, suggestion(role, known));
}

function codes(node: JsonSchema, path: string, { report, context }: Lintable): void {
  for (const owner of [node, asObject(node.items) ?? {}]) {
    const name = codesOf(owner);
    if (name !== undefined && !context.codes.has(name))
      report(path, 'x-codes', `there is no code list "${name}" in schemas/codes`, suggestion(name, context.codes.keys()));
  }
}

function width(node: JsonSchema, path: string, { report, entry }: Lintable): void {
  const isOpen = typeOf(node) === 'string' && !hasOptions(node) && !['date', 'time', 'date-time'].includes(String(node.format));
  const isUnsaid = node.maxLength === undefined || asObject(node['x-db'])?.open === true;
  if (isOpen && isUnsaid)
    report(path, 'maxLength', 'a string with a column of its own has no greatest length', 'it should have maxLength, for example 100', 'warning');
  const column = entry.model.fields.find(({ name }) => name === path)?.column;
  if ((column?.index || column?.unique) && column.type === 'string' && (column.length ?? 0) > longestIndexed) {
    report(path, 'maxLength', `an index holds at most ${longestIndexed} characters`, `it should be ${longestIndexed} or less, or x-db should have no index`);
  }
}

/** A field of the rows of an x-child list, which has a column in the child table. */
function isChildColumn(path: string, { entry }: Lintable): boolean {
  const [list, name, further] = stepsOf(path);
  return name !== undefined && further === undefined && entry.model.fields.some((field) => field.name === list && field.child !== undefined);
}

/** Money is exact or it is wrong. */
function money(node: JsonSchema, path: string, { report }: Lintable): void {
  const isMoney = node['x-display'] === 'money' || widgetOf(node) === 'money';
  const precision = asArray(asObject(node['x-db'])?.precision);
  if (isMoney && typeOf(node) === 'number' && node.multipleOf === undefined && !precision) {
    report(path, 'multipleOf', 'money needs an exact number', 'it should have "multipleOf": 0.01 or "x-db": { "precision": [15, 2] }');
  }
  const [digits, scale] = precision ?? [];
  if (typeof digits === 'number' && typeof scale === 'number' && (scale > digits || digits > decimalDigits)) {
    report(
      path,
      'x-db',
      `a number with the precision [${digits}, ${scale}] cannot be stored`,
      `it should have at most ${decimalDigits} digits in all, and no more than those after the point`,
    );
  }
  const step = asNumber(node.multipleOf);
  if (step !== undefined && step < 1 && typeof scale === 'number' && Math.abs(step * 10 ** scale - Math.round(step * 10 ** scale)) > 1e-9) {
    report(
      path,
      'multipleOf',
      `${step} has more decimal places than the precision [${digits}, ${scale}] stores`,
      `it should be ${Number(`1e-${scale}`)} or a multiple of it`,
    );
  }
}

/** A closed choice that no role can read. */
function labels(node: JsonSchema, declared: JsonSchema, path: string, { report, loaded }: Lintable): void {
  for (const owner of [node, asObject(node.items) ?? {}]) {
    if (asArray(owner.enum) === undefined || codesOf(owner) !== undefined || codesOf(node) !== undefined || codesOf(declared) !== undefined) continue;
    const labelled = Object.values(loaded.locales).some((locale) => locale?.options?.[path] !== undefined);
    if (!labelled)
      report(
        path,
        'enum',
        'the options have no labels',
        'it should be oneOf with a const and a title in each, x-codes, or options in the locale file',
        'warning',
      );
  }
  for (const option of objects(node.oneOf)) {
    const labelled = Object.values(loaded.locales).some((locale) => locale?.options?.[path]?.[String(option.const)] !== undefined);
    if (option.title === undefined && !labelled)
      report(path, 'oneOf', `option ${JSON.stringify(option.const)} has no label`, 'it should have a title', 'warning');
  }
}

function range(node: JsonSchema, path: string, { report }: Lintable): void {
  for (const [low, high] of [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
  ] as const) {
    const least = asNumber(node[low]);
    const most = asNumber(node[high]);
    if (least !== undefined && most !== undefined && least > most)
      report(path, low, `${low} ${least} is above ${high} ${most}`, `it should be ${most} or less`);
  }
}
