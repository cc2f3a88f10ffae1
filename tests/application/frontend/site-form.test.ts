/** The enrolment form's reckoning: what shows, what is wanted, what is wrong, and how values read; asked of the real schemas and their compiled validator. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inBothZones } from '#application/enrolment/rules/times.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { openRegistry } from '#framework/objects/registry.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { textOf, wordsOfValue } from '#screens/enrolment/site/engine/as-text.ts';
import { type Form, lengthOf, problemsOf, requiredPaths, type Validator } from '#screens/enrolment/site/engine/check.ts';
import { fieldStatesOf, isHidden } from '#screens/enrolment/site/engine/field-states.ts';
import { pathLabel } from '#screens/enrolment/site/engine/labels.ts';
import { playerOf, wholeLink } from '#screens/enrolment/site/engine/links.ts';
import { isSearched, labelOf, mostOf, offered, toggled, within } from '#screens/enrolment/site/engine/options.ts';
import { groupsOf, isBlank } from '#screens/enrolment/site/engine/values.ts';

let form: Form;
let model: ObjectModel;
let blank: Row;

const words = { yes: '是', no: '否' };
const complete: Row = {
  attProgram: ['C'],
  cname: '河',
  ename: 'River',
  logline: '一條河',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 0,
  trailer: 'https://vimeo.com/1',
  director: { cname: '林' },
  producer: { ename: 'Chen' },
  rights: true,
  agree: true,
};

beforeAll(async () => {
  const registry = await openRegistry({ schemasDir: 'schemas', localesDir: 'locales', cacheDir: mkdtempSync(join(tmpdir(), 'form-')), distDir: 'dist' });
  const entry = registry.get('enrolment');
  if (!entry) throw new Error('no enrolment');
  const validator: Validator = await registry.validator('enrolment');
  model = entry.model;
  form = { model, validator, terms: { programs: ['C', 'I'], edition: 14 }, mark: '' };
  blank = defaultsOf(model);
});

const field = (path: string): FieldModel => {
  const found = fieldAt(model.fields, path);
  if (!found) throw new Error(`no field ${path}`);
  return found;
};
const paths = (values: Row) => problemsOf({ ...blank, ...values }, form).map(({ path }) => path);

describe('visible and required fields', () => {
  it('V16 the earlier title is visible and required as soon as an earlier selection is ticked', () => {
    const states = (ccifg: string[]) => fieldStatesOf(model.fields, form.validator.conditions, { ...blank, ccifg });
    expect(isHidden(states([]), 'ccifgName')).toBe(true);
    expect(isHidden(states(['C']), 'ccifgName')).toBe(false);
    expect(states(['C']).required.has('ccifgName')).toBe(true);
  });

  it('V15 IFG requires a rough cut, CCDF does not', () => {
    const wanted = (attProgram: string[]) => {
      const values = { ...blank, attProgram };
      return requiredPaths(values, form, fieldStatesOf(model.fields, form.validator.conditions, values).required).has('roughCut');
    };
    expect(wanted(['I'])).toBe(true);
    expect(wanted(['C'])).toBe(false);
  });

  it('V10 V17 V21 an empty draft lists what a submission needs, in the order of the pages', () => {
    expect(paths({})).toEqual([
      'attProgram',
      'cname',
      'ename',
      'logline',
      'genre',
      'len',
      'stage',
      'director/cname',
      'producer/cname',
      'trailer',
      'rights',
      'agree',
    ]);
  });

  it('a complete one has no problems; one name in either writing is enough', () => {
    expect(paths(complete)).toEqual([]);
  });

  it('V17 V20 three genres and an address without a host are reported at their fields', () => {
    expect(paths({ ...complete, genre: ['[AR]', '[CU]', '[HI]'] })).toEqual(['genre']);
    expect(paths({ ...complete, trailer: 'https://vimeo' })).toEqual(['trailer']);
  });

  it('a text that is too long is reported, counted in characters', () => {
    expect(paths({ ...complete, logline: '𠮷'.repeat(500) })).toEqual([]);
    expect(paths({ ...complete, logline: '𠮷'.repeat(501) })).toEqual(['logline']);
    expect(lengthOf('𠮷河')).toBe(2);
  });
});

describe('choices', () => {
  it('V17 a third genre is not added; removing one makes space', () => {
    const two = toggled(field('genre'), ['[CU]'], '[AR]');
    expect(two).toEqual(['[AR]', '[CU]']);
    expect(toggled(field('genre'), two, '[HI]')).toEqual(two);
    expect(toggled(field('genre'), two, '[AR]')).toEqual(['[CU]']);
    expect(mostOf(field('genre'))).toBe(2);
    expect(mostOf(field('attProgram'))).toBeUndefined();
  });

  it('a withdrawn option stays visible while it is chosen', () => {
    const old: FieldModel = { ...field('len'), options: [{ value: 'a', label: { tw: '甲', en: 'A' }, deprecated: true }] };
    expect(offered(old, '-')).toEqual([]);
    expect(offered(old, 'a')).toHaveLength(1);
  });

  it('out of very many, what is chosen is shown with what is looked for, by either language and without accents', () => {
    expect([field('genre'), field('coCountries')].map(isSearched)).toEqual([false, true]);
    const all = offered(field('coCountries'), []);
    const named = (chosen: string[], typed: string) => within(all, chosen, typed).shown.map((option) => option.value);
    expect(named([], '')).toEqual(all.slice(0, 8).map((option) => option.value));
    expect(within(all, [], '').others).toBe(all.length - 8);
    expect(named(['FR'], ' COTE D')).toEqual(['CI', 'FR']);
    expect(named([], '日本')).toEqual(['JP']);
    expect(within(all, ['JP'], 'xyz')).toEqual({ shown: [all.find((option) => option.value === 'JP')], others: 0, isNone: true });
    // What is chosen already is found, too: nobody is told to spell it otherwise.
    expect(within(all, ['JP'], 'japan')).toMatchObject({ others: 0, isNone: false });
  });

  it('B07 C shows as CCDF, I as IFG', () => {
    expect(labelOf(field('attProgram'), 'C', 'tw')).toBe('CCDF');
    expect(wordsOfValue(field('attProgram'), ['C', 'I'], 'en', words)).toBe('CCDF, IFG');
  });

  it('B02 Taiwan is the first of the countries', () => {
    expect(offered(field('pLocation'), '-')[0]?.value).toBe('TW');
  });
});

describe('values', () => {
  it('links are completed, and named by their player', () => {
    expect(wholeLink(' vimeo.com/76979871 ')).toBe('https://vimeo.com/76979871');
    expect(wholeLink('http://a.example/x')).toBe('http://a.example/x');
    expect(wholeLink('see my film')).toBe('see my film');
    expect(wholeLink('javascript:alert(1)')).toBe('javascript:alert(1)');
    expect(playerOf('https://youtu.be/x')).toBe('YouTube');
    expect(playerOf('https://player.vimeo.com/video/1')).toBe('Vimeo');
    expect(playerOf('https://notvimeo.com/1')).toBeUndefined();
    expect(playerOf('javascript:alert(1)')).toBeUndefined();
  });

  it('V38 a phone with only its prefix is blank; a number is shown with its prefix', () => {
    expect(isBlank(field('producer/phone'), 'TW,+886')).toBe(true);
    expect(wordsOfValue(field('producer/phone'), 'TW,+886912345678', 'tw', words)).toBe('+886 912345678');
  });

  it('fields are in groups: the film, then the people', () => {
    const groups = groupsOf(['cname', 'director/cname', 'director/bio', 'producer/email', 'gone'], model);
    expect(groups.map(({ owner, places }) => [owner?.name, places.length])).toEqual([
      [undefined, 1],
      ['director', 2],
      ['producer', 1],
    ]);
    expect(pathLabel(model, 'director/bio', 'en')).toBe('Director: Biography');
  });

  it('the entered values can be downloaded as text', () => {
    const text = textOf({ ...complete, director: { cname: '林', newDirector: true } }, model, 'tw', { film: '影片', team: '主創團隊' }, words);
    expect(text).toContain('== 影片 ==\n中文片名：河\n');
    expect(text).toContain('導演：中文姓名：林');
    expect(text).not.toContain('null');
  });

  it('text that could not be saved says no "No" to declarations that nobody touched', () => {
    const text = (values: Row) => textOf(values, model, 'tw', { film: '影片', rights: '權利' }, words);
    expect(text({ cname: '河' })).toBe('== 影片 ==\n中文片名：河\n');
    expect(text({ rights: false })).toContain('：否\n');
  });
});

describe('times', () => {
  it("S02 an instant in the campaign's zone and the visitor's, by offset and never 'CST'", () => {
    expect(inBothZones('2026-11-30 10:00:00', 'GMT+8', 480)).toEqual({ there: '2026-11-30 18:00 (GMT+8)', own: '' });
    expect(inBothZones('2026-11-30 23:30:00', 'GMT+8', -300)).toEqual({ there: '2026-12-01 07:30 (GMT+8)', own: '2026-11-30 18:30 (GMT-5)' });
    expect(inBothZones('', 'GMT+8', 0)).toEqual({ there: '', own: '' });
  });
});
