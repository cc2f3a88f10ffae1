/** Schemas of what the calls of rows answer and are sent, whichever object they are about: wire.ts of each folder says the same in types. */
import type { JsonSchema } from '#codegen/model.ts';

export const text: JsonSchema = { type: 'string' };
export const whole: JsonSchema = { type: 'integer' };
export const flag: JsonSchema = { type: 'boolean' };
export const any: JsonSchema = {};
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
export const map = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });

/** An object with these members and no other; those that end in '?' may be missing. */
export function shape(members: Record<string, JsonSchema>): JsonSchema {
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    required: entries.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
    additionalProperties: false,
  };
}

/** The frame of every answer that is no row (C08). */
export function framed(data: JsonSchema): JsonSchema {
  return shape({ done: flag, msg: text, err: { anyOf: [{ type: 'null' }, named('Refusal')] }, stk: { type: ['string', 'null'] }, data });
}

const words = map(text);
const problem = shape({ path: text, code: named('ProblemCode'), message: text });
const failure = { id: text, code: named('ProblemCode'), message: text };
const figure = named('Figure');
const rowGroup = { value: any, filter: { type: 'object' }, count: whole, figures: map(list(shape({ by: any, figure }))) };
const entry = {
  ...{ entry: whole, at: text, by: text, 'name?': text, action: text, ver: whole },
  changes: map({ type: 'array', minItems: 2, maxItems: 2 }),
};
const titled = shape({ id: text, title: text });
const taken = list(shape({ object: text, count: whole, rows: list(titled) }));

/** By name, as `#/components/schemas/{name}`. */
export const answers: Record<string, JsonSchema> = {
  Refusal: shape({ code: named('ProblemCode'), message: text, fields: list(problem) }),
  Problem: shape({ done: { const: false }, msg: text, err: named('Refusal'), stk: { type: ['string', 'null'] }, data: any }),
  Title: titled,
  HistoryEntry: shape(entry),
  Figure: shape({ count: whole, min: any, max: any, 'sum?': text, 'mean?': text }),
  Figures: shape({ by: list(text), fields: list(text), groups: list(shape({ values: list(any), count: whole, figures: map(figure) })) }),
  RowGroups: shape({
    groups: list(shape({ ...rowGroup, 'cells?': list(shape({ column: whole, count: whole, figures: rowGroup.figures })) })),
    isCut: flag,
    'across?': shape({ groups: list(shape(rowGroup)), isCut: flag }),
  }),
  RowCounts: shape({ counts: list(whole), isCut: flag }),
  Sum: shape({
    field: text,
    by: { type: ['string', 'null'] },
    groups: list(shape({ value: any, count: whole, sum: text })),
    'counts?': shape({ filter: { type: 'object' }, left: whole }),
  }),
  Related: shape({
    ...{ object: text, field: text, count: whole, exact: flag, filter: { type: 'object' }, rows: list({ type: 'object' }) },
    'sums?': shape({ by: list(text), fields: list(text), groups: list(shape({ values: list(any), count: whole, sums: words })) }),
  }),
  Neighbours: shape({ 'previous?': text, 'next?': text }),
  Effect: shape({ do: { enum: ['create', 'change', 'clear', 'delete'] }, object: text, 'field?': text, count: whole }),
  Failure: shape(failure),
  OpenActions: shape({
    actions: list(
      shape({
        ...{ name: text, kind: { enum: ['transition', 'action'] }, label: words, 'confirm?': words, destructive: flag },
        ...{ asks: list(text), 'to?': text, roles: list(text), allowed: flag },
      }),
    ),
    locked: list(text),
  }),
  ActionPreview: shape({ effects: list(named('Effect')), 'typed?': text, 'failed?': list(named('Failure')) }),
  BulkOutcome: shape({ 'typed?': text, ids: list(text), effects: list(named('Effect')), failed: list(named('Failure')) }),
  BulkDeletion: shape({ deleted: list(text), failed: list(shape({ ...failure, data: any })) }),
  DeletionPreview: shape({ takes: taken, clears: taken }),
  Talk: shape({
    comments: list(shape({ id: whole, by: text, at: whole, editedAt: whole, text, mayChange: flag, mayRemove: flag })),
    ...{ more: flag, count: whole, follows: flag, names: words },
    assignments: list(shape({ account: text, by: text, due: text, doneAt: whole })),
  }),
  LikelyDuplicate: shape({ id: text, title: text, field: text }),
  MergePreview: shape({
    ...{ rows: list({ type: 'object' }), fields: list(any), effects: list(named('Effect')), more: whole },
    failed: list(shape({ ...failure, object: text, title: text })),
  }),
  BegunUpload: shape({ id: text, offset: whole, chunk: whole }),
  UploadState: { type: 'object', properties: { offset: whole, attachment: { type: 'object' }, chunk: whole }, required: ['offset'] },
  BulkOrder: {
    type: 'object',
    properties: {
      mode: { enum: ['check', 'write'] },
      ids: list(text),
      filter: { type: 'object' },
      changes: { type: 'object' },
      remove: { const: true },
      act: text,
      seen: text,
      rows: list({ type: 'object' }),
    },
    required: ['mode'],
  },
};
