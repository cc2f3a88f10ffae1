/** Rows made from an object's model, for tests of every object that there is: full of values at the edges of what each kind holds. */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';

/** What a server said to a row that was sent. */
export interface Said {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what each test is about
  body: any;
}

/** A full row: each field a value of its kind, with what its text can hold at the edges. */
export function sampleRow(model: ObjectModel, seed: number, ids: Record<string, string[]>): Row {
  const writable = model.fields.filter((field) => !field.readOnly && (field.column || field.child));
  return Object.fromEntries(writable.map((field) => [field.name, sample(field, seed, ids)]));
}

function sample(field: FieldModel, seed: number, ids: Record<string, string[]>): JsonValue {
  const options = (field.options ?? []).map(({ value }) => value).filter((value) => value !== field.unset);
  const target = ids[field.relation?.to ?? '']?.[0];
  switch (field.kind) {
    case 'select':
      return options[seed % options.length] ?? '-';
    case 'multiselect':
      return options.slice(0, Math.max(field.minItems ?? 1, 1));
    case 'reference':
      return target ?? '';
    case 'references':
      return target ? [target] : [];
    case 'boolean':
      return seed % 2 === 0;
    case 'integer':
    case 'number':
    case 'decimal':
      return number(field);
    case 'date':
      return '2024-02-29';
    case 'time':
      return '23:59:59';
    case 'datetime':
      return '1999-12-31 23:59:59';
    case 'tags':
      return Array.from({ length: Math.max(field.minItems ?? 0, 2) }, (_, at) => `海${at}`).slice(0, field.maxItems ?? 9);
    case 'object':
      return entry(field, seed, ids);
    case 'list':
    case 'files':
      return Array.from({ length: Math.max(field.minItems ?? 1, 1) }, (_, at) => entry(field, seed + at, ids));
    case 'json':
      return { any: ['thing', 1, null] };
    default:
      return text(field, seed);
  }
}

function entry(field: FieldModel, seed: number, ids: Record<string, string[]>): Row {
  return Object.fromEntries((field.fields ?? []).filter(({ readOnly }) => !readOnly).map((inner) => [inner.name, sample(inner, seed, ids)]));
}

function number(field: FieldModel): number {
  const step = field.multipleOf ?? (field.kind === 'integer' ? 1 : 0.25);
  const least = field.minimum ?? -3;
  const value = Math.min(Math.ceil(least / step) + 7, Math.floor((field.maximum ?? Number.MAX_SAFE_INTEGER) / step)) * step;
  return Number(value.toFixed(6));
}

function text(field: FieldModel, seed: number): string {
  const formats: Record<string, string> = {
    email: `a${seed}@example.tw`,
    uri: 'https://example.org/片',
    rfc3339: '2026-01-31T09:30:00.5+08:00',
    'rfc3339-time': '09:30:00Z',
    'any-uri': 'urn:example:film',
    phone: 'TW,+886912345678',
    telephone: '02 (1234)-5678',
    id: `a.b-c_${seed}`,
    digits: '0123',
    identifier: `id_${seed}`,
  };
  const known = field.format ? formats[field.format] : undefined;
  if (known !== undefined) return known;
  // An optional text with a pattern may stay empty; the pattern itself is the validator's affair.
  if (field.name === 'id' || field.required) return `rowid${seed}`.slice(0, field.maxLength ?? 60);
  return [...`字𠮷🎬 "quoted" \\ 'x' ${seed}`.repeat(9)]
    .slice(0, Math.max(field.maxLength ?? 60, 1))
    .join('')
    .trim();
}

/** Leaves out what the object's own patterns and conditions refuse of the sample: there is a default for it, or it may be empty. */
export async function createFitting<A extends Said>(post: (row: Row) => Promise<A>, row: Row): Promise<A> {
  let answer = await post(row);
  for (let attempt = 0; attempt < 3 && answer.status === 422; attempt += 1) {
    for (const { path } of answer.body.err.fields as { path: string }[]) delete row[path.split('/')[0] ?? ''];
    answer = await post(row);
  }
  return answer;
}
