/**
 * The effective schema: what is compiled. The declared one with the decisions about emptiness (docs/decisions/002) written out, so that any JSON Schema
 * validator agrees: an optional field may be empty despite its other keywords, a required one may not, nothing unknown passes, and nothing passes that its
 * column could not hold. Pure.
 */

import { kinds, shapeOf } from '#kinds/index.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import { unsetOf } from '#kinds/select.ts';
import { mayBeBlank } from '#rules/records/record.ts';
import { standardSchema } from '../adapt/standard-schema.ts';
import { kindOf } from '../describe/kinds.ts';
import type { FieldKind, FieldModel, JsonSchema, JsonValue } from '../model.ts';
import { asArray, asNumber, asObject, children, dereferenced, strings, typeOf, valuesOf } from '../schema-node.ts';
import { type Stored, type Together, togetherRules } from './together.ts';

const valueRules = ['allOf', 'anyOf', 'not', 'if', 'then', 'else'] as const;
const arrayRules = ['minItems', 'maxItems', 'uniqueItems'] as const;
const objectRules = ['if', 'then', 'else', 'allOf', 'anyOf', 'not', 'minProperties', 'maxProperties'] as const;

/**
 * `schema` is the normalised one, `shared` what stays shared in it; `naming` is the field that a numbering series fills and so may be empty on the way in; `together` is there
 * for a file from elsewhere, whose rules mean the record as it is sent.
 */
export function effectiveSchema(
  schema: JsonSchema,
  shared: readonly string[],
  fields: FieldModel[],
  key: string,
  naming: string | undefined,
  together: Together | undefined,
): JsonSchema {
  const maker = new Maker(schema, shared, together?.root);
  const own = strings(schema.required);
  const isGiven = (name: string): boolean => name === naming || (name === key && fields.find((field) => field.name === key)?.required === false);
  const required = [...new Set([key, ...own])].filter((name) => !isGiven(name));
  const whole = maker.object({ ...schema, required }, shared, true);
  const conditional = conditionals(fields, []);
  const keyed = fields.some((field) => field.name === key && mayBeBlank(field)) ? [propertyOf(key, { minLength: 1 })] : [];
  const all = [...(asArray(whole.allOf) ?? []), ...keyed, ...conditional, ...(together ? togetherRules(together, maker.stored(schema)) : [])];
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...whole,
    ...(all.length > 0 && { allOf: all }),
    ...(maker.definitions.size > 0 && { definitions: Object.fromEntries(maker.definitions) }),
  };
}

class Maker {
  /** only shapes that contain themselves or stay shared are definitions; everything else is written out in place */
  readonly definitions = new Map<string, JsonSchema>();
  private readonly root: JsonSchema;
  private readonly shared: readonly string[];
  /** the file from elsewhere in which references of rules lead on */
  private readonly elsewhere: JsonSchema | undefined;
  constructor(root: JsonSchema, shared: readonly string[], elsewhere: JsonSchema | undefined) {
    this.root = root;
    this.shared = shared;
    this.elsewhere = elsewhere;
  }

  /** `isColumn`: its fields lie in columns of their own, which have a width. */
  object(node: JsonSchema, seen: readonly string[], isColumn: boolean): JsonSchema {
    const required = strings(node.required);
    const properties = Object.fromEntries(children(node.properties).map(([name, child]) => [name, this.field(child, required.includes(name), seen, isColumn)]));
    // What a nested object may hold beside its fields lies in its JSON; a column of its own it has not.
    const isOpen = node.additionalProperties === true && !isColumn;
    const result: JsonSchema = { type: 'object', properties, ...(isOpen ? {} : { additionalProperties: false }) };
    if (required.length > 0) result.required = required;
    for (const rule of objectRules) if (node[rule] !== undefined && !this.elsewhere) result[rule] = this.consequent(node[rule], rule, node);
    const dependent = [...this.dependent(node), ...(isColumn || !this.elsewhere ? [] : this.together(node, this.elsewhere))];
    if (dependent.length > 0) result.allOf = [...(asArray(result.allOf) ?? []), ...dependent];
    return result;
  }

  /** What `then` and `else` require is not there while it is empty: a row carries every key. */
  private consequent(value: JsonValue, keyword: string, scope: JsonSchema): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.consequent(item, keyword, scope));
    const rule = asObject(value);
    if (!rule || keyword === 'if' || keyword === 'not') return value;
    const result: JsonSchema = { ...rule };
    for (const key of ['then', 'else', 'allOf', 'anyOf'] as const) if (rule[key] !== undefined) result[key] = this.consequent(rule[key], key, scope);
    const needed = keyword === 'then' || keyword === 'else' ? strings(rule.required) : [];
    if (needed.length > 0) result.allOf = [...(asArray(result.allOf) ?? []), { properties: this.given(needed, scope) }];
    return result;
  }

  /** dependentRequired: where the one is given, the others are. */
  private dependent(node: JsonSchema): JsonSchema[] {
    return Object.entries(asObject(node.dependencies) ?? {}).map(([name, needed]) => ({
      if: { required: [name], properties: { [name]: this.presence(name, node) } },
      // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
      then: { required: strings(needed), properties: this.given(strings(needed), node) },
    }));
  }

  /** A tick box that is required may still be left open. */
  private given(names: string[], scope: JsonSchema): JsonSchema {
    return Object.fromEntries(names.map((name) => [name, this.presence(name, scope)] as const).filter(([, rule]) => rule.const !== true));
  }

  /** What a nested object of a file from elsewhere is asked as a whole, unless nothing of it is given: it is stored with every field all the same. */
  private together(node: JsonSchema, root: JsonSchema): JsonSchema[] {
    const fields = this.stored(node);
    const rules = togetherRules({ rules: [pick(node, objectRules)], root }, fields);
    const untouched: [string, JsonSchema][] = fields
      .filter(({ isShaped }) => !isShaped)
      .map(({ name, empty, default: initial = false }) => [name, { enum: [...empty, initial] }]);
    return rules.length ? [{ if: { properties: Object.fromEntries(untouched) }, else: { allOf: rules } }] : [];
  }

  /** Its fields as a stored value carries them. */
  stored(node: JsonSchema): Stored[] {
    return children(node.properties).flatMap(([name, declared]) => {
      const found = dereferenced(declared, this.root)?.node;
      if (!found) return [];
      const [kind, unset] = [kindOf(found, this.root), unsetOf(found)];
      // What holds JSON holds an empty text or list as it was given.
      const empty = kind === 'json' && this.elsewhere ? [null] : [null, '', [], {}, ...(unset === undefined ? [] : [unset])];
      const isShaped = found['x-json'] === undefined && (asObject(found.properties) ?? asObject(asObject(found.items)?.properties)) !== undefined;
      return [
        { name, kind, isShaped, default: found.default, empty, present: empty.length === 1 ? { not: { const: null } } : present(kind, valuesOf(found), unset) },
      ];
    });
  }

  private presence(name: string, scope: JsonSchema): JsonSchema {
    const declared = asObject(asObject(scope.properties)?.[name]);
    const node = declared && dereferenced(declared, this.root)?.node;
    return node ? present(kindOf(node, this.root), valuesOf(node), unsetOf(node)) : {};
  }

  private field(declared: JsonSchema, required: boolean, seen: readonly string[], isColumn: boolean): JsonSchema {
    const followed = dereferenced(declared, this.root, seen);
    if (!followed) return this.definition(declared, required);
    const { node, refs } = followed;
    const below = [...seen, ...refs];
    if (node['x-json'] !== undefined) return this.json(node['x-json'], required);
    const kind = kindOf(node, this.root);
    const rule = schemaFaces[kind].rule?.(node, required, isColumn);
    if (rule) return this.withRules(rule, node, required);
    if (kinds[kind].shape !== 'object') return this.withRules(this.array(node, kind, required, below, isColumn && node['x-child'] === true), node, required);
    const object = this.object(node, below, false);
    if (required || !object.required) return object;
    const { type, ...rules } = object;
    return { type: type ?? 'object', if: { maxProperties: 0 }, else: rules };
  }

  /** What a single value or a list is asked beside its kind (`const`, `anyOf`, `allOf`, `not`, `if`); an empty one, as a flag that is off, is `required`'s matter. */
  private withRules(own: JsonSchema, node: JsonSchema, required: boolean): JsonSchema {
    const rules = pick(node, node.const === true && !required ? valueRules : [...valueRules, 'const']);
    if (!Object.keys(rules).length) return own;
    const empty = [null, '', [], ...[unsetOf(node)].filter((value) => value !== undefined)];
    return { allOf: [own, { if: { enum: empty }, else: this.json(standardSchema(rules, this.root), true) }] };
  }

  /** A value that is checked by a schema of its own, whose definitions join the others. */
  private json(rule: JsonValue, required: boolean): JsonSchema {
    const { definitions, ...own } = asObject(rule) ?? {};
    const prefix = `json${this.definitions.size}_`;
    for (const [name, definition] of Object.entries(asObject(definitions) ?? {}))
      this.definitions.set(`${prefix}${name}`, asObject(prefixed(definition, prefix)) ?? {});
    const schema = asObject(prefixed(own, prefix)) ?? {};
    return required || Object.keys(schema).length === 0 ? schema : { if: { enum: [null, '', [], {}] }, else: schema };
  }

  private array(node: JsonSchema, kind: FieldKind, required: boolean, seen: readonly string[], isChild: boolean): JsonSchema {
    const face = schemaFaces[kind];
    const result: JsonSchema = { type: 'array' };
    for (const rule of arrayRules) if (node[rule] !== undefined) result[rule] = node[rule];
    const least = asNumber(node.minItems) ?? 0;
    if (required && node.minItems !== 0) result.minItems = Math.max(1, least);
    if (face.distinct && node.uniqueItems !== false) result.uniqueItems = true;
    if (face.most && result.maxItems === undefined) result.maxItems = face.most(node);
    const items = asObject(node.items) ?? {};
    result.items = isChild ? this.row(items, seen) : this.field(items, true, seen, false);
    if (required || least === 0) return result;
    const { type, ...rules } = result;
    return { type: type ?? 'array', if: { maxItems: 0 }, else: rules };
  }

  /** A row of a child table. */
  private row(items: JsonSchema, seen: readonly string[]): JsonSchema {
    const followed = dereferenced(items, this.root, seen);
    return followed ? this.object(followed.node, [...seen, ...followed.refs], true) : this.definition(items, true);
  }

  /** A shape that contains itself or stays shared: one definition, made once for all places that say the same beside the reference. */
  private definition(declared: JsonSchema, required: boolean): JsonSchema {
    const ref = typeof declared.$ref === 'string' ? declared.$ref : '#';
    const beside = pick(declared, arrayRules);
    const name = `${ref.replace(/^#\/?(definitions\/)?/, '').replaceAll('/', '_') || 'root'}${Object.keys(beside).length > 0 ? JSON.stringify(beside).replaceAll(/\W+/g, '_') : ''}`;
    if (!this.definitions.has(name)) {
      this.definitions.set(name, {});
      const followed = dereferenced({ $ref: ref, ...beside }, this.root);
      if (followed) this.definitions.set(name, this.field(followed.node, true, [...this.shared, ...followed.refs], false));
    }
    if (required) return { $ref: `#/definitions/${name}` };
    // Of its own, so that each of many places is one short reference.
    const optional = `${name}_or_empty`;
    if (!this.definitions.has(optional)) {
      const isList = typeOf(dereferenced({ $ref: ref }, this.root)?.node ?? {}) === 'array';
      const empty: JsonSchema = isList ? { type: 'array', maxItems: 0 } : { type: 'object', maxProperties: 0 };
      this.definitions.set(optional, { if: empty, else: { $ref: `#/definitions/${name}` } });
    }
    return { $ref: `#/definitions/${optional}` };
  }
}

/** The same with the references to its own definitions under other names; what is data stays. */
function prefixed(value: JsonValue, prefix: string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => prefixed(item, prefix));
  const node = asObject(value);
  if (!node) return value;
  const said = Object.entries(node).filter(([key, child]) => key !== 'title' || typeof child !== 'string'); // what is for people alone is not compiled
  return Object.fromEntries(
    said.map(([key, child]) => {
      if (key === '$ref' && typeof child === 'string') return [key, child.replace('#/definitions/', `#/definitions/${prefix}`)];
      if (mapsOfSchemas.includes(key) && asObject(child))
        return [key, Object.fromEntries(Object.entries(asObject(child) ?? {}).map(([name, inner]) => [name, prefixed(inner, prefix)]))];
      return [key, key === 'enum' || key === 'const' ? child : prefixed(child, prefix)];
    }),
  );
}

/** Whose keys are names, even where they look like keywords. */
const mapsOfSchemas: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas', 'definitions'];

function pick(node: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])));
}

/** x-requiredWhen and x-optionsWhen of every field, nested ones too, as draft-07's if/then over the record. */
function conditionals(fields: FieldModel[], path: FieldModel[]): JsonSchema[] {
  return fields.flatMap((field) => {
    const nested = field.fields ? conditionals(field.fields, [...path, field]) : [];
    const { requiredWhen, optionsWhen = [] } = field;
    const values = (field.options ?? []).map(({ value }) => value);
    const given = requiredWhen && within(path, { required: [field.name], ...propertyOf(field.name, present(field.kind, values, field.unset)) });
    const limits = optionsWhen.map(({ when, options }, index) => {
      const open = [
        ...(field.unset === undefined ? [] : [field.unset]),
        ...(shapeOf(field) === 'number' || field.unset === undefined ? [null, ''] : []),
        ...options,
      ];
      const limited = propertyOf(field.name, shapeOf(field) === 'values' ? { items: { enum: options } } : { enum: open });
      // The first whose condition holds counts, as in the form.
      const before = optionsWhen.slice(0, index).map((earlier) => ({ not: earlier.when }));
      // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
      return { if: before.length ? { allOf: [...before, when] } : when, then: within(path, limited) };
    });
    // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
    return [...(given && requiredWhen ? [{ if: requiredWhen, then: given }] : []), ...limits, ...nested];
  });
}

function propertyOf(name: string, rule: JsonSchema): JsonSchema {
  return { properties: { [name]: rule } };
}

function within(path: FieldModel[], rule: JsonSchema): JsonSchema {
  let schema = rule;
  for (const parent of [...path].reverse()) schema = propertyOf(parent.name, shapeOf(parent) === 'object' ? schema : { items: schema });
  return schema;
}

/** What a value must be so that it counts as given. */
function present(kind: FieldKind, values: (string | number | boolean)[], unset: string | number | undefined): JsonSchema {
  switch (kinds[kind].shape) {
    case 'choice':
      return { enum: values.filter((value) => value !== unset) };
    case 'number':
      return { type: 'number' };
    case 'flag':
      return { const: true };
    case 'object':
      return { minProperties: 1 };
    case 'any':
      return { not: { enum: [null, '', [], {}] } };
    case 'values':
    case 'entries':
      return { minItems: 1 };
    case 'text':
      return { minLength: 1 };
  }
}
