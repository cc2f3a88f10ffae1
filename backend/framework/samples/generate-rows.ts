/**
 * Invented rows from an object's model: every field gets a value its own schema accepts, the same for the same seed. A recipe replaces
 * the makers of single fields by believable ones. Pure, so that the demo, the tests, the benchmark's million rows and the workbench's preview share it.
 */
import type { FieldModel, JsonSchema, JsonValue, ObjectEntry, Row } from '#codegen/model.ts';
import { asNumber, asObject, asString, dereferenced } from '#codegen/schema-node.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import type { Shape } from '#kinds/kind.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';
import { sampleJson } from './sample-json.ts';
import { textLike } from './text-like.ts';
import { moods, places, remarks, subjects } from './words.ts';

/** Makes one field's value; `row` holds the fields made before it, in the model's order; undefined = left to the default. */
export type Maker = (random: Random, index: number, row: Row) => JsonValue | undefined;
export type Recipe = Record<string, Maker>;
/** object → ids that references may point to */
export type References = Record<string, readonly string[]>;
export interface GenerateOptions {
  seed: number;
  count: number;
  /** number of the first row, counted from 1; row n is the same whatever the start */
  start?: number;
  recipe?: Recipe;
  references?: References;
}

/** An endless supply cut at `count`: rows as the API takes them, without id stamps, version and computed fields. */
export function* generateRows(entry: ObjectEntry, { seed, count, start = 1, recipe = {}, references = {} }: GenerateOptions): Generator<Row> {
  const makers = rowMakers(entry, recipe, references);
  for (let index = start; index < start + count; index += 1) {
    const random = seededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b));
    random.next(); // neighbouring seeds begin alike
    const row: Row = {};
    for (const [name, make] of makers) {
      const value = make(random, index, row);
      if (value !== undefined) row[name] = value;
    }
    yield row;
  }
}

/** The first `count` rows of a seed. */
export function generate(entry: ObjectEntry, seed: number, count: number, options: Pick<GenerateOptions, 'recipe' | 'references'> = {}): Row[] {
  return [...generateRows(entry, { seed, count, ...options })];
}

function rowMakers(entry: ObjectEntry, recipe: Recipe, references: References): [string, Maker][] {
  // A number is given and a state begun by the save.
  const given = [entry.model.naming?.field, entry.model.workflow?.field];
  const of: Declared = { node: entry.schema, root: entry.schema };
  return entry.model.fields
    .filter(
      (field) => !field.readOnly && !field.computed && !field.formula && !given.includes(field.name) && (field.column || field.child || recipe[field.name]),
    )
    .map((field) => [
      field.name,
      recipe[field.name] ?? (field.name === entry.model.entity.key ? keyMaker(entry, field) : inPattern(fieldMaker(field, references, of), field, of)),
    ]);
}

/** Keys are the object's name and the row's number, in whatever shape the field's format or pattern lets pass. */
function keyMaker(entry: ObjectEntry, field: FieldModel): Maker {
  if (field.column?.type === 'numericKey') return (_random, index) => index;
  const pattern = patternOf(field, { node: entry.schema, root: entry.schema });
  const like = pattern && textLike(pattern);
  const shapes = [
    (index: number) => `${entry.model.name}-${String(index).padStart(7, '0')}`,
    (index: number) => `${entry.model.name}_${String(index).padStart(7, '0')}`,
    (index: number) => String(index).padStart(8, '0'),
    (index: number) => `${like}${index}`,
    (index: number) => `${like?.slice(0, -String(index).length)}${index}`,
  ];
  const shape = shapes.find((candidate) => !pattern || pattern.test(candidate(1))) ?? shapes[0]!;
  return (_random, index) => shape(index).slice(-(field.maxLength ?? 64));
}

/** Where a field has a pattern: the invented value if it fits, else a number, else the schema's own example. */
function inPattern(make: Maker, field: FieldModel, of: Declared): Maker {
  const pattern = patternOf(field, of);
  if (!pattern) return make;
  const fits = (value: JsonValue | undefined): value is string => typeof value === 'string' && pattern.test(value);
  return (random, index, row) =>
    [make(random, index, row), `${field.name}_${index}`, String(index), field.ui.placeholder?.en].find(fits) ??
    (field.required ? textLike(pattern) : undefined);
}

/** A maker for any field of any schema: fields that are or may be required always, others three times in four. */
function fieldMaker(field: FieldModel, references: References, of: Declared): Maker {
  const make = valueMaker(field, references, of);
  return field.required || field.requiredWhen ? make : (random, index, row) => (random.chance(0.75) ? make(random, index, row) : undefined);
}

function valueMaker(field: FieldModel, references: References, of: Declared): Maker {
  const declared = declaredIn(of, field.name);
  const only = declared.const;
  if (only !== undefined) return () => structuredClone(only);
  const options = (field.options ?? []).filter((option) => !option.deprecated && option.value !== field.unset).map((option) => option.value);
  if (field.file) return () => undefined;
  if (field.relation) {
    const ids = references[field.relation.to] ?? [];
    if (!ids.length) return () => undefined;
    return field.relation.many ? (random) => random.sample(ids, amount(random, field, 3)) : (random) => random.pick(ids);
  }
  const makers: Record<Shape, () => Maker> = {
    flag: () => (random) => random.chance(0.5),
    number: () => numberMaker(field, declared),
    choice: () => (options.length ? (random) => random.pick(options) : () => undefined),
    values: () => {
      if (!field.options) return wordsMaker(field, asString(followed(declared.items, of).pattern));
      return options.length ? (random) => random.sample(options, amount(random, field, 3)) : () => undefined;
    },
    object: () => objectMaker(field, references, of),
    entries: () => {
      const make = objectMaker(field, references, of);
      return (random, index, row) => Array.from({ length: amount(random, field, 2) }, () => make(random, index, row) as JsonValue); // an object maker always makes one
    },
    any: () => {
      // An optional one stays empty, as it always has in the demo and its like.
      const rule = field.required ? declared['x-json'] : undefined;
      const sample = rule === undefined ? undefined : sampleJson(rule);
      return () => structuredClone(sample);
    },
    text: () => textMaker(field),
  };
  return makers[shapeOf(field)]();
}

function objectMaker(field: FieldModel, references: References, of: Declared): Maker {
  const declared = declaredIn(of, field.name);
  const inner: Declared = { node: declared.items === undefined ? declared : followed(declared.items, of), root: of.root };
  const makers = (field.fields ?? [])
    .filter((child) => !child.readOnly && !child.computed && !child.formula)
    .map((child) => [child.name, inPattern(fieldMaker(child, references, inner), child, inner)] as const);
  return (random, index) => {
    const value: Row = {};
    for (const [name, make] of makers) {
      const made = make(random, index, value);
      if (made !== undefined) value[name] = made;
    }
    return value;
  };
}

function numberMaker(field: FieldModel, { exclusiveMinimum, exclusiveMaximum }: JsonSchema): Maker {
  const scale = !kinds[field.kind].rate ? 0 : (field.column?.scale ?? decimals(field.multipleOf) ?? 2);
  const step = field.multipleOf && field.multipleOf >= 1 ? field.multipleOf : 10 ** -scale;
  const [above, under] = [asNumber(exclusiveMinimum), asNumber(exclusiveMaximum)];
  const most = field.maximum ?? (under === undefined ? undefined : under - step);
  const low = field.minimum ?? (above === undefined ? Math.min(0, most ?? 0) : above + step);
  const high = Math.max(low, Math.min(most ?? low + 10000, 10 ** Math.min(9, (field.column?.precision ?? 12) - scale) - 1));
  return (random) => Number((Math.ceil(low / step) * step + random.int(0, Math.floor((high - low) / step)) * step).toFixed(scale));
}

/** Entries of a list of texts. */
function wordsMaker(field: FieldModel, pattern: string | undefined): Maker {
  const word = pattern === undefined ? undefined : textLike(new RegExp(pattern, 'u'));
  if (pattern !== undefined) return () => (word === undefined ? undefined : [word]);
  return (random) => random.sample(moods, amount(random, field, 3)).map(([tw]) => tw);
}

function textMaker(field: FieldModel): Maker {
  const { sample } = schemaFaces[field.kind];
  if (sample) return sample;
  const limit = field.maxLength ?? 200;
  const unique = field.column?.unique ?? false;
  switch (field.format) {
    case 'email':
      return (_random, index) => `${field.name.toLowerCase()}.${index}@example.com`;
    case 'uri':
      return (_random, index) => `https://www.example.com/${field.name.toLowerCase()}/${index}`;
    case 'phone':
      return (random) => `TW,+8862${random.int(20000000, 29999999)}`;
    case 'telephone':
      return (random) => `(02) ${random.int(2000, 2999)}-${random.int(1000, 9999)}`;
    case 'digits':
      return (random, index) => (unique ? String(index) : String(random.int(10000000, 99999999))).slice(0, limit);
    case 'id':
    case 'identifier':
      return (_random, index) => `${field.name}_${index}`.slice(0, limit);
    case 'uuid':
      return (_random, index) => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
    case 'hostname':
      return (_random, index) => `host-${index}.example.com`;
    case 'ipv4':
      return (_random, index) => `192.0.2.${(index % 254) + 1}`;
    case 'ipv6':
      return (_random, index) => `2001:db8::${(index % 65_535).toString(16)}`;
    case 'duration':
      return (random) => `P${random.int(1, 30)}D`;
    case 'rfc3339':
      return (_random, index) => `2026-${String((index % 12) + 1).padStart(2, '0')}-01T09:00:00Z`;
    case 'rfc3339-time':
      return (_random, index) => `${String(index % 24).padStart(2, '0')}:00:00Z`;
    case 'any-uri':
    case 'iri':
      return (_random, index) => `https://www.example.com/${index}`;
    case 'uri-reference':
    case 'iri-reference':
    case 'uri-template':
    case 'json-pointer':
      return (_random, index) => `/${index}`;
    case 'relative-json-pointer':
      return (_random, index) => `${index}/name`;
    case 'regex':
      return () => '^.+$';
    case 'idn-email':
      return (_random, index) => `person.${index}@example.com`;
    case 'idn-hostname':
      return (_random, index) => `host-${index}.example.com`;
    case 'color':
      return (random) => `#${random.int(0, 0xff_ff_ff).toString(16).padStart(6, '0')}`;
    case 'byte':
      return (_random, index) => Buffer.from(`${field.name} ${index}`).toString('base64');
  }
  if (unique) return (random, index) => `${random.pick(moods)[1]} ${index}`.slice(0, limit);
  if (limit < 12) return (random) => String(random.int(0, 10 ** Math.min(limit, 9) - 1));
  if (kinds[field.kind].long) return (random) => random.pick(remarks)[0].slice(0, limit);
  return (random) => `${random.pick(moods)[1]} ${random.pick(random.chance(0.5) ? places : subjects)[1]}`.slice(0, limit).trim();
}

/** The schema that fields stand in, and where its references lead. */
interface Declared {
  node: JsonSchema;
  root: JsonSchema;
}

const declaredIn = (of: Declared, name: string): JsonSchema => followed(asObject(of.node.properties)?.[name], of);

function followed(node: JsonValue | undefined, { root }: Declared): JsonSchema {
  return dereferenced(asObject(node) ?? {}, root)?.node ?? {};
}

/** The pattern that a field is declared with in the schema around it, with the formats that limit characters. */
function patternOf(field: FieldModel, of: Declared): RegExp | undefined {
  if (field.format === 'digits') return /^\d+$/;
  if (field.format === 'identifier') return /^[A-Za-z_][A-Za-z0-9_]*$/;
  const declared = asString(declaredIn(of, field.name).pattern);
  return declared ? new RegExp(declared, 'u') : undefined;
}

const amount = (random: Random, field: FieldModel, most: number): number =>
  random.int(Math.max(field.minItems ?? 0, 1), Math.max(field.minItems ?? 0, Math.min(field.maxItems ?? most, most), 1));
const decimals = (step?: number): number | undefined => (step && step < 1 ? Math.round(-Math.log10(step)) : undefined);
