import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldKind, FieldModel, ObjectModel, Role, Row } from '#codegen/model.ts';
import { may, projectModel, readableFields, rowCondition, writableFields } from '#rules/accounts/permission.ts';
import { marksOf } from '#rules/queries/marks.ts';
import { parseFilter } from '#rules/queries/parse-filter.ts';
import { ranked, rankOf } from '#rules/queries/ranking.ts';
import { matchExpression, searchTerms, textTokens, titleTerm, titleToken, valueToken } from '#rules/queries/search-text.ts';
import { conditionFilter, isTranslatable, meetsCondition } from '#rules/records/condition.ts';
import { numbered, seriesOf } from '#rules/records/naming.ts';
import { changedFields, completeRow, conflicts, defaultsOf, mergeRow, mergeThreeWays, titleFields, titleOf } from '#rules/records/record.ts';
import { csvLine } from '#rules/values/csv.ts';

const everywhere = { create: true, edit: true, show: true, list: true, filter: true, sort: true, search: true, export: true, import: true, history: true };

function field(name: string, kind: FieldKind, more: Partial<FieldModel> = {}): FieldModel {
  const type = kind === 'integer' ? 'integer' : kind === 'boolean' ? 'boolean' : ['list', 'tags', 'object', 'json'].includes(kind) ? 'json' : 'string';
  return {
    name,
    kind,
    label: { tw: name, en: name },
    required: false,
    default:
      kind === 'integer' ? null : kind === 'boolean' ? false : kind === 'list' || kind === 'tags' ? [] : kind === 'object' ? {} : kind === 'select' ? '-' : '',
    readOnly: false,
    writeOnly: false,
    deprecated: false,
    setOnce: false,
    personal: false,
    copy: true,
    column: { name, type, nullable: false, binary: false, index: false, unique: false, was: [] },
    ui: {},
    surfaces: everywhere,
    ...more,
  };
}

function model(fields: FieldModel[], more: Partial<ObjectModel> = {}): ObjectModel {
  const all: Role[] = ['[]', '[op]'];
  return {
    name: 'thing',
    label: { tw: '物', en: 'Thing' },
    entity: { group: '', icon: '', order: 1, key: 'id', singleton: false, virtual: false, big: false },
    plural: { tw: 'film', en: 'Films' },
    titleTemplate: '{cname} {ename}',
    fields,
    list: { columns: [], sort: { field: 'id', order: 'ASC' }, filters: [], quick: [], pageSize: 25, rowColor: [] },
    form: { tabs: [], sidebar: [] },
    search: [],
    indexes: [],
    uniques: [],
    access: { verbs: { list: all, read: all, create: all, update: all, delete: ['[]'], export: all, import: all }, actions: {}, rows: {} },
    actions: [],
    history: true,
    trash: false,
    hash: '',
    ...more,
  };
}

const part = [field('name', 'string', { required: true }), field('end', 'date'), field('state', 'select')];
const film = model([
  field('id', 'string'),
  field('cname', 'string'),
  field('ename', 'string'),
  field('year', 'integer'),
  field('state', 'select'),
  field('tag', 'tags'),
  field('open', 'boolean'),
  field('contract', 'list', { fields: part }),
  field('main', 'object', { fields: part }),
  field('extra', 'json'),
  field('pw', 'password', { writeOnly: true }),
  field('secret', 'string', { access: { read: ['[]'], write: ['[]'] } }),
  field('update_at', 'datetime', { readOnly: true }),
  field('_tmp', 'number', { column: undefined }),
]);

describe('records', () => {
  it('V30 V41 trims every string, nested ones too, and fills in what is missing; passwords stay as typed', () => {
    const row = completeRow({ id: ' a ', cname: null, pw: ' p ', tag: [' x '], contract: [{ name: ' n ' }], main: { name: ' m ' } }, film.fields);
    expect(row).toMatchObject({ id: 'a', cname: '', ename: '', year: null, state: '-', pw: ' p ', tag: ['x'], open: false });
    expect(row.contract).toEqual([{ name: 'n', end: '', state: '-' }]);
    expect(row.main).toEqual({ name: 'm', end: '', state: '-' });
    expect(defaultsOf(film).main).toEqual({});
    expect(completeRow({ main: { name: '', end: '', state: '-' } }, film.fields).main).toEqual({});
  });

  it('a title is one line without signs that cannot be seen, a longer text keeps its lines, and what is stored nowhere stays to be refused', () => {
    const fields = [field('title', 'string', { maxLength: 100 }), field('note', 'text', { maxLength: 100 }), field('open', 'string'), field('tag', 'tags')];
    const said = { title: ' a\r\nb\u000bc\u2028\t d\u0002', note: 'a\r\nb\u000bc\t d\u0002', open: 'a\nb\u0002c', tag: ['x\ny'] };
    expect(completeRow(said, fields)).toEqual({ title: 'a b c  d', note: 'a\r\nb\nc\t d', open: 'a\nb c', tag: ['x y'] });
    expect(completeRow({ title: 'a\u0000\nb' }, fields)).toMatchObject({ title: 'a\u0000\nb' });
  });

  it('V11 an e-mail address that identifies a row is stored in the form for comparing; any other as it was typed', () => {
    const alone = { name: 'email', type: 'string', nullable: false, binary: true, index: false, unique: true, was: [] as string[] } as const;
    const people = model([field('email', 'string', { format: 'email', column: alone }), field('other', 'string', { format: 'email' })]);
    expect(completeRow({ email: ' ＭＩＫＥ@Example.com', other: ' Mike@Example.com ' }, people.fields)).toEqual({
      email: 'mike@example.com',
      other: 'Mike@Example.com',
    });
  });

  it('C07 finds the changed fields; null, missing and empty are the same; stamps and temp fields never count', () => {
    const before: Row = { id: 'a', cname: 'x', year: null, tag: [], contract: [{ name: 'n', end: '', state: '-' }], extra: { a: 1, b: 2 }, update_at: '1' };
    const same: Row = {
      id: 'a',
      cname: 'x',
      ename: null,
      state: '',
      contract: [{ state: '-', name: 'n' }],
      extra: { b: 2, a: 1 },
      main: {},
      update_at: '2',
      _tmp: 7,
    };
    expect(changedFields(before, same, film)).toEqual({});
    expect(changedFields(before, { ...same, cname: '', tag: ['y'] }, film)).toEqual({ cname: '', tag: ['y'] });
    expect(changedFields(before, { ...before, contract: [] }, film)).toEqual({ contract: [] });
  });

  it('C07 the changed fields, applied to the row, give the new row', () => {
    const rows = fc.record({
      cname: fc.constantFrom('', 'a', 'b'),
      year: fc.constantFrom(null, 1, 2),
      tag: fc.subarray(['x', 'y']),
      open: fc.boolean(),
      contract: fc.array(fc.record({ name: fc.constantFrom('n', 'm'), end: fc.constantFrom('', '2020-01-01'), state: fc.constant('-') }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const merged = mergeRow(before, changedFields(before, after, film), film);
        expect(merged).toEqual(after);
      }),
    );
  });

  it('K05 accepts fields that one side changed and reports those that both did', () => {
    const base: Row = { id: 'a', cname: '1', ename: '1', year: 1 };
    const mine: Row = { ...base, cname: 'mine', year: 2 };
    const theirs: Row = { ...base, cname: 'theirs', ename: 'theirs', year: 2 };
    expect(conflicts(base, mine, theirs, film)).toEqual([{ field: 'cname', base: '1', mine: 'mine', theirs: 'theirs' }]);
    expect(mergeThreeWays(base, mine, theirs, film).merged).toMatchObject({ cname: 'theirs', ename: 'theirs', year: 2 });
  });

  it('names a row by its template, else by its id', () => {
    expect(titleOf({ id: 'x', cname: '海', ename: 'Sea' }, film)).toBe('海 Sea');
    expect(titleOf({ id: 'x', cname: '', ename: null }, film)).toBe('x');
    expect(titleOf({ id: 'x', cname: 'Anneke Visser', ename: 'Anneke Visser' }, film)).toBe('Anneke Visser');
    const both = { ...film, titleTemplate: '{cname}', titles: { tw: '{cname}', en: '{ename}' } };
    const sea = { id: 'x', cname: '海', ename: 'Sea' };
    expect([titleOf(sea, both), titleOf(sea, both, 'tw'), titleOf(sea, both, 'en'), titleOf({ ...sea, ename: '' }, both, 'en')]).toEqual([
      '海',
      '海',
      'Sea',
      '海',
    ]);
    expect(titleFields(both)).toEqual(['cname', 'ename']);
  });

  it('fills numbering series', () => {
    expect(numbered(seriesOf('SO-{YYYY}-{####}', '2026-03-04 05:06:07'), 12)).toBe('SO-2026-0012');
    expect(numbered(seriesOf('C{###}', '2026-03-04 05:06:07'), 1234)).toBe('C1234');
  });
});

describe('permission', () => {
  it('P01 depends on the role; an empty list of roles has no rights', () => {
    expect([may(film, ['[op]'], 'update'), may(film, ['[op]'], 'delete'), may(film, ['[]'], 'delete'), may(film, [], 'list')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(readableFields(film, [])).toEqual([]);
  });

  it('removes guarded and secret fields from what a role may read, and their names from the projected model', () => {
    const names = (fields: FieldModel[]) => fields.map(({ name }) => name);
    expect(names(readableFields(film, ['[op]']))).not.toEqual(expect.arrayContaining(['secret']));
    expect(names(readableFields(film, ['[]']))).not.toContain('pw');
    expect(names(writableFields(film, ['[op]']))).toContain('pw');
    expect(names(writableFields(film, ['[op]']))).not.toContain('update_at');
    expect(JSON.stringify(projectModel(film, ['[op]']))).not.toContain('secret');
    expect(projectModel(film, ['[op]']).access.verbs).toMatchObject({ list: ['[op]'], delete: [] });
  });

  it('combines row rules: a role without one may read every row, a role without the permission none', () => {
    const rule = { properties: { open: { const: true } } };
    const limited = model(film.fields, { access: { ...film.access, rows: { '[op]': rule } } });
    expect(rowCondition(limited, ['[op]'])).toEqual(rule);
    expect(rowCondition(limited, ['[op]', '[]'])).toBeUndefined();
    expect(rowCondition(limited, ['[op]', '[gs]'])).toEqual(rule);
    expect(meetsCondition(rowCondition(limited, ['[gs]']), { open: true }, limited)).toBe(false);
  });
});

describe('conditions over rows', () => {
  it('are those that a table can evaluate, and no others', () => {
    expect(isTranslatable({ properties: { state: { enum: ['a', 'b'] }, year: { minimum: 3 } }, required: ['state'] })).toBe(true);
    expect(isTranslatable({ anyOf: [{ properties: { tag: { contains: { const: 'x' } } } }, { not: { properties: { open: { const: true } } } }] })).toBe(true);
    expect(isTranslatable({ properties: { cname: { pattern: '^a' } } })).toBe(false);
    expect(isTranslatable({ if: {}, else: {} })).toBe(false);
    expect(meetsCondition({ properties: { cname: { pattern: '^a' } } }, { cname: 'a' }, film)).toBe(false);
  });

  it('evaluate a row like JSON Schema', () => {
    const holds = (condition: Row, row: Row) => meetsCondition(condition, row, film);
    expect(holds({ properties: { year: { minimum: 5 } } }, { year: null })).toBe(true);
    expect(holds({ properties: { year: { minimum: 5 } } }, { year: 4 })).toBe(false);
    expect(holds({ not: { properties: { state: { const: 'a' } } } }, { state: 'b' })).toBe(true);
    expect(holds({ properties: { tag: { contains: { const: 'x' } } } }, { tag: ['y', 'x'] })).toBe(true);
    expect(conditionFilter(undefined)).toEqual({ kind: 'and', of: [] });
  });
});

describe('filters', () => {
  it('are checked for their types before any SQL is made', () => {
    const codes = (filter: unknown) =>
      parseFilter(filter, film, { id: 'op', realm: 'staff', roles: ['[op]'] }, new Date('2026-01-02T03:04:05Z')).problems.map(
        ({ path, code }) => `${path} ${code}`,
      );
    expect(codes({ 'year@gte': 1, cname: 'x', tag: 'y', 'state@in': ['a'], q: '海' })).toEqual([]);
    expect(codes({ year: '1' })).toEqual(['year field.filter']);
    expect(codes({ year: Number.NaN })).toEqual(['year field.filter']);
    expect(codes({ year: 2 ** 60 })).toEqual(['year field.filter']);
    expect(codes({ cname: 'a\0' })).toEqual(['cname field.filter']);
    expect(codes({ secret: 'x' })).toEqual(['secret field.filter']);
    expect(codes({ 'year@like': 'x' })).toEqual(['year field.operator']);
    expect(codes({ constructor: 1 })).toEqual(['constructor field.filter']);
    expect(codes(null)).toEqual([' param.filter']);
  });
});

describe('search', () => {
  it('finds words by their beginning, whatever case, width or accent, and Chinese by any part', () => {
    const finds = (text: string, query: string) => {
      const tokens = textTokens(text);
      const terms = searchTerms(query);
      return (
        terms.length > 0 && terms.every((term) => term.tokens.some((token) => tokens.some((held) => (term.prefix ? held.startsWith(token) : held === token))))
      );
    };
    expect(finds('Les Misérables', 'miserab')).toBe(true);
    expect(finds('ＡＢＣ film', 'abc')).toBe(true);
    expect(finds('海上花列傳', '上花')).toBe(true);
    expect(finds('海上花列傳', '傳')).toBe(true);
    expect(finds('海上花列傳', '上列')).toBe(false);
    expect(finds('the sea', 'the se')).toBe(true);
    expect(finds('the sea', 'se the')).toBe(false);
    expect(finds('', '!!')).toBe(false);
    // Traditional and simplified are one, both ways, and from one character.
    expect(finds('海上花列傳', '列传')).toBe(true);
    expect(finds('台湾电影', '臺灣電影')).toBe(true);
    expect(finds('臺灣', '湾')).toBe(true);
  });

  it('takes Chinese with plain words and signs apart as any other text, by a shorter way', () => {
    const part = fc.constantFrom(
      ...'海上花列傳臺灣電影龍鐘錶。，、：；！？《》「」（）— -_.aZ09',
      '萬',
      '䴉',
      '鿿',
      'F-05123',
      'sci-fi',
      ' the ',
      '…',
      '々',
      '·',
      'ａ',
      '．',
      '𠮷',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        // a word with an accent, by which all of the text goes the long way
        expect(textTokens(text)).toEqual(textTokens(`${text} é`).slice(0, -1));
        expect(textTokens(text, '', true)).toEqual([...textTokens(text), ...[titleToken(text) ?? []].flat()]);
      }),
    );
  });

  it('ranks what was typed before what begins with it, all its words in the title, and the rest', () => {
    expect(rankOf('港口', ['港口'])).toBe(3);
    expect(rankOf('the harbour', ['港口', 'The Harbour'])).toBe(3);
    expect(rankOf('港口', ['港口的夜'])).toBe(2);
    expect(rankOf('harb', ['Harbour Lights'])).toBe(2);
    expect(rankOf('港口', ['最後的港口'])).toBe(1);
    expect(rankOf('light harb', ['Harbour Lights'])).toBe(1);
    expect(rankOf('arbour', ['Harbour Lights'])).toBe(0);
    expect(rankOf('港口', ['海'])).toBe(0);
    expect(rankOf('電影', ['电影'])).toBe(3);
    expect(rankOf('!!', ['!!'])).toBe(0);
    const rows = ['b 海', '港口夜', 'a 海', '港口', '小港口'];
    expect(ranked('港口', rows, (row) => [row])).toEqual(['港口', '港口夜', '小港口', 'b 海', 'a 海']);
  });

  it('marks what was searched for, as it was found', () => {
    const marked = (text: string, query: string) => marksOf(text, query).map(([from, to]) => text.slice(from, to));
    expect(marked('Les Misérables, miserable', 'miser')).toEqual(['Misér', 'miser']);
    expect(marked('unmiserable', 'miser')).toEqual([]);
    expect(marked('臺灣電影史', '台湾电影')).toEqual(['臺灣電影']);
    expect(marked('ＡＢＣ film', 'abc')).toEqual(['ＡＢＣ']);
    expect(marked('第 15 屆', '15 届')).toEqual(['15', '屆']);
    expect(marked('𠮷田 film', '田')).toEqual(['田']);
    expect(marked('F-05123', 'f-05123')).toEqual(['F', '05123']);
    expect(marked('anything', '!!')).toEqual([]);
    expect(marked('Les Mise\u0301rables', 'miser')).toEqual(['Mise\u0301r']);
    expect(marked('12㎭ 海', 'ra')).toEqual([]);
    expect(marked('㎭ ﬁlm 海', 'r')).toEqual(['㎭']);
    expect(marked('㎭ ﬁlm 海', 'fil')).toEqual(['ﬁl']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 10 }), (text, query) => {
        let last = 0;
        for (const [from, to] of marksOf(text, query)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          last = to;
        }
      }),
    );
  });

  it('finds a title by its beginning, with or without spaces and signs', () => {
    const begins = (title: string, query: string) => titleTerm(query)?.tokens.some((token) => titleToken(title)?.startsWith(token)) ?? false;
    expect(begins('The Second Bamboo Grove', 'the sec')).toBe(true);
    expect(begins('The Second Bamboo Grove', 'second')).toBe(false);
    expect(begins('第二個竹林', '第二个')).toBe(true);
    expect(begins('第 15 屆', '第15')).toBe(true);
    expect(titleTerm('!?')).toBeUndefined();
    const title = fc.stringMatching(/^[a-z港口夜海 ]{1,60}$/);
    fc.assert(fc.property(title, fc.nat(60), (text, length) => begins(text, text.slice(0, length)) === /[^ ]/.test(text.slice(0, length))));
  });

  it('treats a code as one word, found by the beginning of any of its parts', () => {
    const finds = (text: string, query: string) =>
      searchTerms(query).every((term) => term.tokens.some((token) => textTokens(text).some((held) => (term.prefix ? held.startsWith(token) : held === token))));
    for (const query of ['F-05123', 'f-051', 'F_05123', 'f05123', '05123', '05', 'Ｆ－０５１２３'])
      expect([query, finds('F-05123', query)]).toEqual([query, true]);
    for (const query of ['T-2026-001', '2026-001', '2026-00', '2026', '001', 't-2026 001', '海 T-2026']) expect(finds('海報T-2026-001號', query)).toBe(true);
    for (const query of ['F-05124', 'G-05123', 'F-5123', '5123']) expect(finds('F-05123', query)).toBe(false);
    // One term: the parts of a code stand in many rows.
    expect(searchTerms('F-05123')).toEqual([{ tokens: ['zzf05123'], prefix: true }]);
    expect(searchTerms('top-10')).toHaveLength(2);
    expect(finds('The top 10 of sci-fi', 'top-10')).toBe(true);
    expect(finds('sci-fi', 'sci fi')).toBe(true);
    const part = fc.stringMatching(/^[0-9a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), fc.nat(4), fc.integer({ min: 1, max: 6 }), (parts, from, count) => {
        const some = parts.slice(Math.min(from, parts.length - 1)).slice(0, count);
        expect(finds(`see ${parts.join('-')}, there`, some.join('-'))).toBe(true);
      }),
    );
  });

  it('makes tokens that no tokenizer splits and no minimum length drops', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const token of [
          ...textTokens(text),
          ...textTokens(text, 'field'),
          valueToken('tag', text),
          titleToken(text) ?? 'zz1',
          titleToken(text, 'field') ?? 'zz1',
        ])
          expect(token).toMatch(/^z[zdyxfts][0-9a-z]{1,78}$/);
        const terms = searchTerms(text);
        for (const kind of ['sqlite', 'mariadb'] as const) expect(matchExpression(terms, kind)).toMatch(/^[0-9a-zANDOR+*() ]*$/);
      }),
    );
  });
});

describe('comma-separated values', () => {
  it('contain no formulas, and quotes, commas and line ends survive', () => {
    expect(csvLine(['=1', '+1', '-1', '@x', '＝1', '\t1', ' =1', 'a"b', 'a,b', 'a\nb', 1, -2, null, true, ['x', 'y'], { a: 1 }])).toBe(
      '\'=1,\'+1,\'-1,\'@x,\'＝1,\'\t1,\' =1,"a""b","a,b","a\nb",1,-2,,true,x; y,"{""a"":1}"\r\n',
    );
  });
});
