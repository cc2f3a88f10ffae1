/** Conditions of a schema as the workbench's builder has them: both ways without loss, and asked of a record alike (issue 13.2). */
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionOf, conditionOperators, groupOfCondition } from '#admin/schemas/document/conditions.ts';
import type { FieldModel, JsonSchema, JsonValue, Row } from '#codegen/model.ts';
import { derive } from '#codegen/pipeline.ts';
import type { FilterCondition } from '#fields/filter-conditions.ts';
import type { FilterGroup } from '#fields/filter-groups.ts';

const quay = {
  title: 'Quay',
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 40 },
    state: { type: 'string', enum: ['open', 'shut'] },
    depth: { type: 'number' },
    lit: { type: 'boolean' },
    built: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
    place: { type: 'object', properties: { street: { type: 'string', maxLength: 40 } } },
    berths: { type: 'array', items: { type: 'object', properties: { label: { type: 'string', maxLength: 20 }, metres: { type: 'integer' } } } },
  },
};
const [entry] = derive(new Map([['schemas/quay.json', JSON.stringify(quay)]])).entries;
const fields = entry?.model.fields ?? [];
const paths = ['name', 'state', 'depth', 'lit', 'built', 'tags', 'place.street', 'berths.label', 'berths.metres'];
const along = (path: string): FieldModel => {
  const [first = '', second] = path.split('.');
  const top = fields.find(({ name }) => name === first) as FieldModel;
  return second ? (top.fields?.find(({ name }) => name === second) as FieldModel) : top;
};

const valueFor = (path: string): fc.Arbitrary<JsonValue> =>
  path === 'state'
    ? fc.constantFrom('open', 'shut')
    : path === 'lit'
      ? fc.boolean()
      : /depth|metres/.test(path)
        ? fc.integer({ min: 0, max: 3 })
        : path === 'built'
          ? fc.constantFrom('2026-01-01', '2026-01-02')
          : fc.constantFrom('a', 'b');
const condition: fc.Arbitrary<FilterCondition> = fc.constantFrom(...paths).chain((path) => {
  const [top = ''] = path.split('.');
  return fc
    .constantFrom(
      ...conditionOperators(
        along(path),
        fields.find(({ name }) => name === top),
      ),
    )
    .chain((op) =>
      (['empty', 'filled'].includes(op)
        ? fc.constant<JsonValue>(null)
        : op === 'range'
          ? fc.constantFrom<JsonValue>([1, 2], [1, null], [null, 2])
          : ['in', 'nin', 'has'].includes(op)
            ? fc.uniqueArray(valueFor(path), { minLength: 2, maxLength: 2 })
            : valueFor(path)
      ).map((value) => ({ field: path, op, value })),
    );
});
const group: fc.Arbitrary<FilterGroup> = fc.constantFrom(['and', 'or'] as const, ['or', 'and'] as const).chain(([join, other]) =>
  fc.record({
    join: fc.constant(join),
    parts: fc.array(
      fc.oneof({ weight: 3, arbitrary: condition }, fc.record({ join: fc.constant(other), parts: fc.array(condition, { minLength: 2, maxLength: 3 }) })),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
const text = fc.constantFrom('', 'a', 'b');
const row: fc.Arbitrary<Row> = fc.record({
  name: text,
  state: fc.constantFrom('-', 'open', 'shut'),
  depth: fc.constantFrom<number | null>(null, 0, 1, 2, 3),
  lit: fc.boolean(),
  built: fc.constantFrom('', '2026-01-01', '2026-01-02'),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  place: fc.record({ street: text }),
  berths: fc.array(fc.record({ label: text, metres: fc.constantFrom<number | null>(null, 1, 2) }), { maxLength: 2 }),
});

describe('a condition', () => {
  it('is read as the group that it was made of', () => {
    fc.assert(
      fc.property(group, (whole) => {
        const made = conditionOf(whole, fields);
        const read = made && groupOfCondition(made, fields);
        expect(read, JSON.stringify(made)).toBeDefined();
        expect(read && conditionOf(read, fields)).toEqual(made);
      }),
      { numRuns: 400 },
    );
  });

  it('holds of a record when its parts do', () => {
    const ajv = new Ajv({ strict: false });
    const holds = (part: FilterCondition | FilterGroup, record: Row): boolean => {
      if ('join' in part) return part.join === 'or' ? part.parts.some((one) => holds(one, record)) : part.parts.every((one) => holds(one, record));
      return plainly(part, record);
    };
    fc.assert(
      fc.property(group, row, (whole, record) => {
        const made = conditionOf(whole, fields);
        expect(ajv.validate(made ?? {}, record), JSON.stringify([made, record])).toBe(holds(whole, record));
      }),
      { numRuns: 400 },
    );
  });

  it('that says more than the builder knows is left as it is', () => {
    const others: JsonSchema[] = [
      { properties: { name: { pattern: '^a' } } },
      { not: { properties: { name: { const: 'a' } } } },
      { contains: {} },
      { properties: { gone: { const: 1 } } },
    ];
    for (const other of others) expect(groupOfCondition(other, fields)).toBeUndefined();
  });

  it('that leaves out "required" is read all the same', () => {
    expect(groupOfCondition({ properties: { state: { const: 'open' } } }, fields)).toEqual({
      join: 'and',
      parts: [{ field: 'state', op: 'in', value: ['open'] }],
    });
  });

  it('is accepted by the lint beside a field', () => {
    fc.assert(
      fc.property(group, (whole) => {
        const schema = { ...quay, properties: { ...quay.properties, note: { type: 'string', maxLength: 20, 'x-visibleWhen': conditionOf(whole, fields) } } };
        expect(derive(new Map([['schemas/quay.json', JSON.stringify(schema)]])).errors.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

/** One comparison over plain values; of a list some entry has to be so. */
function plainly({ field, op, value }: FilterCondition, record: Row): boolean {
  const [top = '', inner] = field.split('.');
  const held = record[top] as JsonValue;
  const isRows = top === 'berths';
  const values: JsonValue[] = isRows ? (held as Row[]).map((one) => one[inner ?? ''] as JsonValue) : [inner ? ((held as Row)[inner] as JsonValue) : held];
  const list = Array.isArray(value) ? value : [value];
  const isEmpty = (one: JsonValue) => one === null || one === '' || (top === 'state' && one === '-') || (Array.isArray(one) && one.length === 0);
  return values.some((one) => {
    if (op === 'eq') return one === value;
    if (op === 'ne') return one !== value;
    if (op === 'in') return list.includes(one);
    if (op === 'nin') return !list.includes(one);
    if (op === 'has') return (one as string[]).some((each) => list.includes(each));
    if (op === 'empty') return isEmpty(one);
    if (op === 'filled') return !isEmpty(one);
    const [from, to] = list as (number | null)[];
    return typeof one !== 'number' || ((from ?? one) <= one && one <= (to ?? one));
  });
}
