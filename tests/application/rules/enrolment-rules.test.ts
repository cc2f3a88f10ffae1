import { describe, expect, it } from 'vitest';
import { isLink, missingOf, stepOf, steps } from '#application/enrolment/rules/enrolment.ts';
import type { Row } from '#codegen/model.ts';
import { stableText } from '#rules/records/field-changes.ts';

const terms = { programs: ['C', 'I'], edition: 14 };
const whole: Row = {
  attProgram: ['C'],
  cname: '海',
  ename: 'Sea',
  logline: 'A line.',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 0,
  trailer: 'https://video.example.com/1',
  director: { cname: '', ename: 'Lin' },
  producer: { cname: '吳', ename: '' },
  stills: [],
  ccifg: [],
  rights: true,
  agree: true,
};
const missing = (more: Row, offered = terms) => missingOf({ ...whole, ...more }, offered).map(({ path, code }) => `${path} ${code}`);
const still = (size: number): Row => ({ link: '/get/files/x', fileName: 'a.jpg', size });

describe('what prevents the submission of an enrolment', () => {
  it('nothing, when everything is there', () => expect(missing({})).toEqual([]));
  it('V10 no program, or one that the campaign does not offer', () => {
    expect(missing({ attProgram: [] })).toEqual(['attProgram field.required']);
    expect(missing({ attProgram: ['I'], roughCut: 'https://a.example/1' }, { programs: ['C'], edition: 14 })).toEqual(['attProgram field.option']);
  });
  it('V15 IFG without a rough cut', () => expect(missing({ attProgram: ['C', 'I'] })).toEqual(['roughCut field.required']));
  it('V16 an earlier selection without its name', () => {
    expect(missing({ ccifg: ['I'], ccifgName: ' ' })).toEqual(['ccifgName field.required']);
    expect(missing({ ccifg: ['I'], ccifgName: '舊名' })).toEqual([]);
  });
  it('V17 no genre, or three', () => {
    expect(missing({ genre: [] })).toEqual(['genre field.required']);
    expect(missing({ genre: ['[AR]', '[CU]', '[AD]'] })).toEqual(['genre field.toomany']);
  });
  it('V18 four stills, or one above 3 MB', () => {
    expect(missing({ stills: [still(1), still(1), still(1), still(1)] })).toEqual(['stills file.count']);
    expect(missing({ stills: [still(3 * 1_048_576), still(3 * 1_048_576 + 1)] })).toEqual(['stills/1 file.size']);
  });
  it('V20 an address that is invalid', () => {
    expect(missing({ trailer: 'vimeo.com/1' })).toEqual(['trailer field.url']);
    expect(missing({ roughCut: 'ftp://a.example/x' })).toEqual(['roughCut field.url']);
    for (const good of ['https://vimeo.com/1', 'http://影片.example/一', ' https://a.example ']) expect(isLink(good)).toBe(true);
    for (const bad of ['https://', 'https://x', 'javascript:alert(1)', 'https://a b.example', '//a.example/1', 3, null]) expect(isLink(bad)).toBe(false);
  });
  it('V21 a blank name', () => {
    expect(missing({ cname: '　 ' })).toEqual(['cname field.required']);
    expect(missing({ director: { cname: ' ', ename: '' }, producer: {} })).toEqual(['director/cname field.required', 'producer/cname field.required']);
  });
  it('rights and rules not accepted, in the order of the pages', () => {
    expect(missing({ agree: false, rights: false, cname: '', attProgram: [] })).toEqual([
      'attProgram field.required',
      'cname field.required',
      'rights field.required',
      'agree field.required',
    ]);
  });
  it('every problem belongs to a page', () => {
    expect(['attProgram', 'director/cname', 'director', 'stills/2/link', 'agree'].map(stepOf)).toEqual(['programs', 'team', 'team', 'materials', 'rights']);
    expect(steps.map(({ name }) => name)).toEqual(['programs', 'film', 'team', 'materials', 'questions', 'rights']);
  });
});

it('the same content has one text, whatever the order of its keys', () => {
  expect(stableText({ b: 1, a: { d: [2, { z: null, y: 'é' }], c: true } })).toBe('{"a":{"c":true,"d":[2,{"y":"é","z":null}]},"b":1}');
});
