import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApplyOptions, applyPlan } from '#backend/data/apply.ts';
import { decodeRow, encodeRow } from '#backend/data/codec.ts';
import { ident } from '#backend/data/connect.ts';
import { asRefusal } from '#backend/data/db-problem.ts';
import { ensureTables } from '#backend/data/ensure.ts';
import { inspect } from '#backend/data/inspect.ts';
import { planAll, planObject } from '#backend/data/plan.ts';
import { archivedColumns, planPurge } from '#backend/data/purge.ts';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import type { Refusal } from '#domain/problem.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../support/database.ts';
import { entriesOf, entryOf, validateOf } from '../support/entries.ts';

const name = { type: 'string', maxLength: 40 };
const sheet = (properties: object, rest: object = {}) => entryOf('sheet', { properties: { name, ...properties }, ...rest });

describe.each(testDatabases)('tables on %s', (kind) => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await freshDatabase(kind);
  });
  afterEach(() => db.drop());

  const ensure = (...entries: ObjectEntry[]) => ensureTables(db, entries);
  const insert = async (entry: ObjectEntry, row: Row) => {
    const columns = encodeRow(entry.model, { create_at: '', update_at: '', update_by: '', ver: 1, ...row }, kind);
    const names = Object.keys(columns);
    await db.run(`INSERT INTO ${ident(entry.model.name)} (${names.map(ident).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, Object.values(columns));
  };
  const read = async (entry: ObjectEntry) =>
    (await db.query(`SELECT * FROM ${ident(entry.model.name)} ORDER BY id`)).map((raw) => decodeRow(entry.model, raw, kind));
  const columnNames = async () => (await inspect(db)).get('sheet')?.columns.map((column) => column.name) ?? [];
  const apply = async (entry: ObjectEntry, options: ApplyOptions = {}) =>
    applyPlan(db, await planObject(db, entry), { validate: validateOf(entry), ...options });
  const stands = async (entry: ObjectEntry) => expect((await planObject(db, entry)).steps).toEqual([]);

  it('a new table stands as its model asks, and a second look finds nothing to do', async () => {
    const entry = sheet({
      mail: { type: 'string', format: 'email', maxLength: 80, 'x-db': { unique: true } },
      note: { type: 'string', maxLength: 5000, 'x-ui': 'textarea' },
      amount: { type: 'number', 'x-db': { precision: [12, 2] } },
      count: { type: 'integer' },
      on: { type: 'boolean' },
      day: { type: 'string', format: 'date' },
      hour: { type: 'string', format: 'time' },
      moment: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' }, 'x-db': { index: true } },
      lines: {
        type: 'array',
        'x-child': true,
        items: { type: 'object', properties: { text: name, price: { type: 'number', 'x-db': { precision: [10, 4] } } } },
      },
      next: { type: 'string', 'x-relation': 'sheet' },
    });
    expect(await ensure(entry)).toEqual([{ object: 'sheet', steps: [], blocked: undefined }]);
    await stands(entry);
    const child = (await inspect(db)).get('sheet__lines');
    expect(child?.columns.map((column) => column.name)).toEqual(['id', 'parent', 'pos', 'text', 'price']);
    expect((await inspect(db)).get('sheet')?.search).toBe(true);
  });

  it('references between objects are foreign keys, in cycles and whatever the order, and a dead or used one is refused', async () => {
    const relation = (to: string, onDelete: string) => ({ type: 'string', 'x-relation': { to, onDelete } });
    const entries = entriesOf({
      a_first: { properties: { name, b: relation('b_second', 'restrict') } },
      b_second: { properties: { name, a: relation('a_first', 'null'), c: relation('c_third', 'cascade') } },
      c_third: { properties: { name } },
    });
    const reports = await ensureTables(db, entries);
    expect(reports.flatMap((report) => report.steps)).toEqual([]);
    const [a, b, c] = entries as [ObjectEntry, ObjectEntry, ObjectEntry];
    for (const entry of entries) await stands(entry);
    await insert(c, { id: 'c1', name: '' });
    await insert(b, { id: 'b1', name: '', a: '', c: 'c1' });
    await insert(a, { id: 'a1', name: '', b: 'b1' });
    const refusal = async (work: Promise<unknown>, entry: ObjectEntry) => asRefusal(await work.catch((error) => error), entry.model) as Refusal;
    expect(await refusal(insert(a, { id: 'a2', name: '', b: 'nobody' }), a)).toMatchObject({ code: 'msg.invalid', fields: [{ code: 'field.reference' }] });
    expect((await refusal(db.run('DELETE FROM b_second WHERE id = ?', ['b1']), b)).code).toBe('msg.referenced');
    await db.run('UPDATE b_second SET a = ? WHERE id = ?', ['a1', 'b1']);
    await db.run('DELETE FROM a_first WHERE id = ?', ['a1']);
    expect((await read(b))[0]).toMatchObject({ a: '' });
    await db.run('DELETE FROM c_third WHERE id = ?', ['c1']);
    expect(await read(b)).toEqual([]);
  });

  it('K19 K24 a taken id is msg.mid, another taken value field.unique at its field; empty values are not taken', async () => {
    const entry = sheet({ mail: { type: 'string', format: 'email', maxLength: 80, 'x-db': { unique: true } } }, { 'x-uniques': [['name', 'mail']] });
    await ensure(entry);
    await insert(entry, { id: 'a', name: 'x', mail: '' });
    await insert(entry, { id: 'b', name: 'y', mail: '' });
    await insert(entry, { id: 'c', name: 'z', mail: 'c@example.org' });
    const refusal = async (row: Row) => asRefusal(await insert(entry, row).catch((error) => error), entry.model) as Refusal;
    expect((await refusal({ id: 'a', name: '' })).code).toBe('msg.mid');
    expect(await refusal({ id: 'd', name: '', mail: 'c@example.org' })).toMatchObject({
      code: 'msg.invalid',
      fields: [{ path: 'mail', code: 'field.unique' }],
    });
    expect((await refusal({ id: 'e', name: 'x', mail: '' })).fields.map((problem) => problem.path)).toEqual(['name', 'mail']);
  });

  it('ids are compared by bytes: case, width and trailing space make another one', async () => {
    const entry = sheet({});
    await ensure(entry);
    for (const id of ['mike', 'MIKE', 'ｍike', 'miké', 'mike ']) await insert(entry, { id, name: '' });
    expect(await db.query('SELECT id FROM sheet WHERE id = ?', ['mike'])).toHaveLength(1);
  });

  it('safe: a new field, a wider one, a new index and a label are done by themselves, rows kept', async () => {
    const before = sheet({ code: { type: 'string', maxLength: 10 }, amount: { type: 'number', 'x-db': { precision: [8, 2] } } });
    await ensure(before);
    await insert(before, { id: 'a', name: 'n', code: 'c', amount: 12.34 });
    const after = sheet(
      {
        code: { type: 'string', title: 'Code', maxLength: 20, 'x-db': { index: true } },
        amount: { type: 'number', 'x-db': { precision: [12, 4] } },
        currency: { type: 'string', enum: ['TWD', 'USD'], default: 'TWD' },
        parent_sheet: { type: 'string', 'x-relation': 'sheet' },
        tags: { type: 'array', items: { type: 'string' }, default: ['new'] },
        done: { type: 'boolean' },
        note: { type: 'string', maxLength: 3000, 'x-ui': 'textarea' },
      },
      { 'x-search': ['name'] },
    );
    expect(await ensure(after)).toEqual([{ object: 'sheet', steps: [], blocked: undefined }]);
    await stands(after);
    expect((await read(after))[0]).toMatchObject({ code: 'c', amount: 12.34, currency: 'TWD', tags: ['new'], done: false, note: '', parent_sheet: '' });
    expect((await inspect(db)).get('sheet')?.foreignKeys).toHaveLength(1);
  });

  it('x-was renames the column with its values, its index and its uniqueness', async () => {
    const unique = { type: 'string', maxLength: 30, 'x-db': { unique: true } };
    const before = sheet({ old_mail: unique, old_ref: { type: 'string', 'x-relation': 'sheet' } });
    await ensure(before);
    await insert(before, { id: 'a', name: '', old_mail: 'm', old_ref: 'a' });
    const after = sheet({ mail: { ...unique, 'x-was': ['old_mail'] }, ref: { type: 'string', 'x-relation': 'sheet', 'x-was': 'old_ref' } });
    const [report] = await ensure(after);
    expect(report?.blocked).toBeUndefined();
    await apply(after, { allow: ['needsData'] });
    await stands(after);
    expect((await read(after))[0]).toMatchObject({ mail: 'm', ref: 'a' });
    expect(await columnNames()).not.toContain('old_mail');
  });

  it('a removed field is archived, comes back with its values, and is purged only with the name typed', async () => {
    const gone = { code: { type: 'string', maxLength: 10, 'x-db': { unique: true } }, ref: { type: 'string', 'x-relation': 'sheet' } };
    const before = sheet(gone);
    await ensure(before);
    await insert(before, { id: 'a', name: '', code: 'kept', ref: 'a' });
    const without = sheet({});
    expect((await ensure(without))[0]).toMatchObject({ steps: [] });
    await stands(without);
    expect(await columnNames()).toEqual(expect.arrayContaining(['_x_code_1', '_x_ref_1']));
    expect((await archivedColumns(db, 'sheet')).map((archived) => archived.field).sort()).toEqual(['code', 'ref']);
    await insert(without, { id: 'b', name: '' });
    await db.run('DELETE FROM sheet WHERE id = ?', ['b']);
    await ensure(before);
    await apply(before, { allow: ['needsData'] });
    expect((await read(before))[0]).toMatchObject({ code: 'kept', ref: 'a' });
    await ensure(without);
    const purge = await planPurge(db, without);
    expect(purge.steps.map((step) => step.class)).toEqual(['destructive', 'destructive']);
    expect((await applyPlan(db, purge, { allow: ['destructive'], typedName: 'shee' })).done).toEqual([]);
    expect(await columnNames()).toContain('_x_code_1');
    expect((await applyPlan(db, purge, { allow: ['destructive'], typedName: 'sheet' })).done).toHaveLength(2);
    expect((await columnNames()).filter((column) => column.startsWith('_x_'))).toEqual([]);
    expect(await archivedColumns(db, 'sheet')).toEqual([]);
  });

  it('needs data: newly required and narrower wait, say which rows fail and why, and go through once they are put right', async () => {
    const before = sheet({ code: { type: 'string', maxLength: 20 }, amount: { type: 'number', 'x-db': { precision: [10, 3] } } });
    await ensure(before);
    await insert(before, { id: 'a', name: 'n', code: 'short', amount: 1.5 });
    await insert(before, { id: 'b', name: '', code: 'far too long a code', amount: 1.555 });
    const after = sheet({ code: { type: 'string', maxLength: 8 }, amount: { type: 'number', 'x-db': { precision: [10, 2] } } }, { required: ['name'] });
    const [report] = await ensure(after);
    expect(report?.steps.map((step) => step.class)).not.toContain('safe');
    expect(report?.steps.length).toBeGreaterThan(1);
    const refused = await apply(after, { allow: ['needsData'] });
    const failures = refused.refused.flatMap((one) => one.failures);
    expect(new Set(failures.map((failure) => failure.id))).toEqual(new Set(['b']));
    expect(failures.flatMap((failure) => failure.problems)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'name', code: 'field.required' }),
        expect.objectContaining({ path: 'code', code: 'field.long' }),
      ]),
    );
    await db.run("UPDATE sheet SET name = 'n', code = 'ok', amount = ? WHERE id = 'b'", [kind === 'sqlite' ? 1550 : 1.55]);
    const done = await apply(after, { allow: ['needsData'] });
    expect(done).toMatchObject({ pending: [], refused: [], failed: [] });
    await stands(after);
    expect((await read(after)).map((row) => [row.code, row.amount])).toEqual([
      ['short', 1.5],
      ['ok', 1.55],
    ]);
  });

  it('needs data: another type blocks the object until its values are converted, the old ones staying in the archive', async () => {
    const before = sheet({
      year: { type: 'string', maxLength: 20, 'x-db': { index: true } },
      price: { type: 'string', maxLength: 20, 'x-db': { unique: true } },
    });
    await ensure(before);
    await insert(before, { id: 'a', name: '', year: '1999', price: '1,200.50' });
    await insert(before, { id: 'b', name: '', year: 'unknown', price: '' });
    const after = sheet({ year: { type: 'integer', 'x-db': { index: true } }, price: { type: 'number', 'x-db': { precision: [10, 2] } } });
    const [report] = await ensure(after);
    expect(report?.blocked).toMatch(/year/);
    const refused = await apply(after, { allow: ['needsData'] });
    expect(refused.refused[0]).toMatchObject({ count: 1, failures: [{ id: 'b', problems: [{ path: 'year', code: 'field.type' }] }] });
    await db.run("UPDATE sheet SET year = '' WHERE id = 'b'");
    expect(await apply(after, { allow: ['needsData'] })).toMatchObject({ pending: [], failed: [], blocked: undefined });
    await stands(after);
    expect((await read(after)).map((row) => [row.year, row.price])).toEqual([
      [1999, 1200.5],
      [null, null],
    ]);
    expect(await db.query('SELECT _x_year_1 AS old FROM sheet WHERE id = ?', ['a'])).toEqual([{ old: '1999' }]);
  });

  it('needs data: a uniqueness that rows break waits and names them', async () => {
    const code = { type: 'string', maxLength: 20 };
    const before = sheet({ code });
    await ensure(before);
    for (const [id, value] of [
      ['a', 'same'],
      ['b', 'same'],
      ['c', ''],
      ['d', ''],
    ] as const)
      await insert(before, { id, name: '', code: value });
    const after = sheet({ code: { ...code, 'x-db': { unique: true } } });
    const [report] = await ensure(after);
    expect(report?.steps.map((step) => step.kind)).toEqual(['addUnique']);
    expect(report?.blocked).toBeUndefined();
    const { refused } = await apply(after, { allow: ['needsData'] });
    expect(refused[0]?.failures.map((failure) => failure.id).sort()).toEqual(['a', 'b']);
    await db.run("UPDATE sheet SET code = 'other' WHERE id = 'b'");
    expect((await apply(after, { allow: ['needsData'] })).pending).toEqual([]);
    await stands(after);
  });

  it('a child list can come, change and go; its rows go with their parent', async () => {
    const lines = (properties: object) => ({ lines: { type: 'array', 'x-child': true, items: { type: 'object', properties } } });
    await ensure(sheet({}));
    const before = sheet(lines({ text: name }));
    await ensure(before);
    await insert(before, { id: 'a', name: '' });
    await db.run('INSERT INTO sheet__lines (parent, pos, text) VALUES (?, ?, ?)', ['a', 0, 'one']);
    const after = sheet(lines({ words: { ...name, maxLength: 80, 'x-was': 'text' }, amount: { type: 'integer' } }));
    await ensure(after);
    await stands(after);
    expect(await db.query('SELECT pos, words, amount FROM sheet__lines')).toEqual([{ pos: 0, words: 'one', amount: null }]);
    await ensure(sheet({}));
    await stands(sheet({}));
    expect((await inspect(db)).has('_x_sheet__lines_1')).toBe(true);
    await db.run('DELETE FROM sheet WHERE id = ?', ['a']);
  });

  it('a table of 120 text fields stands and holds a full row', async () => {
    const fields = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`field_${index}`, { type: 'string', maxLength: index % 3 ? 60 : 900 }]));
    const entry = sheet(fields);
    await ensure(entry);
    await stands(entry);
    const row: Row = { id: 'a', name: '🎬'.repeat(40) };
    for (const [field, { maxLength }] of Object.entries(fields)) row[field] = '字'.repeat(maxLength);
    await insert(entry, row);
    expect((await read(entry))[0]).toMatchObject(row);
  });

  it('planAll speaks for every object at once', async () => {
    const entries = entriesOf({ one: { properties: { name } }, two: { properties: { name } } });
    const plans = await planAll(db, entries);
    expect(plans.map((plan) => [plan.object, plan.steps[0]?.kind])).toEqual([
      ['one', 'createTable'],
      ['two', 'createTable'],
    ]);
  });
});
