/** What links a juror or decision maker with an enrolment: names are compared as people read them, and a link says where to look. */
import { describe, expect, it } from 'vitest';
import { type ConflictFacts, companyKey, conflictHints, type Entered, type Judge, namesIn, personKey } from '#application/jury/rules/conflicts.ts';

const juror = (more: Partial<Judge> = {}): Judge => ({
  object: 'jury',
  id: 'j1',
  names: ['陳美玲', 'Mei-Ling Chen'],
  org: '',
  company: '',
  email: '',
  ...more,
});
const entered = (more: Partial<Entered> = {}): Entered => ({
  id: 'e1',
  cname: '海的記憶',
  ename: 'Memory of the Sea',
  people: ['林大同', 'Ta-Tung Lin'],
  company: '',
  emails: [],
  ...more,
});
const facts = (more: Partial<ConflictFacts> = {}): ConflictFacts => ({
  judges: [juror()],
  enrolments: [entered()],
  companies: [],
  films: [],
  orders: [],
  ...more,
});
const hintsOf = (given: ConflictFacts) =>
  conflictHints(given).map(({ judge, enrolment, kind, about, link }) => `${judge.id} ${enrolment} ${kind} ${about} → ${link.object} ${link.id}`);

describe('E05 E06 conflict hints', () => {
  it.each([
    ['鹿港影像有限公司', '鹿港影像股份有限公司'],
    ['鹿港影像', '鹿 港 影 像　有限公司'],
    ['Blue Gate Pictures Co., Ltd.', 'BLUE GATE PICTURES'],
    ['Ｂｌｕｅ Gate Pictures', 'Blue Gate Pictures, Inc.'],
    ['Polder Film B.V.', 'polder film'],
  ])('E10 %s and %s are one company', (one, other) => {
    expect(companyKey(one)).toBe(companyKey(other));
    expect(companyKey(one)).not.toBe('');
  });

  it('E10 the legal form of a company alone matches nothing, and different companies stay different', () => {
    expect(companyKey('有限公司')).toBe('');
    expect(companyKey('Co., Ltd.')).toBe('');
    expect(companyKey('公司田影像')).not.toBe(companyKey('田影像'));
    expect(companyKey('Blue Gate')).not.toBe(companyKey('Blue Gate Pictures'));
    expect(personKey('王')).toBe('');
  });

  it('E03 a credit holds several names', () => {
    expect(namesIn('王小明、李大華 / John Doe and Jane Roe')).toEqual(['王小明', '李大華', 'John Doe', 'Jane Roe']);
  });

  it('E05 nothing in common gives no hint', () => {
    expect(hintsOf(facts())).toEqual([]);
    expect(hintsOf(facts({ judges: [juror({ org: 'A Ltd.' })], enrolments: [entered({ company: 'Ltd.' })] }))).toEqual([]);
  });

  it('E05 a juror who is one of its makers, by any spelling or the e-mail', () => {
    expect(hintsOf(facts({ enrolments: [entered({ people: ['mei ling CHEN'] })] }))).toEqual(['j1 e1 person Mei-Ling Chen → jury j1']);
    expect(hintsOf(facts({ judges: [juror({ email: 'Mei@example.com' })], enrolments: [entered({ emails: ['mei@example.com'] })] }))).toEqual([
      'j1 e1 person mei@example.com → jury j1',
    ]);
  });

  it('E05 a person who made it shares all films of its makers: that is not reported again', () => {
    const film = { id: 'tide', title: '潮', director: '陳美玲', producer: '', companies: [], contracts: [] };
    expect(hintsOf(facts({ enrolments: [entered({ people: ['陳美玲'] })], films: [film] }))).toEqual(['j1 e1 person 陳美玲 → jury j1']);
  });

  it('E05 E10 the same company, linked to its record where there is one', () => {
    const judges = [juror({ org: '鹿港影像' })];
    const enrolments = [entered({ company: '鹿港影像有限公司' })];
    expect(hintsOf(facts({ judges, enrolments }))).toEqual(['j1 e1 company 鹿港影像有限公司 → jury j1']);
    const companies = [{ id: 'lukang', name: '鹿港影像股份有限公司', abbrName: '', contracts: [] }];
    expect(hintsOf(facts({ judges, enrolments, companies }))).toEqual(['j1 e1 company 鹿港影像有限公司 → company lukang']);
  });

  it('E06 E08 a film with which both are connected: made together, or sold by the decision maker’s company', () => {
    const film = { id: 'tide', title: '潮', director: '陳美玲、林大同', producer: '', companies: ['polder'], contracts: [] };
    expect(hintsOf(facts({ films: [film] }))).toEqual(['j1 e1 credit 潮 → film tide']);
    const buyer = juror({ object: 'decision_maker', id: 'd1', names: ['Jan'], org: 'Polder Film Fund' });
    const companies = [{ id: 'polder', name: 'Polder Film Fund', abbrName: '', contracts: [] }];
    expect(hintsOf(facts({ judges: [buyer], companies, films: [{ ...film, director: 'Ta Tung Lin' }] }))).toEqual(['d1 e1 credit 潮 → film tide']);
  });

  it('E11 a contract of one that names the other', () => {
    const judges = [juror({ org: 'Polder Film Fund' })];
    const companies = [{ id: 'polder', name: 'Polder Film Fund', abbrName: '', contracts: ['合製合約：海的記憶'] }];
    expect(hintsOf(facts({ judges, companies }))).toEqual(['j1 e1 contract 合製合約：海的記憶 → company polder']);
    const film = { id: 'tide', title: '潮', director: '林大同', producer: '', companies: [], contracts: ['Presale Polder Film Fund 2024'] };
    expect(hintsOf(facts({ judges, films: [film] }))).toEqual(['j1 e1 contract Presale Polder Film Fund 2024 → film tide']);
  });

  it('E09 an order of the decision maker’s company for a film of the same makers', () => {
    const judges = [juror({ object: 'decision_maker', id: 'd1', names: [], org: 'Nordlys Television' })];
    const companies = [{ id: 'nordlys', name: 'Nordlys Television AS', abbrName: '', contracts: [] }];
    const films = [{ id: 'tide', title: '潮', director: '林大同', producer: '', companies: [], contracts: [] }];
    const orders = [
      { id: 'o1', serial: 'SO-2026-0007', customer: 'nordlys', films: ['tide'] },
      { id: 'o2', serial: 'SO-2026-0008', customer: 'nordlys', films: ['other'] },
    ];
    expect(hintsOf(facts({ judges, companies, films, orders }))).toEqual(['d1 e1 order SO-2026-0007 → sales_order o1']);
  });
});
