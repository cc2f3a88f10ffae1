import { describe, expect, it } from 'vitest';
import { linkedBy, listFields, moveColumn, namedBy, possibleColumns, shownColumns, toggleColumn, valueAt } from '#admin/list/columns.ts';
import { totalOf } from '#client/providers/data.ts';
import { PageCursors } from '#client/providers/page-cursors.ts';
import { titleOf } from '#client/titles.ts';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { edgeOfDay, instantOf, safeLink, showInstant } from '#fields/show.ts';
import { pickMode } from '#ui/theme.ts';

describe('columns', () => {
  const field = (name: string, more: Partial<FieldModel> = {}) => ({ name, surfaces: { list: true }, writeOnly: false, kind: 'string', ...more }) as FieldModel;
  const fields = [
    field('id'),
    field('name'),
    field('pw', { writeOnly: true }),
    field('note', { surfaces: { list: false } as FieldModel['surfaces'] }),
    field('bank', { kind: 'object', fields: [field('swift')] }),
  ];
  const model = { fields, list: { columns: ['name', 'bank.swift', 'gone'] } } as unknown as ObjectModel; // the parts that columns come from
  const cols = (...names: string[]) => names.map((path) => ({ path }));
  const paths = (columns: { path: string }[]) => columns.map(({ path }) => path);

  it("start with the schema's own; write-only fields and those off the list are never offered", () => {
    expect(paths(possibleColumns(model))).toEqual(['name', 'bank.swift', 'id', 'bank']);
    expect(paths(shownColumns(model, undefined))).toEqual(['name', 'bank.swift']);
  });
  it("a person's choice is used as far as its fields still exist", () => {
    expect(paths(shownColumns(model, ['id', 'removed', 'name']))).toEqual(['id', 'name']);
    expect(paths(shownColumns(model, ['removed']))).toEqual(['name', 'bank.swift']);
  });
  it('follow a field that was renamed, unless another has the name now', () => {
    const renamed = { ...model, fields: [...fields, field('reach', { was: ['range', 'name'] })] };
    expect(paths(shownColumns(renamed, ['range', 'id']))).toEqual(['reach', 'id']);
    expect(paths(shownColumns(renamed, ['name']))).toEqual(['name']);
  });
  it('are moved and hidden, but at least one stays', () => {
    expect(moveColumn(cols('a', 'b', 'c'), 'c', -1)).toEqual(cols('a', 'c', 'b'));
    expect(moveColumn(cols('a', 'b', 'c'), 'a', -1)).toEqual(cols('a', 'b', 'c'));
    expect(toggleColumn(cols('a'), 'a')).toEqual(cols('a'));
    expect(toggleColumn(cols('a', 'b'), 'a')).toEqual(cols('b'));
    expect(paths(shownColumns(model, [{ path: 'id' }, { path: 'name', pin: true }]))).toEqual(['name', 'id']);
  });
  it('link to their row from the first that links nowhere else, and from the first of all where each does', () => {
    const relation = (kind: string) => ({ to: 'film', many: kind === 'references', onDelete: 'restrict' }) as const;
    const of = (kind: FieldModel['kind']) => field(kind, { kind, ...(/^reference/.test(kind) && { relation: relation(kind) }) });
    const columns = (...kinds: FieldModel['kind'][]) => kinds.map((kind, place) => ({ path: `${place} ${kind}`, field: of(kind) }));
    expect(linkedBy(columns('string', 'reference'))).toBe('0 string');
    expect(linkedBy(columns('reference', 'references', 'integer'))).toBe('2 integer');
    expect(linkedBy(columns('reference', 'references'))).toBe('0 reference');
    expect(linkedBy([])).toBeUndefined();
  });
  it('name their row by what people filled in, by a number where nothing else of the title is shown', () => {
    const numbered = { titleTemplate: '{serial} {name} {place}', titles: { en: '{serial} {place} {name}' } } as unknown as ObjectModel; // what titles are made of
    const columns = (...names: string[]) => names.map((path) => ({ path, field: field(path, { readOnly: path === 'serial' }) }));
    expect(namedBy(numbered, columns('name', 'place', 'serial'), 'tw')).toBe('name');
    expect(namedBy(numbered, columns('name', 'place', 'serial'), 'en')).toBe('place');
    expect(namedBy(numbered, columns('year', 'serial'), 'tw')).toBe('serial');
    expect(namedBy(numbered, columns('year'), 'tw')).toBe('year');
  });
  it('request their fields from the server, and those for titles and colours, as far as the role may read them', () => {
    const rules = [{ when: { allOf: [{ properties: { state: { const: 'x' } } }, { not: { required: ['note'] } }] }, color: 'red' }];
    const coloured = {
      fields: [...fields, field('state'), field('title'), field('gossip', { access: { read: ['[]'] } } as Partial<FieldModel>)],
      titleTemplate: '{title} {gossip}',
      list: { columns: ['name', 'bank.swift'], rowColor: rules },
    } as unknown as ObjectModel; // the parts that columns come from
    expect(listFields(coloured, shownColumns(coloured, undefined), ['[op]'])).toEqual(['name', 'note', 'bank', 'state', 'title']);
    expect(listFields(coloured, shownColumns(coloured, ['id']), ['[]'])).toEqual(['id', 'note', 'state', 'title', 'gossip']);
  });
  it('reach into nested objects', () => {
    expect(valueAt({ bank: { swift: 'X' } }, 'bank.swift')).toBe('X');
    expect(valueAt({ bank: null }, 'bank.swift')).toBeUndefined();
  });
});

describe('pages', () => {
  it('continue from the known neighbour, and jump by range otherwise', () => {
    const cursors = new PageCursors();
    expect(cursors.toward('q', 1)).toEqual({});
    cursors.seen('q', 1, { next: 'n1', previous: null });
    expect(cursors.toward('q', 2)).toEqual({ after: 'n1' });
    expect(cursors.toward('q', 3)).toEqual({});
    expect(cursors.toward('other', 2)).toEqual({});
    cursors.seen('q', 9, { next: 'n9', previous: 'p9' });
    expect(cursors.toward('q', 8)).toEqual({ before: 'p9' });
    expect(cursors.toward('q', 10)).toEqual({ after: 'n9' });
  });
  it('the first page is always fetched again, and resets the others', () => {
    const cursors = new PageCursors();
    cursors.seen('q', 1, { next: 'n1', previous: null });
    cursors.seen('q', 2, { next: 'n2', previous: 'p2' });
    expect(cursors.toward('q', 1)).toEqual({});
    cursors.seen('q', 1, { next: 'm1', previous: null });
    expect(cursors.toward('q', 3)).toEqual({});
  });
  it('drop the oldest query', () => {
    const cursors = new PageCursors(2);
    for (const question of ['a', 'b', 'c']) cursors.seen(question, 1, { next: question, previous: null });
    expect(cursors.toward('a', 2)).toEqual({});
    expect(cursors.toward('c', 2)).toEqual({ after: 'c' });
  });
  it('read the total of Content-Range', () => {
    expect(totalOf({ headers: new Headers({ 'Content-Range': 'film 0-24/3201' }), data: [] })).toBe(3201);
    expect(totalOf({ headers: new Headers(), data: [{}, {}] })).toBe(2);
  });
});

describe('titles of references', () => {
  it('are fetched together: many requests at the same moment are one, each id once', async () => {
    const asked: string[][] = [];
    const fetch = async (ids: string[]) => {
      asked.push(ids);
      return ids.filter((id) => id !== 'gone').map((id) => ({ id, title: `Title ${id}` }));
    };
    const titles = await Promise.all(['a', 'b', 'a', 'gone'].map((id) => titleOf('company', id, fetch)));
    expect(titles).toEqual(['Title a', 'Title b', 'Title a', 'gone']);
    expect(asked).toEqual([['a', 'b', 'gone']]);
  });
  it('a failure reaches every caller', async () => {
    const fails = () => Promise.reject(new Error('down'));
    const asks = await Promise.allSettled(['a', 'b'].map((id) => titleOf('user', id, fails)));
    expect(asks.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('values', () => {
  it('B05 instants are stored in UTC and shown on the reader’s clock', () => {
    const instant = instantOf('2026-03-01 14:05:06');
    expect(instant?.toISOString()).toBe('2026-03-01T14:05:06.000Z');
    const two = (part = 0) => String(part).padStart(2, '0');
    expect(showInstant('2026-03-01 14:05:06', true).slice(11)).toBe(`${two(instant?.getHours())}:05:06`);
    expect(showInstant('no instant')).toBe('no instant');
  });
  it('the edges of a day are its first and last second here, queried in UTC', () => {
    const start = instantOf(edgeOfDay('2026-03-01', 'start'));
    const end = instantOf(edgeOfDay('2026-03-01', 'end'));
    expect([start?.getHours(), start?.getMinutes(), start?.getDate()]).toEqual([0, 0, 1]);
    expect([end?.getHours(), end?.getMinutes(), end?.getSeconds(), end?.getDate()]).toEqual([23, 59, 59, 1]);
    expect(edgeOfDay('', 'start')).toBe('');
  });
  it('V32 only web addresses and files of this site become links', () => {
    expect(safeLink('https://example.com/a')).toBe('https://example.com/a');
    expect(safeLink('/get/files/a.pdf')).toBe('/get/files/a.pdf');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://x', 'https://', '']) expect(safeLink(bad)).toBeUndefined();
  });
  it('a token is readable in both colour schemes', () => {
    expect(pickMode(' light-dark(#ffffff, #17191c)', 'light')).toBe('#ffffff');
    expect(pickMode('light-dark(rgb(20 24 28 / 14%), rgb(0 0 0 / 60%))', 'dark')).toBe('rgb(0 0 0 / 60%)');
    expect(pickMode('44px', 'dark')).toBe('44px');
  });
});
