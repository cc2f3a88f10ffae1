/** What RJSF is given: schema and uiSchema derived from the object model, for every object that ships and one of awkward shapes. */
import { type RJSFSchema, retrieveSchema } from '@rjsf/utils';
import type { ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { FieldModel, JsonSchema, Lang, Option, Row } from '#codegen/model.ts';
import { evaluateConditions, noConditions } from '#form/conditions/conditions.ts';
import { transitionOf, withLimits, withState } from '#form/conditions/states.ts';
import { countByTab, layoutOf, tabOf } from '#form/schema/layout.ts';
import { localise } from '#form/schema/localise.ts';
import { deriveUiSchema, isHidden, type UiContext } from '#form/schema/ui-schema.ts';
import { buildRjsfValidator } from '#form/schema/validator.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { compile, entries, entryOf } from './form-objects.ts';

const admin = (mode: 'create' | 'edit', more: Partial<UiContext> = {}): UiContext => ({
  mode,
  roles: ['[]'],
  writable: true,
  conditions: noConditions,
  ...more,
});
const langs: Lang[] = ['tw', 'en'];
const names = [...entries.keys()];

describe.each(names)('%s', (name) => {
  const { model, schema } = entryOf(name);

  it.each(langs)('V31 every field has its label in %s and a type, and no reference is left to resolve', (lang) => {
    const rendered = localise(schema, model, lang);
    expect(JSON.stringify(rendered)).not.toContain('$ref');
    const visit = (fields: FieldModel[], node: JsonSchema) => {
      const properties = node.properties as JsonSchema;
      expect(Object.keys(properties)).toEqual(fields.map((field) => field.name));
      for (const field of fields) {
        const property = properties[field.name] as JsonSchema;
        expect(property.title).toBe(field.label[lang]);
        if (field.fields) visit(field.fields, (property.type === 'array' ? property.items : property) as JsonSchema);
      }
    };
    visit(model.fields, rendered);
  });

  it('RJSF’s own validation of a row finds what the server finds', async () => {
    const rendered = localise(schema, model, 'en');
    const module = await compile(name);
    const row = defaultsOf(model);
    const { errors = [] } = buildRjsfValidator(module, rendered).rawValidation<ErrorObject>(rendered as RJSFSchema, row);
    expect(errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual(
      module.validate(row).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`),
    );
  });

  it.each(['create', 'edit'] as const)('every field on the %s form is there once', (mode) => {
    const context = admin(mode);
    const shown = model.fields.filter((field) => !isHidden(field, field.name, context)).map((field) => field.name);
    const layout = layoutOf(model, new Set(shown));
    const placed = [...layout.sidebar, ...layout.tabs.flatMap((tab) => tab.sections.flatMap((section) => section.fields))];
    expect(placed.toSorted()).toEqual(shown.toSorted());
  });

  it('every field has a uiSchema of its own, and the key is locked once the row exists', () => {
    const ui = deriveUiSchema(model, admin('edit'));
    expect(Object.keys(ui)).toEqual(model.fields.map((field) => field.name));
    expect(ui[model.entity.key]?.['ui:readonly']).toBe(true);
  });
});

describe('an exam', () => {
  const { model, schema } = entryOf('exam');
  const row = defaultsOf(model);

  it('x-visibleWhen, x-requiredWhen, x-readOnlyWhen and x-optionsWhen follow the record, compiled and evaluated alike', async () => {
    const { conditions } = await compile('exam');
    const cases = [
      { kind: 'oral', expected: { hidden: ['room'], required: [], readOnly: [], reasons: {}, options: { grade: ['a', 'b'] } } },
      { kind: 'written', expected: { hidden: [], required: ['minutes'], readOnly: [], reasons: {}, options: {} } },
      { kind: 'old', expected: { hidden: ['room'], required: [], readOnly: ['note'], reasons: { note: 'condition' }, options: {} } },
    ];
    for (const { kind, expected } of cases) {
      expect(evaluateConditions(model, conditions, { ...row, kind })).toEqual(expected);
      expect(evaluateConditions(model, {}, { ...row, kind })).toEqual(expected);
    }
  });

  it('a field is hidden, required and limited in the uiSchema by its condition', () => {
    const ui = deriveUiSchema(
      model,
      admin('edit', { conditions: { hidden: ['room'], required: ['minutes'], readOnly: ['note'], reasons: { note: 'condition' }, options: { grade: ['a'] } } }),
    );
    expect(ui.room?.['ui:widget']).toBe('hidden');
    expect(ui.minutes?.['ui:options']).toMatchObject({ required: true });
    expect(ui.note?.['ui:readonly']).toBe(true);
    expect(ui.note?.['ui:options'], 'S05 with its reason').toMatchObject({ reason: 'condition' });
    expect(ui.grade?.['ui:options']).toMatchObject({ values: ['a'] });
  });

  it('x-setOnce can be written on create only; x-access.write locks the field for other roles', () => {
    expect(deriveUiSchema(model, admin('create')).serial?.['ui:readonly']).toBe(false);
    expect(deriveUiSchema(model, admin('edit')).serial?.['ui:readonly']).toBe(true);
    expect(deriveUiSchema(model, admin('edit')).marks?.['ui:readonly']).toBe(false);
    expect(deriveUiSchema(model, admin('edit', { roles: ['[op]'] })).marks?.['ui:readonly']).toBe(true);
  });

  it('for a person who may not write the row every field is locked, nested ones too', () => {
    const ui = deriveUiSchema(model, admin('edit', { writable: false }));
    expect(model.fields.every((field) => isHidden(field, field.name, admin('edit')) || ui[field.name]?.['ui:readonly'] === true)).toBe(true);
    expect(ui.place?.city['ui:readonly']).toBe(true);
    expect(ui.answers?.items.text['ui:readonly']).toBe(true);
  });

  it('if and then of the schema stay, because they mark fields as required', () => {
    const rendered = localise(schema, model, 'en');
    expect(rendered.if).toEqual({ $id: JSON.stringify({ properties: { kind: { const: 'written' } }, required: ['kind'] }) });
    expect(rendered.then).toEqual({ required: ['room'] });
  });

  it('RJSF finds every branch compiled, in both languages, and selects the one that matches the record', async () => {
    const module = await compile('exam');
    for (const lang of langs) {
      const rendered = localise(schema, model, lang);
      const validator = buildRjsfValidator(module, rendered);
      const chosen = (row: Row) => retrieveSchema(validator, rendered as RJSFSchema, rendered as RJSFSchema, row).required ?? [];
      expect([chosen({ kind: 'written' }), chosen({ kind: 'oral' }), chosen({})]).toEqual([['name', 'room'], ['name'], ['name']]);
    }
  });

  it('a branch that the page’s module does not know yet throws nothing', async () => {
    const { if: _if, ...later } = schema;
    const rendered = localise({ ...later, if: { required: ['room'] } }, model, 'en');
    const validator = buildRjsfValidator(await compile('exam'), rendered);
    expect(validator.isValid(rendered.if as RJSFSchema, { room: 'a' }, rendered as RJSFSchema)).toBe(false);
  });

  it('problems are counted on the tab with their field, including those of child rows', () => {
    const layout = layoutOf(model, new Set(model.fields.map((field) => field.name)));
    const home = tabOf(layout, 'answers/0/text');
    expect(home).toBeDefined();
    expect(countByTab(layout, [{ path: 'answers/0/text' }, { path: 'name' }, { path: '' }])).toEqual({ [home?.key ?? '']: 2 });
  });
});

describe('states of a sales order', () => {
  const { model } = entryOf('sales_order');
  const state = model.workflow?.field ?? '';
  const draft = defaultsOf(model);
  const formFor = (base: Row | undefined, roles: string[]) => withState(noConditions, model, roles, base, base ?? draft, {});

  it('S04 a new one starts as a draft and no other state can be chosen', () => {
    expect(formFor(undefined, ['[]'])).toMatchObject({ readOnly: [state], options: { [state]: ['draft'] } });
  });

  it('S04 a state can only be left by a transition that the role may use', () => {
    expect(formFor({ ...draft, [state]: 'draft' }, ['[op]']).options[state]).toEqual(['draft', 'saved']);
    expect(formFor({ ...draft, [state]: 'saved' }, ['[]']).options[state]).toEqual(['saved', 'void']);
    expect(formFor({ ...draft, [state]: 'saved' }, ['[op]'])).toMatchObject({ readOnly: [state], options: { [state]: ['saved'] } });
  });

  it('S04 a void one is locked, and voiding asks first', () => {
    expect(formFor({ ...draft, [state]: 'void' }, ['[]']).readOnly).toEqual(expect.arrayContaining(['lines', 'customer', state]));
    expect(transitionOf(model, ['[]'], { ...draft, [state]: 'saved' }, { ...draft, [state]: 'void' })?.confirm?.en).toBeTruthy();
    expect(transitionOf(model, ['[]'], draft, draft)).toBeUndefined();
  });
});

describe('how other rows affect a form', () => {
  const { model } = entryOf('pitch');
  const lengths = (edition: number | null | undefined) => withLimits(noConditions, model, { locked: [], edition }).options.len;

  it('S05 fields that pairings or priorities lock are read-only', () => {
    expect(withLimits(noConditions, model, { locked: ['enrollid'], edition: undefined })).toMatchObject({
      readOnly: ['enrollid'],
      reasons: { enrollid: 'wishes' },
    });
  });

  it('E04 lengths are those of the campaign’s edition and of every edition; all of them while it is not known or has none', () => {
    expect(lengths(13)).toEqual(['[FL]', '[TW]', '[SH]', '[SL]', '[SE]']);
    expect(lengths(14)).toEqual(['[FL]', '[TL]', '[SH]', '[CM]', '[SE]', '[IM]']);
    expect(lengths(12)).toEqual(['[FL]', '[SH]', '[SE]']);
    // From the fifteenth on they serve all of them: a film of 52 minutes has its length again.
    for (const edition of [15, 16, 40]) expect(lengths(edition)).toHaveLength(8);
    expect(lengths(null)).toHaveLength(8);
    expect(lengths(undefined)).toBeUndefined();
  });

  it('a field in a list of rows offers what the rules of its object offer', () => {
    const { model: campaign } = entryOf('campaign');
    const offered = { 'demands/field': (options: readonly Option[]) => options.filter(({ value }) => value === 'synopsis' || value === 'len') };
    const conditions = withLimits(noConditions, campaign, { locked: [], edition: undefined, offered });
    const ui = deriveUiSchema(campaign, admin('edit', { conditions }));
    expect(ui.demands?.items.field['ui:options'].offered).toMatchObject([{ value: 'synopsis' }, { value: 'len' }]);
  });

  it('S01 a transition that asks for values is not in the list of states: its button asks', () => {
    const { model: enrolment } = entryOf('enrolment');
    const submitted = { ...defaultsOf(enrolment), status: 'submitted' };
    expect(withState(noConditions, enrolment, ['[]'], submitted, submitted, {}).options.status).toEqual(['submitted', 'verified']);
  });
});
