/**
 * Which fields of a file from elsewhere go together: what its `oneOf`, `anyOf`, `allOf`, `not` and `if` at the top ask of the whole record, said of a stored one. That
 * carries every field, so 'is there' means 'is not empty' and 'nothing else' means that the others are empty. Where the two differ by more than that it asks for
 * less: a record that the file takes is never refused. Pure.
 */
import { standardSchema } from '../adapt/standard-schema.ts';
import { mayBeEmpty } from '../load/dialect.ts';
import type { FieldKind, JsonSchema, JsonValue } from '../model.ts';
import { asArray, asObject, pointed, strings } from '../schema-node.ts';

/** What a file asks of its whole record, in its own words. */
export interface Together {
  rules: JsonSchema[];
  /** the file as it was bundled, in which references lead on */
  root: JsonSchema;
}

/** What has to be known of a field to say whether it is given. */
export interface Stored {
  name: string;
  kind: FieldKind;
  /** it has fields of its own */
  isShaped: boolean;
  default: JsonValue | undefined;
  /** what it is while it is not given */
  empty: JsonValue[];
  /** what it is when it is given */
  present: JsonSchema;
}

/** Levels of rules in rules, references counted. */
const deepest = 12;

/** The rules over a record with these fields. */
export function togetherRules({ rules, root }: Together, fields: readonly Stored[]): JsonSchema[] {
  const maker = new Maker(root, new Map(fields.map((field) => [field.name, field])));
  return rules.flatMap((rule) => {
    const made = maker.rule(rule, 0);
    return made && Object.keys(made.schema).length > 0 ? [made.schema] : [];
  });
}

/** `isExact`: it takes what the file takes, no more; only such a rule can be denied or asked as a condition. */
interface Rule {
  schema: JsonSchema;
  isExact: boolean;
}

class Maker {
  private readonly root: JsonSchema;
  private readonly fields: ReadonlyMap<string, Stored>;
  constructor(root: JsonSchema, fields: ReadonlyMap<string, Stored>) {
    this.root = root;
    this.fields = fields;
  }

  /** undefined: nothing can be asked. */
  rule(value: JsonValue | undefined, depth: number): Rule | undefined {
    if (value === true || depth > deepest) return undefined;
    const node = asObject(value);
    if (!node) return value === false ? { schema: { not: {} }, isExact: true } : undefined;
    const parts: (Rule | undefined)[] = [];
    if (typeof node.$ref === 'string') parts.push(this.rule(pointed(this.root, node.$ref), depth + 1));
    const own = asObject(node.properties) ?? {};
    for (const [name, child] of Object.entries(own)) parts.push(this.property(name, child));
    parts.push(this.given(strings(node.required).filter((name) => !mayBeEmpty(this.resolved(own[name]) ?? {}))));
    if (node.additionalProperties === false && node.patternProperties === undefined) parts.push(this.nothingBut(Object.keys(own)));
    for (const one of asArray(node.allOf) ?? []) parts.push(this.rule(one, depth + 1));
    for (const word of ['anyOf', 'oneOf'] as const) if (asArray(node[word])) parts.push(this.some(word, asArray(node[word]) ?? [], depth + 1));
    if (node.not !== undefined) parts.push(denied(this.rule(node.not, depth + 1)));
    if (node.if !== undefined) parts.push(this.conditional(node, depth + 1));
    for (const [name, needed] of Object.entries({ ...asObject(node.dependencies), ...asObject(node.dependentSchemas), ...asObject(node.dependentRequired) }))
      parts.push(this.following(name, needed, depth));
    return all(parts);
  }

  /** Values of one of several ways: by what tells them apart, so that what is wrong is said of the way that was meant; else of any. */
  private some(word: 'anyOf' | 'oneOf', ways: readonly JsonValue[], depth: number): Rule | undefined {
    const made = ways.map((way) => this.rule(way, depth));
    if (made.some((one) => one === undefined)) return undefined;
    const rules = made.flatMap((one) => one ?? []);
    const mark = this.markOf(ways);
    if (!mark) return { schema: { anyOf: rules.map(({ schema }) => schema) }, isExact: word === 'anyOf' && rules.every(({ isExact }) => isExact) };
    const chosen = mark.values.map((values, index) => ({
      if: { properties: { [mark.name]: { enum: values } }, required: [mark.name] },
      // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
      then: rules[index]?.schema ?? {},
    }));
    return { schema: { allOf: chosen }, isExact: false };
  }

  /** The field whose constants tell the ways apart. */
  private markOf(ways: readonly JsonValue[]): { name: string; values: JsonValue[][] } | undefined {
    const marks = ways.map((way) => {
      const node = this.resolved(way);
      const found = new Map<string, JsonValue[]>();
      for (const [name, child] of Object.entries(asObject(node?.properties) ?? {})) {
        const { const: one, enum: many } = asObject(child) ?? {};
        const values = one === undefined ? asArray(many) : [one];
        if (values) found.set(name, values);
      }
      return found;
    });
    const isApart = (name: string): boolean => {
      const listed = marks.flatMap((mark) => (mark.get(name) ?? []).map((one) => JSON.stringify(one)));
      return marks.every((mark) => mark.has(name)) && new Set(listed).size === listed.length;
    };
    const name = [...(marks[0]?.keys() ?? [])].find((one) => this.fields.has(one) && isApart(one));
    return name === undefined ? undefined : { name, values: marks.map((mark) => mark.get(name) ?? []) };
  }

  private resolved(value: JsonValue | undefined): JsonSchema | undefined {
    let node = asObject(value);
    for (let steps = 0; typeof node?.$ref === 'string' && steps < deepest; steps += 1) node = pointed(this.root, node.$ref);
    return node;
  }

  private conditional(node: JsonSchema, depth: number): Rule | undefined {
    const condition = this.rule(node.if, depth);
    if (!condition?.isExact) return undefined;
    const [then, otherwise] = [this.rule(node.then, depth), this.rule(node.else, depth)];
    if (!then && !otherwise) return undefined;
    return {
      // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
      schema: { if: condition.schema, ...(then && { then: then.schema }), ...(otherwise && { else: otherwise.schema }) },
      isExact: (then?.isExact ?? true) && (otherwise?.isExact ?? true),
    };
  }

  private following(name: string, needed: JsonValue, depth: number): Rule | undefined {
    const [first, then] = [this.given([name]), Array.isArray(needed) ? this.given(strings(needed)) : this.rule(needed, depth + 1)];
    // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
    return first && then && { schema: { if: first.schema, then: then.schema }, isExact: then.isExact };
  }

  private given(names: readonly string[]): Rule | undefined {
    const fields = names.flatMap((name) => this.fields.get(name) ?? []);
    if (!fields.length) return undefined;
    const asked = fields.filter(isEvident);
    const schema = {
      properties: Object.fromEntries(asked.map((field) => [field.name, field.present])),
      required: asked.map(({ name }) => name),
    };
    return asked.length ? { schema, isExact: asked.length === names.length } : undefined;
  }

  private nothingBut(names: readonly string[]): Rule | undefined {
    const left = [...this.fields.values()].filter(({ name }) => !names.includes(name) && name !== 'id' && !stamps.includes(name));
    const others = left.filter(isEvident);
    if (!others.length) return undefined;
    return {
      schema: { properties: Object.fromEntries(others.map((field) => [field.name, { enum: field.empty }])) },
      isExact: others.length === left.length,
    };
  }

  /** What is said of one field: of single values and of JSON as it stands, of what has fields of its own its kind alone. */
  private property(name: string, rule: JsonValue): Rule | undefined {
    const field = this.fields.get(name);
    if (!field || rule === true) return undefined;
    const { empty } = field;
    if (rule === false) return { schema: { properties: { [name]: { enum: empty } } }, isExact: true };
    if (field.isShaped) return { schema: {}, isExact: false };
    const own = standardSchema(rule, this.root);
    const node = asObject(own);
    if (!node || Object.keys(node).length === 0 || node.definitions !== undefined) return { schema: {}, isExact: false };
    return { schema: { properties: { [name]: { if: { enum: empty }, else: node } } }, isExact: true };
  }
}

/** Whether it is given can be told: not of a tick box, which says no when it is left open, of an object with its own empty fields, of what has a default. */
function isEvident({ kind, default: initial, empty }: Stored): boolean {
  const isFilled = initial !== undefined && !empty.some((value) => JSON.stringify(value) === JSON.stringify(initial));
  return kind !== 'boolean' && kind !== 'object' && !isFilled;
}

const stamps: readonly string[] = ['ver', 'create_at', 'update_at', 'update_by'];

function all(parts: readonly (Rule | undefined)[]): Rule | undefined {
  const known = parts.filter((part) => part !== undefined);
  const said = known.filter(({ schema }) => Object.keys(schema).length > 0);
  const isExact = known.every((part) => part.isExact);
  if (!known.length) return undefined;
  if (!said.length) return { schema: {}, isExact };
  return { schema: said.length === 1 ? (said[0]?.schema ?? {}) : { allOf: said.map(({ schema }) => schema) }, isExact };
}

function denied(rule: Rule | undefined): Rule | undefined {
  return rule?.isExact && Object.keys(rule.schema).length > 0 ? { schema: { not: rule.schema }, isExact: true } : undefined;
}
