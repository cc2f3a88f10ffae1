/** The form's validator over the compiled modules: the same sentences as the server's, without a compiler in the page. */
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWords } from '#client/problems.ts';
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { meets } from '#form/conditions/subschema.ts';
import { buildValidator } from '#form/schema/validator.ts';
import { toErrorSchema, visibleProblems } from '#form/state/problems.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { toProblems } from '#rules/records/validation.ts';
import { en, tw } from '../../support/messages.ts';
import { compile, entryOf } from './form-objects.ts';

const { model: company } = entryOf('company');
const compiled = await compile('company');

describe('validator', () => {
  it('V31 a required string that is empty is named by its label, in both languages', () => {
    const row = defaultsOf(company);
    const label = company.fields.find((field) => field.name === 'name')?.label;
    const inEnglish = buildValidator(compiled, company, 'en', en, 'create').problemsOf(row);
    const inChinese = buildValidator(compiled, company, 'tw', tw, 'create').problemsOf(row);
    expect(inEnglish).toContainEqual({ path: 'name', code: 'field.required', message: `${label?.en} is required` });
    expect(inChinese.find((problem) => problem.path === 'name')?.message).toContain(label?.tw);
  });

  it('V30 spaces are no value: a name of spaces is missing', () => {
    const problems = buildValidator(compiled, company, 'en', en, 'edit').problemsOf({ ...defaultsOf(company), name: '   ' });
    expect(problems.map((problem) => problem.path)).toContain('name');
  });

  it('every sentence of the form is the server’s', () => {
    const row = { ...defaultsOf(company), id: 'a b', name: '', taxID: 'x', comTel: '0912', webSite: 'no link' };
    const server = inWords(toProblems(compiled.validate(completeRow(row, company.fields)), row, company), en, 'en', company);
    const form = buildValidator(compiled, company, 'en', en, 'edit').problemsOf(row);
    expect(form).toEqual(server.filter((problem) => !company.fields.find((field) => field.name === problem.path)?.readOnly));
    expect(form.map((problem) => problem.path)).toEqual(expect.arrayContaining(['id', 'name', 'taxID', 'webSite']));
  });

  it('V01 V03 V04 the object’s rules warn in the form with the server’s words', async () => {
    const { model } = entryOf('campaign');
    const validator = buildValidator(await compile('campaign'), model, 'en', en, 'create');
    const row = { ...defaultsOf(model), id: 'ccdf15', cna: 'x', maxSel: 3, cStart: '2026-02-01 00:00:00', cEnd: '2026-01-01 00:00:00' };
    expect(validator.problemsOf(row)).toEqual([{ path: 'cEnd', code: 'rule.cwindow', message: 'Enrolment must open before it ends' }]);
    const dm = entryOf('decision_maker').model;
    const slot = { start: '2026-05-01 02:00:00', end: '2026-05-01 04:00:00' };
    const busy = { ...defaultsOf(dm), cid: 'ccdf15', name: 'x', available: [slot, slot] };
    expect(buildValidator(await compile('decision_maker'), dm, 'tw', tw, 'create').problemsOf(busy)).toEqual([
      { path: 'available/1/start', code: 'rule.overlap', message: '時段重疊' },
    ]);
  });

  it('an empty password is required on create and means unchanged on edit', async () => {
    const { model } = entryOf('user');
    const user = await compile('user');
    const row = { ...defaultsOf(model), id: 'someone', name: 'Some One', email: 'one@example.com' };
    expect(
      buildValidator(user, model, 'en', en, 'create')
        .problemsOf(row)
        .map((problem) => problem.path),
    ).toEqual(['pw']);
    expect(buildValidator(user, model, 'en', en, 'edit').problemsOf(row)).toEqual([]);
    expect(
      buildValidator(user, model, 'en', en, 'edit')
        .problemsOf({ ...row, pw: 'abc' })
        .map((problem) => problem.path),
    ).toEqual(['pw']);
  });

  it('problems are in RJSF’s tree at their path, one sentence for each field', () => {
    const tree = toErrorSchema([
      { path: 'contract/1/start', code: 'field.date', message: 'first' },
      { path: 'contract/1/start', code: 'field.date', message: 'second' },
      { path: '', code: 'msg.invalid', message: 'whole' },
    ]);
    expect(tree).toEqual({ contract: { 1: { start: { __errors: ['first'] } } } });
  });

  it('before the first save only fields that lost the focus show their problems', () => {
    const problems = ['name', 'contract/0/start', 'contract/1/start', 'genre/0'].map((path) => ({ path, code: '', message: '' }));
    const paths = (touched: string[], all: boolean) => visibleProblems(problems, new Set(touched), all).map((problem) => problem.path);
    expect(paths(['contract/0/start'], false)).toEqual(['contract/0/start']);
    expect(paths(['contract'], false)).toEqual([]);
    expect(paths(['genre'], false)).toEqual(['genre/0']);
    expect(paths([], true)).toHaveLength(4);
  });
});

describe('subschema evaluator', () => {
  const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'abc', '電影'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }),
    ),
  })).value;
  const schema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object') }) as fc.Arbitrary<JsonSchema>,
      fc.record({ const: value }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom<JsonValue>(1, 'a', null, true), { minLength: 1 }) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ minimum: fc.integer({ min: -2, max: 2 }), maximum: fc.integer({ min: 0, max: 3 }) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ minLength: fc.nat(2), maxLength: fc.nat(3) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ required: fc.uniqueArray(fc.constantFrom('a', 'b')) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ minItems: fc.nat(2), contains: tie('schema') }) as fc.Arbitrary<JsonSchema>,
      fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { noNullPrototype: true }) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ not: tie('schema') }),
      fc.record({
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      }) as fc.Arbitrary<JsonSchema>,
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<JsonSchema>,
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }) as fc.Arbitrary<JsonSchema>,
    ),
  })).schema;

  it('agrees with Ajv on whatever conditions can say', () => {
    const ajv = new Ajv({ strict: false });
    fc.assert(
      fc.property(schema, value, (rule, candidate) => meets(rule, candidate) === ajv.validate(rule, candidate)),
      { numRuns: 400 },
    );
  });

  it('follows a reference into the definitions', () => {
    expect(meets({ $ref: '#/definitions/a~1b' }, 3, { definitions: { 'a/b': { const: 3 } } })).toBe(true);
    expect(meets({ $ref: '#/definitions/a~1b' }, 4, { definitions: { 'a/b': { const: 3 } } })).toBe(false);
  });
});
