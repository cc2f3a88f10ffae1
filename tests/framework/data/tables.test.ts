import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { ident } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { type ApplyOptions, applyPlan } from '#framework/data/evolve/apply.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { inspect } from '#framework/data/evolve/inspect.ts';
import { planAll, planObject } from '#framework/data/evolve/plan.ts';
import { archivedColumns, planPurge } from '#framework/data/evolve/purge.ts';
import { decodeRow, encodeRow } from '#framework/data/rows/codec.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadRawRows, textOf } from '#framework/data/rows/records.ts';
import { insertRow, updateRow } from '#framework/data/rows/write.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { defaultsOf } from '#rules/records/record.ts';
import type { Refusal } from '#rules/words/problem.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';
import { entriesOf, entryOf, validateOf } from '../../support/schemas/entries.ts';

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

  it('a new table matches its model, and a second plan has nothing to do', async () => {
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

  it('new tables have their foreign keys from their first statement on, whatever their order, but where they refer to one another in a circle', async () => {
    const to = (object: string) => ({ type: 'string', 'x-relation': object });
    const entries = entriesOf({
      a_film: {
        properties: {
          name,
          maker: to('z_maker'),
          lines: { type: 'array', 'x-child': true, items: { type: 'object', properties: { seller: to('y_seller') } } },
        },
      },
      y_seller: { properties: { name, maker: to('z_maker') } },
      z_maker: { properties: { name, next: to('z_maker') } },
    });
    const later: string[] = [];
    const { exec } = db;
    db.exec = (sql: string) => {
      if (/^ALTER .*FOREIGN KEY/.test(sql)) later.push(sql);
      return exec.call(db, sql);
    };
    const reports = await ensureTables(db, entries);
    expect(reports.map(({ object, steps, blocked }) => [object, steps, blocked])).toEqual(
      ['a_film', 'y_seller', 'z_maker'].map((object) => [object, [], undefined]),
    );
    expect(later).toEqual([]);
    const keys = [...(await inspect(db)).values()].flatMap((table) => table.foreignKeys.map((key) => `${table.name}.${key.column} ${key.to}`));
    expect(keys.sort()).toEqual([
      'a_film.maker z_maker',
      'a_film__lines.parent a_film',
      'a_film__lines.seller y_seller',
      'y_seller.maker z_maker',
      'z_maker.next z_maker',
    ]);
    for (const entry of entries) await stands(entry);
    const circle = entriesOf({ one: { properties: { name, two: to('two') } }, two: { properties: { name, one: to('one') } } });
    expect((await ensureTables(db, circle)).flatMap(({ steps }) => steps)).toEqual([]);
    expect(later).toHaveLength(kind === 'mariadb' ? 1 : 0);
    for (const entry of circle) await stands(entry);
  });

  it('a table that cannot be made holds up no table that refers to it; the key comes with it', async () => {
    const to = (object: string) => ({ type: 'string', 'x-relation': object });
    const wide = (count: number) => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string', maxLength: 250 }])),
    });
    const film = { properties: { name, maker: to('maker') } };
    // MariaDB: a table has 1,017 columns
    const reports = await ensureTables(db, entriesOf({ film, maker: wide(kind === 'mariadb' ? 1_100 : 9) }));
    expect(reports.map(({ object, blocked }) => [object, blocked === undefined])).toEqual([
      ['film', true],
      ['maker', kind === 'sqlite'],
    ]);
    if (kind === 'mariadb') expect((await inspect(db)).get('film')?.foreignKeys).toEqual([]);
    const mended = entriesOf({ film, maker: wide(9) });
    for (const { blocked } of await ensureTables(db, mended)) expect(blocked).toBeUndefined();
    expect((await inspect(db)).get('film')?.foreignKeys).toMatchObject([{ column: 'maker', to: 'maker' }]);
  });

  it('references between objects are foreign keys, in cycles and in any order; an invalid or used one is refused', async () => {
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

  it('ids are compared by bytes: width, accents and trailing space make different ids; one that differs only in case is refused', async () => {
    const entry = sheet({});
    await ensure(entry);
    for (const id of ['mike', 'ｍike', 'miké', 'mike ']) await insert(entry, { id, name: '' });
    await expect(insert(entry, { id: 'MIKE', name: '' })).rejects.toThrow(/UNIQUE|Duplicate/);
    expect(await db.query('SELECT id FROM sheet WHERE id = ?', ['mike'])).toHaveLength(1);
    await stands(entry);
  });

  it('B5 an index that an earlier version did not make comes at the next start; where ids collide a plan waits and names the rows', async () => {
    const entry = sheet({});
    const asBefore = async () => {
      await ensure(entry);
      await db.exec(kind === 'sqlite' ? 'DROP INDEX ux_sheet_id_case' : 'ALTER TABLE sheet DROP INDEX ux_sheet_id_case, DROP COLUMN _u_id');
    };
    await asBefore();
    await insert(entry, { id: 'mike', name: '' });
    expect(await ensure(entry)).toEqual([{ object: 'sheet', steps: [], blocked: undefined }]);
    await expect(insert(entry, { id: 'MIKE', name: '' })).rejects.toThrow(/UNIQUE|Duplicate/);
    await asBefore();
    for (const id of ['MIKE', 'zoe']) await insert(entry, { id, name: '' });
    for (const start of ['first', 'second']) {
      const [report] = await ensure(entry);
      expect(report?.blocked, start).toBeUndefined();
      expect(report?.steps, start).toMatchObject([{ kind: 'addUnique', class: 'needsData', fields: ['id'], rows: { count: 2 } }]);
      expect(report?.steps[0]?.rows?.ids.sort()).toEqual(['MIKE', 'mike']);
    }
    expect((await apply(entry, { allow: ['needsData'] })).refused[0]?.failures.map(({ id }) => id).sort()).toEqual(['MIKE', 'mike']);
    await db.run('DELETE FROM sheet WHERE id = ?', ['MIKE']);
    expect(await ensure(entry)).toEqual([{ object: 'sheet', steps: [], blocked: undefined }]);
    await expect(insert(entry, { id: 'ZOE', name: '' })).rejects.toThrow(/UNIQUE|Duplicate/);
  });

  it('safe: a new field, a wider one, a new index and a label are applied automatically, rows unchanged', async () => {
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

  it('a removed field is archived, restored with its values, and purged only with the name typed', async () => {
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

  it('needs data: newly required and narrower fields wait, say which rows fail and why, and are applied once those are corrected', async () => {
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

  it('needs data: another type blocks the object until its values are converted; the old values stay in the archive', async () => {
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

  it('needs data: a unique field with duplicates waits and names the rows', async () => {
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

  it('a child list can be added, changed and removed; its rows are deleted with their parent', async () => {
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

  const lines = (properties: object, rest: object = {}) => ({ lines: { type: 'array', items: { type: 'object', properties }, ...rest } });
  const whole = async (entry: ObjectEntry) =>
    loadPage(db, wholeReader(entry.model, kind), { filter: everyRow, sort: { field: 'id', order: 'ASC' }, limit: 50, offset: 0 });
  const save = async (entry: ObjectEntry, id: string, change: Row) => {
    const row = (await whole(entry)).find((one) => one.id === id) as Row; // each test made it
    await db.transaction((tx) => updateRow(tx, entry.model, { ...row, ...change, ver: Number(row.ver) + 1 }, [...Object.keys(change), 'ver'], Number(row.ver)));
  };
  const make = (entry: ObjectEntry, row: Row) =>
    db.transaction((tx) => insertRow(tx, entry.model, { ...defaultsOf(entry.model), create_at: '', update_at: '', update_by: '', ver: 1, ...row }));

  it('x-child switched on, off and on again moves every entry, waits with the counts, and leaves nothing behind', async () => {
    const inColumn = sheet(lines({ text: name, film: { type: 'string', 'x-relation': 'sheet' }, at: { type: 'object', properties: { city: name } } }));
    const inTable = sheet(
      lines({ text: name, film: { type: 'string', 'x-relation': 'sheet' }, at: { type: 'object', properties: { city: name } } }, { 'x-child': true }),
    );
    const entries: Row[] = [
      { text: 'one', film: '', at: { city: 'Taipei' } },
      { text: 'two', film: 'a', at: {} },
    ];
    await ensure(inColumn);
    await make(inColumn, { id: 'a' });
    await make(inColumn, { id: 'b', lines: entries });
    for (const [entry, other] of [
      [inTable, inColumn],
      [inColumn, inTable],
      [inTable, inColumn],
      [inColumn, inTable],
    ] as const) {
      const [report] = await ensure(entry);
      expect(report?.blocked).toMatch(/lines/);
      expect(report?.steps.find((one) => one.kind === 'carryList')).toMatchObject({ class: 'needsData', rows: { count: 1, entries: 2, ids: ['b'] } });
      expect((await whole(other)).map((row) => row.lines)).toEqual([[], entries]);
      const { pending, failed, refused } = await apply(entry, { allow: ['needsData'] });
      expect([failed.map(({ step, message }) => [step.key, message]), refused, pending.map(({ key }) => key)]).toEqual([[], [], []]);
      await stands(entry);
      expect((await whole(entry)).map((row) => row.lines)).toEqual([[], entries]);
    }
    await save(inColumn, 'b', { lines: [{ text: 'only', film: '', at: {} }] });
    await apply(inTable, { allow: ['needsData'] });
    expect((await whole(inTable))[1]?.lines).toEqual([{ text: 'only', film: '', at: {} }]);
    // Gone and back, with its name: the entries of rows that went meanwhile are gone too.
    await make(inTable, { id: 'c', lines: [{ text: 'gone' }] });
    await ensure(sheet({}));
    await db.run('DELETE FROM sheet WHERE id = ?', ['c']);
    const [back] = await ensure(inTable);
    expect(back).toEqual({ object: 'sheet', steps: [], blocked: undefined });
    await stands(inTable);
    expect((await whole(inTable))[1]?.lines).toEqual([{ text: 'only', film: '', at: {} }]);
    await db.run('DELETE FROM sheet WHERE id = ?', ['b']);
    expect(await db.query('SELECT * FROM sheet__lines')).toEqual([]);
  });

  it('a renamed list keeps its rows, as a column and as a table, and its entries may be renamed with it', async () => {
    for (const child of [{}, { 'x-child': true }]) {
      const before = entryOf(`list_${'x-child' in child}`, { properties: lines({ text: name }, child) });
      const named = before.model.name;
      await ensure(before);
      await make(before, { id: 'a', lines: [{ text: 'one' }] });
      const after = entryOf(named, { properties: { rows: { ...lines({ words: { ...name, 'x-was': 'text' } }, child).lines, 'x-was': 'lines' } } });
      expect((await ensure(after))[0]).toEqual({ object: named, steps: [], blocked: undefined });
      await stands(after);
      expect((await whole(after))[0]?.rows).toEqual([{ words: 'one' }]);
    }
  });

  it('a list becomes an object and an object a list, with consent; what does not fit is named first and can be restored', async () => {
    const list = sheet(lines({ text: name }));
    const object = sheet({ lines: { type: 'object', properties: { text: name } } });
    await ensure(list);
    for (const [id, texts] of [
      ['a', []],
      ['b', ['one']],
      ['c', ['one', 'two']],
    ] as const)
      await make(list, { id, lines: texts.map((text) => ({ text })) });
    const [report] = await ensure(object);
    expect(report?.steps.find((one) => one.losses?.length)).toMatchObject({ class: 'destructive', rows: { count: 1, ids: ['c'] } });
    expect((await apply(object, { allow: ['needsData'] })).done.filter((one) => one.kind !== 'check')).toEqual([]);
    expect(await apply(object, { allow: ['needsData', 'destructive'], typedName: 'sheet' })).toMatchObject({ pending: [], failed: [], refused: [] });
    await stands(object);
    expect((await whole(object)).map((row) => row.lines)).toEqual([{}, { text: 'one' }, { text: 'one' }]);
    await save(object, 'b', { lines: { text: 'changed' } });
    await ensure(list);
    expect(await apply(list, { allow: ['needsData'] })).toMatchObject({ pending: [], failed: [], refused: [] });
    await stands(list);
    expect((await whole(list)).map((row) => row.lines)).toEqual([[], [{ text: 'changed' }], [{ text: 'one' }, { text: 'two' }]]);
  });

  it('date-time to date asks with the rows that lose their time, and can be undone', async () => {
    const [long, short] = [sheet({ at: { type: 'string', format: 'date-time' } }), sheet({ at: { type: 'string', format: 'date' } })];
    await ensure(long);
    for (const [id, at] of [
      ['a', '2026-01-02 00:00:00'],
      ['b', '2026-01-02 03:04:05'],
      ['c', ''],
    ] as const)
      await insert(long, { id, name: '', at });
    const [report] = await ensure(short);
    expect(report?.steps[0]).toMatchObject({ class: 'destructive', rows: { count: 1, ids: ['b'] } });
    expect((await apply(short, { allow: ['needsData', 'destructive'] })).done).toEqual([]);
    expect((await apply(short, { allow: ['needsData', 'destructive'], typedName: 'sheet' })).pending).toEqual([]);
    expect((await read(short)).map((row) => row.at)).toEqual(['2026-01-02', '2026-01-02', '']);
    await apply(long, { allow: ['needsData'] });
    await stands(long);
    expect((await read(long)).map((row) => row.at)).toEqual(['2026-01-02 00:00:00', '2026-01-02 03:04:05', '']);
  });

  it('changes that only allow more are applied automatically: a reference, a choice or a pattern to free text, a short text to a longer one', async () => {
    const before = sheet({
      ref: { type: 'string', 'x-relation': 'sheet' },
      kind: { type: 'string', enum: ['a', 'b'] },
      code: { type: 'string', maxLength: 8, pattern: '^[a-z]*$', 'x-db': { index: true } },
      wide: { type: 'string', maxLength: 20 },
      marks: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, uniqueItems: true },
    });
    await ensure(before);
    await make(before, { id: 'a', name: 'n', ref: 'a', kind: 'b', code: 'abc', wide: 'w', marks: ['x'] });
    await make(before, { id: 'b', name: 'n' });
    const text = (maxLength: number) => ({ type: 'string', maxLength });
    const after = sheet({
      ref: text(200),
      kind: text(100),
      code: { ...text(80), 'x-db': { index: true } },
      wide: text(3000),
      marks: { type: 'array', items: { type: 'string' } },
    });
    expect((await ensure(after))[0]).toEqual({ object: 'sheet', steps: [], blocked: undefined });
    await stands(after);
    expect((await read(after))[0]).toMatchObject({ ref: 'a', kind: 'b', code: 'abc', wide: 'w', marks: ['x'] });
    expect((await read(after))[1]).toMatchObject({ ref: '', code: '', wide: '' });
  });

  it('a text becomes a reference: a blank text is none, and one without a target is named', async () => {
    const before = sheet({ ref: { type: 'string', maxLength: 200 } });
    await ensure(before);
    for (const [id, ref] of [
      ['a', ''],
      ['b', 'a'],
      ['c', 'nobody'],
    ] as const)
      await make(before, { id, ref });
    const after = sheet({ ref: { type: 'string', 'x-relation': 'sheet' } });
    await ensure(after);
    const { refused } = await apply(after, { allow: ['needsData'] });
    expect(refused.flatMap((one) => one.failures.map(({ id }) => id))).toEqual(['c']);
    await db.run("UPDATE sheet SET ref = 'b' WHERE id = 'c'");
    expect(await apply(after, { allow: ['needsData'] })).toMatchObject({ pending: [], failed: [], refused: [] });
    await stands(after);
    expect((await inspect(db)).get('sheet')?.foreignKeys).toHaveLength(1);
    expect((await read(after)).map((row) => row.ref)).toEqual(['', 'a', 'b']);
  });

  it('removed members of objects and lists survive every save, are never shown, and return with their name', async () => {
    const place = (properties: object) => ({ place: { type: 'object', properties: { city: name, ...properties } } });
    const old = {
      ...place({ zip: name, geo: { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' } } } }),
      ...lines({ text: name, note: name }),
    };
    const rows = {
      rows: {
        type: 'array',
        'x-child': true,
        items: { type: 'object', properties: { text: name, note: name, box: { type: 'object', properties: { a: name, b: name } } } },
      },
    };
    const less = {
      ...place({ geo: { type: 'object', properties: { lat: { type: 'number' } } } }),
      ...lines({ text: name }),
      rows: { type: 'array', 'x-child': true, items: { type: 'object', properties: { text: name, box: { type: 'object', properties: { a: name } } } } },
    };
    const [before, after] = [sheet({ ...old, ...rows }), sheet(less)];
    await ensure(before);
    const stored = {
      place: { city: 'Taipei', zip: '100', geo: { lat: 25, lon: 121 } },
      lines: [
        { text: 'one', note: 'first' },
        { text: 'two', note: 'second' },
        { text: 'three', note: 'third' },
      ],
      rows: [
        { text: 'one', note: 'first', box: { a: 'x', b: 'y' } },
        { text: 'two', note: 'second', box: { a: '', b: 'z' } },
      ],
    };
    await make(before, { id: 'a', ...stored });
    expect((await ensure(after))[0]).toEqual({ object: 'sheet', steps: [], blocked: undefined });
    await stands(after);
    expect((await whole(after))[0]).toMatchObject({
      place: { city: 'Taipei', geo: { lat: 25 } },
      lines: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
      rows: [
        { text: 'one', box: { a: 'x' } },
        { text: 'two', box: { a: '' } },
      ],
    });
    expect(JSON.stringify(await whole(after))).not.toMatch(/zip|note|lon|"b"/);
    expect(await textOf(db, wholeReader(after.model, kind), await loadRawRows(db, wholeReader(after.model, kind), ['a']))).not.toMatch(/zip|note|lon|"b"/);
    // Saved twice: the second entry goes, a new one comes first, one is reworded.
    await save(after, 'a', { place: { city: 'Tainan', geo: { lat: 23 } }, lines: [{ text: 'new' }, { text: 'one' }, { text: 'three, reworded' }] });
    await save(after, 'a', {
      rows: [
        { text: 'two', box: { a: 'now' } },
        { text: 'one', box: { a: 'x' } },
      ],
    });
    expect((await ensure(before))[0]).toEqual({ object: 'sheet', steps: [], blocked: undefined });
    await stands(before);
    expect((await whole(before))[0]).toMatchObject({
      place: { city: 'Tainan', zip: '100', geo: { lat: 23, lon: 121 } },
      lines: [{ text: 'new' }, { text: 'one', note: 'first' }, { text: 'three, reworded' }],
      rows: [
        { text: 'two', note: 'second', box: { a: 'now', b: 'z' } },
        { text: 'one', note: 'first', box: { a: 'x', b: 'y' } },
      ],
    });
  });

  it('a purge also removes the values of removed fields inside objects and lists, at any depth, and nothing else', async () => {
    const box = (rest: object) => ({ box: { type: 'object', properties: { a: name, ...rest } } });
    const fields = (rest: object) => ({
      place: { type: 'object', properties: { city: name, geo: { type: 'object', properties: { lat: name, ...rest } } } },
      ...lines({ text: name, ...box(rest) }),
      rows: { type: 'array', 'x-child': true, items: { type: 'object', properties: { text: name, ...box(rest) } } },
    });
    const [before, after] = [sheet(fields({ secret: name })), sheet(fields({}))];
    await ensure(before);
    const stored = (rest: object) => ({
      place: { city: 'Taipei', geo: { lat: '25', ...rest } },
      lines: [{ text: 'one', box: { a: 'x', ...rest } }],
      rows: [{ text: 'two', box: { a: 'y', ...rest } }],
    });
    await make(before, { id: 'a', ...stored({ secret: 'hidden' }) } as Row);
    await ensure(after);
    const raw = async () => JSON.stringify([await db.query('SELECT * FROM sheet'), await db.query('SELECT * FROM sheet__rows')]);
    expect((await raw()).match(/hidden/g)).toHaveLength(3);
    await ensure(before);
    expect((await whole(before))[0], 'two deep inside a list it comes back with its name').toMatchObject(stored({ secret: 'hidden' }));
    await ensure(after);
    const purge = await planPurge(db, after);
    expect((await applyPlan(db, purge, { allow: ['destructive'], typedName: 'shee' })).done).toEqual([]);
    expect((await raw()).match(/hidden/g)).toHaveLength(3);
    expect(await applyPlan(db, purge, { allow: ['destructive'], typedName: 'sheet' })).toMatchObject({ failed: [], pending: [] });
    expect(await raw()).not.toMatch(/hidden|secret/);
    expect(await archivedColumns(db, 'sheet')).toEqual([]);
    expect((await whole(after))[0]).toMatchObject(stored({}));
    await stands(after);
    await ensure(before);
    expect((await whole(before))[0]).toMatchObject(stored({}));
  });

  it('a renamed object takes its rows, lists, archive and numbers with it, also where its new table exists and is empty', async () => {
    const fields = { ...lines({ text: name }, { 'x-child': true }), ref: { type: 'string', 'x-relation': 'sheet' } };
    const before = sheet(fields, { 'x-search': ['name'] });
    await ensure(sheet({ ...fields, gone: name }, { 'x-search': ['name'] }));
    await ensure(before);
    await make(before, { id: 'a', name: 'lantern', lines: [{ text: 'one' }] });
    await make(before, { id: 'b', ref: 'a' });
    const paper = { properties: { name, ...fields, ref: { type: 'string', 'x-relation': 'paper' } }, ...{ 'x-search': ['name'] } };
    const renamed = (was: object) => entryOf('paper', { ...paper, ...was });
    await ensure(renamed({}));
    const after = renamed({ 'x-was': 'sheet' });
    expect((await ensure(after))[0]).toEqual({ object: 'paper', steps: [], blocked: undefined });
    await stands(after);
    expect((await whole(after)).map((row) => [row.id, row.ref, row.lines])).toEqual([
      ['a', '', [{ text: 'one' }]],
      ['b', 'a', []],
    ]);
    const tables = [...(await inspect(db)).keys()];
    expect(tables.filter((table) => table.startsWith('sheet'))).toEqual([]);
    expect((await archivedColumns(db, 'paper')).map(({ table, field }) => [table, field])).toEqual([['paper', 'gone']]);
    expect(await db.query('SELECT obj FROM _archive WHERE obj = ?', ['sheet'])).toEqual([]);
    await save(after, 'a', { name: 'lamp' });
    expect(await db.run('DELETE FROM paper WHERE id = ?', ['a']).catch(() => 'held by its reference')).toBe('held by its reference');
  });

  it('a table of 120 text fields can be made and stores a full row', async () => {
    const fields = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`field_${index}`, { type: 'string', maxLength: index % 3 ? 60 : 900 }]));
    const entry = sheet(fields);
    await ensure(entry);
    await stands(entry);
    const row: Row = { id: 'a', name: '🎬'.repeat(40) };
    for (const [field, { maxLength }] of Object.entries(fields)) row[field] = '字'.repeat(maxLength);
    await insert(entry, row);
    expect((await read(entry))[0]).toMatchObject(row);
  });

  it('planAll plans every object at once', async () => {
    const entries = entriesOf({ one: { properties: { name } }, two: { properties: { name } } });
    const plans = await planAll(db, entries);
    expect(plans.map((plan) => [plan.object, plan.steps[0]?.kind])).toEqual([
      ['one', 'createTable'],
      ['two', 'createTable'],
    ]);
  });
});
