import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import { loadFrom } from '#codegen/load/load.ts';
import { readFiles } from '#codegen/load/read-files.ts';
import type { JsonValue, ObjectEntry, Row } from '#codegen/model.ts';
import { ident, type SqlValue } from '#framework/data/engine/connect.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { decodeFields, decodeRow, encodeFields, encodeRow } from '#framework/data/rows/codec.ts';
import { mixedText, mixedValue } from '#kinds/column.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';
import { arbitraryRow } from '../../support/schemas/arbitrary.ts';
import { entryOf, validateOf } from '../../support/schemas/entries.ts';

const root = new URL('../../..', import.meta.url).pathname;
const foreign = join(root, 'tests/foreign');

/** Every object that ships, the foreign ones, and one with a field of each kind at its limits. */
async function everyEntry(): Promise<ObjectEntry[]> {
  const shipped = loadFrom(await readFiles({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales') }));
  const names = readdirSync(foreign, { withFileTypes: true }).filter((file) => file.isFile() && file.name.endsWith('.json'));
  const others = loadFrom(new Map(names.map(({ name }) => [`schemas/${name}`, readFileSync(join(foreign, name), 'utf8')])));
  return [...[shipped, others].flatMap(({ objects, context }) => objects.map((object) => describeObject(object, context))), limits];
}

const limits = entryOf('limits', {
  properties: {
    one: { type: 'string', maxLength: 1 },
    wide: { type: 'string', maxLength: 700 },
    long: { type: 'string', maxLength: 15_000, 'x-ui': 'textarea' },
    longer: { type: 'string', maxLength: 40_000, 'x-ui': 'textarea' },
    digits: { type: 'number', 'x-db': { precision: [15, 4] } },
    whole: { type: 'number', 'x-db': { precision: [15, 0] } },
    fine: { type: 'number', 'x-db': { precision: [12, 12] } },
    count: { type: 'integer' },
    big: { type: 'integer', minimum: -9_000_000_000_000_000, maximum: 9_000_000_000_000_000 },
    float: { type: 'number', 'x-ui': 'number' },
    on: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    hour: { type: 'string', format: 'time' },
    moment: { type: 'string', format: 'date-time' },
    words: { type: 'array', items: { type: 'string', maxLength: 20 } },
  },
});

const entries = await everyEntry();

/** Fields that only the server fills are part of the row by the time it is stored. */
function filledByServer(entry: ObjectEntry): ObjectEntry {
  const fields = entry.model.fields.map((field) => ({ ...field, readOnly: false }));
  return { ...entry, model: { ...entry.model, fields, naming: undefined } };
}

/** Children's fields that the server fills are not in an arbitrary row: what is there must come back. */
function onlyGiven(row: Row, given: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => given[name] !== undefined));
}

describe.each(testDatabases)('the table stores everything that the validator accepts, on %s', (kind) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase(kind);
    await ensureTables(db, entries);
    // References are another test's affair: here values go in and come out.
    if (kind === 'mariadb') await db.exec('SET GLOBAL foreign_key_checks = 0');
  });
  afterAll(async () => {
    if (kind === 'mariadb') await db.exec('SET GLOBAL foreign_key_checks = 1');
    await db.drop();
  });

  const insert = async (run: (sql: string, params: SqlValue[]) => Promise<unknown>, table: string, columns: Record<string, SqlValue>) => {
    const names = Object.keys(columns);
    await run(`INSERT INTO ${ident(table)} (${names.map(ident).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, Object.values(columns));
  };

  it.each(entries.map((entry) => [entry.model.name, entry] as const))('%s', async (name, entry) => {
    const { model } = entry;
    let count = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryRow(filledByServer(entry)), async (arbitrary) => {
        count += 1;
        const row: Row = { ...arbitrary, id: `${kind}-${count}`, ver: 1 };
        const stored = model.fields.filter((field) => field.column && row[field.name] !== undefined && field.kind !== 'reference');
        const children = model.fields.filter((field) => field.child && Array.isArray(row[field.name]));
        const written = { ...row };
        for (const field of model.fields) if (field.kind === 'reference') written[field.name] = '';
        await db.transaction(async (tx) => {
          await insert((sql, params) => tx.run(sql, params), name, encodeRow(model, written, kind));
          for (const field of children) {
            for (const [pos, child] of (row[field.name] as Row[]).entries()) {
              const own = (field.fields ?? []).filter((inner) => inner.kind !== 'reference');
              await insert((sql, params) => tx.run(sql, params), field.child?.table ?? '', { parent: String(row.id), pos, ...encodeFields(own, child, kind) });
            }
          }
        });
        const [raw] = await db.query(`SELECT * FROM ${ident(name)} WHERE id = ?`, [String(row.id)]);
        const back = decodeRow(model, raw ?? {}, kind);
        for (const field of stored) expect([field.name, back[field.name]]).toEqual([field.name, row[field.name]]);
        for (const field of children) {
          const raws = await db.query(`SELECT * FROM ${ident(field.child?.table ?? '')} WHERE parent = ? ORDER BY pos`, [String(row.id)]);
          const own = (field.fields ?? []).filter((inner) => inner.kind !== 'reference' && inner.column);
          const given = row[field.name] as Row[]; // `children` holds those that are lists
          const expected = given.map((child) =>
            Object.fromEntries(own.flatMap(({ name: inner }) => (child[inner] === undefined ? [] : [[inner, child[inner]]]))),
          );
          expect(raws.map((child, pos) => onlyGiven(decodeFields(own, child, kind), given[pos] ?? {}))).toEqual(expected);
        }
        // the next random row may have the same unique values
        for (const field of children) await db.run(`DELETE FROM ${ident(field.child?.table ?? '')} WHERE parent = ?`, [String(row.id)]);
        await db.run(`DELETE FROM ${ident(name)} WHERE id = ?`, [String(row.id)]);
      }),
      { numRuns: entry === limits ? 20 : 4, endOnFailure: true },
    );
  });

  const whole: Row = { id: 'x', one: '🎬', wide: '', day: '', hour: '', moment: '' };
  it.each<[string, JsonValue]>([
    ['one', '𠮷'],
    ['wide', '🎬'.repeat(700)],
    ['long', '字'.repeat(15_000)],
    ['longer', '🎬'.repeat(40_000)],
    ['digits', 99_999_999_999.9999],
    ['digits', -0.0001],
    ['whole', 999_999_999_999_999],
    ['fine', 0.000000000001],
    ['count', -2_147_483_647],
    ['big', 9_000_000_000_000_000],
    ['float', 1.7976931348623157e308],
    ['float', 2.2250738585072014e-308],
    ['float', 3.888293823926461e-90],
    ['day', '1000-01-01'],
    ['day', '9999-12-31'],
    ['hour', '23:59:59'],
    ['moment', '2024-02-29 23:59:59'],
    ['words', ['"\\', '', '🎬']],
  ])('V31-V38 the limit of %s is accepted by both', async (field, value) => {
    const row = { ...whole, [field]: value };
    const problems = validateOf(limits)(row).filter((problem) => problem.path === field);
    expect(problems).toEqual([]);
    await db.run('DELETE FROM limits WHERE id = ?', ['x']);
    await insert((sql, params) => db.run(sql, params), 'limits', encodeRow(limits.model, { id: 'x', ver: 1, [field]: value }, kind));
    const [raw] = await db.query('SELECT * FROM limits WHERE id = ?', ['x']);
    expect(decodeRow(limits.model, raw ?? {}, kind)[field]).toEqual(value);
  });

  it.each<[string, JsonValue]>([
    ['one', '🎬🎬'],
    ['wide', '🎬'.repeat(701)],
    ['digits', 100_000_000_000],
    ['digits', 0.00001],
    ['fine', 1],
    ['day', '0000-00-00'],
    ['day', '2023-02-29'],
    ['hour', '24:00:00'],
    ['moment', '2023-02-29 00:00:00'],
  ])('V31-V38 a value beyond the limit of %s is refused by the validator', (field, value) => {
    expect(validateOf(limits)({ ...whole, [field]: value }).map((problem) => problem.path)).toContain(field);
  });
});

describe('a column of several types', () => {
  it('gives back each value as what it is, whatever the text looks like', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.boolean(), fc.integer(), fc.string({ minLength: 1 }), fc.constantFrom('true', '1', '-', '"', '"a"', 'null', '-1.5e3')),
        (value) => {
          expect(mixedValue(mixedText(value))).toBe(value);
        },
      ),
    );
  });

  it('reads what was stored while it was a column of texts', () => {
    expect(['always', 'true', '1', 'auto', '1st', '-', '', null].map(mixedValue)).toEqual(['always', true, 1, 'auto', '1st', null, null, null]);
  });
});
