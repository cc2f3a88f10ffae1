/** One property of a schema → one FieldModel. Pure. */

import { kinds } from '#kinds/index.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import { pathBelow, pathOf, stepsOf } from '#rules/records/field-path.ts';
import { isLang, language } from '../languages.ts';
import { surfacesOf } from '../lint/surfaces.ts';
import type { FieldKind, FieldModel, JsonSchema, JsonValue, Row, Ui } from '../model.ts';
import { asArray, asNumber, asObject, asString, children, dereferenced, objects, strings, widgetOf, withoutUndefined } from '../schema-node.ts';
import { columnNames } from './column-names.ts';
import { columnOf, formerNames } from './columns.ts';
import { pairsOf } from './describe-pairs.ts';
import type { Place, Texts } from './describe-texts.ts';
import { emptyDefault } from './empty.ts';
import type { FieldContext } from './field-context.ts';
import { kindOf, optionsOf } from './kinds.ts';
import { codesOf } from './normalise.ts';
import { expressionOf } from './parse-expression.ts';
import { sharedShapeOf } from './shapes.ts';

/** All fields of an object node; `place` is the path of that node ('' for the record itself). */
export function describeFields(node: JsonSchema, place: Place, seen: readonly string[], context: FieldContext): FieldModel[] {
  const required = new Set(strings(node.required));
  const columns = place.childRow
    ? columnNames(
        children(node.properties).map(([name]) => name),
        childOwn,
      )
    : context.columns;
  return children(node.properties).map(([name, child]) => {
    const below: Place = {
      path: pathBelow(place.path, name),
      parts: place.parts.map((part) => ({ name: part.name, path: pathBelow(part.path, name) })),
      builtIn: place.builtIn,
      childRow: place.childRow,
    };
    const top = place.path === '';
    // A key that the server gives (readOnly, x-naming) is empty on the way in.
    const isRequired = top && isGiven(name, child, context) ? false : required.has(name) || (top && name === context.key);
    return describeField(name, child, isRequired, below, seen, context, columns);
  });
}

function describeField(
  name: string,
  declared: JsonSchema,
  required: boolean,
  place: Place,
  seen: readonly string[],
  context: FieldContext,
  names: FieldContext['columns'],
): FieldModel {
  const followed = dereferenced(declared, context.root, seen);
  const node = followed?.node ?? turned(declared, context.root);
  const refs = followed?.refs ?? [];
  const at: Place = { ...place, parts: [...refs.map(partOf), ...place.parts] };
  // A title beside the reference is the file's own word for one field of a part.
  const named: Place = declared.title === undefined ? at : place;
  const items = asObject(node.items);
  const isCycle = !followed || (items !== undefined && !dereferenced(items, context.root, [...seen, ...refs]));
  const kind: FieldKind = isCycle ? 'json' : kindOf(node, context.root);
  const face = schemaFaces[kind];
  const { shape } = kinds[kind];
  const own = face.describe?.(node, name);
  const inner = shape === 'object' ? { node, refs: [] } : items ? dereferenced(items, context.root, [...seen, ...refs]) : undefined;
  const top = !place.path.includes('.');
  const innerPlace: Place = {
    ...at,
    parts: [...at.parts, ...(inner?.refs ?? []).map(partOf)],
    builtIn: own?.file !== undefined && isBuiltIn(items),
    childRow: face.rows === true && top && node['x-child'] === true,
  };
  const nested =
    (shape === 'object' || shape === 'entries') && inner ? describeFields(inner.node, innerPlace, [...seen, ...refs, ...inner.refs], context) : undefined;
  const stored = asObject(node['x-db'])?.store !== false;
  const codes = codesOf(node) ?? (inner && face.optionsIn === 'items' ? codesOf(inner.node) : undefined);
  const list = codes === undefined ? undefined : context.load.codes.get(codes);
  const columns = top ? context : place.childRow ? { ...childColumns, columns: names } : undefined;
  const column = columns && stored && !(top && node['x-child'] === true) ? columnOf(name, kind, node, columns) : undefined;
  const isNumbered = top && name === context.naming;
  const formula = asString(node['x-formula']);
  const field: FieldModel = {
    name,
    kind,
    format: asString(node.format),
    label: context.texts.label(node, { ...named, parts: [...named.parts, ...(items && inner ? inner.refs.map(partOf) : [])] }, declared.title !== undefined),
    help: context.texts.help(node, at),
    required: required && node.minItems !== 0,
    default: (required && top ? constantOf(node) : undefined) ?? defaultOf(kind, node, own),
    unset: undefined,
    readOnly: node.readOnly === true || isNumbered || formula !== undefined,
    writeOnly: node.writeOnly === true,
    deprecated: node.deprecated === true || typeof node.deprecated === 'string',
    setOnce: node['x-setOnce'] === true || (top && name === context.key),
    personal: node['x-pii'] === true,
    lang: writtenIn(node),
    copy: node['x-copy'] !== false && !(top && (name === context.key || isNumbered)),
    column,
    options: face.optionsIn && optionsOf(face.optionsIn === 'node' ? node : (inner?.node ?? node), list, at, context.texts),
    codes,
    relation: undefined,
    file: undefined,
    fields: nested,
    open: nested && (kind === 'object' ? node : inner?.node)?.additionalProperties === true && node['x-child'] !== true ? true : undefined,
    shape: isCycle ? sharedShapeOf(declared, context.root) : undefined,
    pairs: kind === 'json' ? pairsAt(node, at, context) : undefined,
    was: formerNames(node).length > 0 ? formerNames(node) : undefined,
    child: face.rows && node['x-child'] === true && top ? { table: `${context.object}__${names.get(name) ?? name}` } : undefined,
    ui: uiOf(node, at, context.texts),
    display: asString(node['x-display']),
    surfaces: surfacesOf(name, kind, node, { ...context, top, stored, named: isNumbered }),
    visibleWhen: asObject(node['x-visibleWhen']),
    requiredWhen: asObject(node['x-requiredWhen']),
    readOnlyWhen: asObject(node['x-readOnlyWhen']),
    optionsWhen: optionsWhenOf(node),
    computed: asString(node['x-computed']),
    initial: typeof node['x-default'] === 'string' ? expressionOf(node['x-default']) : undefined,
    formula: formula === undefined ? undefined : expressionOf(formula),
    access: accessOf(node),
    minLength: asNumber(node.minLength),
    pattern: asString(node.pattern),
    maxLength: asNumber(node.maxLength) ?? column?.length,
    minimum: asNumber(node.minimum),
    maximum: asNumber(node.maximum),
    multipleOf: asNumber(node.multipleOf),
    minItems: asNumber(node.minItems),
    maxItems: asNumber(node.maxItems),
    repeats: kinds[kind].shape === 'values' && node.uniqueItems === false ? true : undefined,
  };
  return withoutUndefined({ ...field, ...own });
}

/** A language of the product by its own name ('tw'), any other as HTML says it. */
function writtenIn(node: JsonSchema): string | undefined {
  const said = asString(node['x-lang']);
  return said === undefined ? undefined : isLang(said) ? language[said].html : said;
}

/** Pairs of pairs end after a few levels: below that their values are JSON. A file that asks for the editor of JSON has it. */
function pairsAt(node: JsonSchema, place: Place, context: FieldContext): FieldModel['pairs'] {
  if (stepsOf(place.path).length > 4 || ['json', 'code'].includes(widgetOf(node) ?? '')) return undefined;
  return pairsOf(node['x-json'], (inside, root) => describeFields(inside, { path: place.path, parts: [] }, [], { ...context, root }));
}

/** Columns of every child table. */
const childOwn = ['parent', 'pos'];
/** A row of an x-child list has a column a field in its own table; keys and compound indexes are the parent's. */
const childColumns = { key: '', indexed: new Set<string>(), uniques: new Set<string>() };

function isGiven(name: string, declared: JsonSchema, { key, naming, root }: FieldContext): boolean {
  return name === naming || (name === key && dereferenced(declared, root)?.node.readOnly === true);
}

/** A reference back to a shape around it: the shape is validated, but the model ends here. */
function turned(declared: JsonSchema, root: JsonSchema): JsonSchema {
  const node = dereferenced(declared, root)?.node ?? {};
  return withoutUndefined({ title: node.title ?? declared.title, type: node.type ?? 'object' }) as JsonSchema; // undefined keys are gone
}

/** '#/definitions/project/properties/cname' → the part `project` at 'cname'. */
export function partOf(ref: string): { name: string; path: string } {
  const [, , name = '', ...rest] = ref.split('/');
  return { name, path: pathOf(rest.filter((step) => step !== 'properties' && step !== 'items').map(unescaped)) };
}

/** A part of a JSON pointer. */
function unescaped(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function isBuiltIn(items: JsonSchema | undefined): boolean {
  return items !== undefined && items.$ref === undefined && asObject(items.properties)?.filepath !== undefined && items.title === undefined;
}

/** What a record has where it has to say it and can say nothing else. A flag is nobody's but whoever says yes; a closed list may grow. */
function constantOf(node: JsonSchema): JsonValue | undefined {
  const options = asArray(node.enum) ?? [];
  const value = node.const ?? asObject(node['x-json'])?.const ?? (options.length === 1 && codesOf(node) === undefined ? options[0] : undefined);
  return node.default !== undefined || typeof value === 'boolean' ? undefined : (value ?? undefined);
}

function defaultOf(kind: FieldKind, node: JsonSchema, own: Partial<FieldModel> | undefined): JsonValue {
  if (node.default !== undefined && node.default !== null) return node.default;
  const shape = node.type === 'array' ? [] : node.type === 'object' ? {} : null;
  return emptyDefault(withoutUndefined({ kind, default: shape, unset: own?.unset, orNull: own?.orNull }));
}

function uiOf(node: JsonSchema, place: Place, texts: Texts): Ui {
  const hint = node['x-ui'];
  const full = asObject(hint);
  const width = full?.width;
  const example = asArray(node.examples)?.[0];
  const sample = asString(full?.placeholder) ?? (typeof example === 'string' || typeof example === 'number' ? String(example) : undefined);
  return withoutUndefined({
    widget: asString(hint) ?? asString(full?.widget),
    width: width === 'full' || width === 'half' || width === 'third' || width === 'quarter' ? width : undefined,
    placeholder: texts.placeholder(sample, place),
    prefix: asString(full?.prefix),
    suffix: asString(full?.suffix),
    rows: asNumber(full?.rows),
    options: asObject(full?.options) satisfies Row | undefined,
  });
}

function optionsWhenOf(node: JsonSchema): FieldModel['optionsWhen'] {
  const cases = objects(node['x-optionsWhen']).flatMap((item) => {
    const when = asObject(item.when);
    const options = (asArray(item.options) ?? []).filter((option) => typeof option === 'string' || typeof option === 'number');
    return when ? [{ when, options }] : [];
  });
  return cases.length > 0 ? cases : undefined;
}

function accessOf(node: JsonSchema): FieldModel['access'] {
  const hint = node['x-access'];
  if (Array.isArray(hint)) return { read: strings(hint), write: strings(hint) };
  const full = asObject(hint);
  if (!full || (full.read === undefined && full.write === undefined)) return undefined;
  return withoutUndefined({
    read: full.read === undefined ? undefined : strings(full.read),
    write: full.write === undefined ? undefined : strings(full.write),
  });
}
