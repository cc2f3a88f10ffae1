/** Random rows from an object's model, for property tests: valid ones that use the whole width of each field, and spoilt ones. */
import fc from 'fast-check';
import { emptyDefault } from '#codegen/describe/empty.ts';
import { makeAjv } from '#codegen/emit/ajv.ts';
import type { FieldModel, JsonValue, ObjectEntry, Row } from '#codegen/model.ts';
import { children } from '#codegen/schema-node.ts';

export interface ArbitraryOptions {
  /** object → ids that exist; references are left empty otherwise, required ones get 'ref-1' */
  ids?: Record<string, string[]>;
}

/** A row that the object's validator accepts: all fields that a client may write, optional ones sometimes empty. */
export function arbitraryRow(entry: ObjectEntry, options: ArbitraryOptions = {}): fc.Arbitrary<Row> {
  const isValid = makeAjv({ allErrors: false }).compile(entry.validation);
  const { fields, naming } = entry.model;
  const writable = fields.filter((field) => (!field.readOnly || field.required) && (field.column || field.child) && field.name !== naming?.field);
  const some = rowOf(writable, options, true);
  const full = rowOf(writable, options, false);
  // A constant has one value that is not empty.
  const constants = Object.fromEntries(children(entry.schema.properties).flatMap(([name, { const: only }]) => (only === undefined ? [] : [[name, only]])));
  let failures = 0;
  // Conditions between fields (if/then, x-requiredWhen) are met most easily by a row that leaves nothing out.
  return fc
    .tuple(some, full)
    .map((rows) => rows.map((row): Row => ({ ...row, ...constants })))
    .map(([sparse = {}, whole = {}]) => (isValid(sparse) ? sparse : whole))
    .filter((row) => {
      if (isValid(row)) {
        failures = 0;
        return true;
      }
      failures += 1;
      if (failures > 300)
        throw new Error(`no valid row of ${entry.model.name} is found: ${JSON.stringify(isValid.errors)} in ${JSON.stringify(row).slice(0, 2000)}`);
      return false;
    });
}

/** A row with one to three faults: a wrong type, an odd text, a missing or an unknown field. It may happen to be valid still. */
export function arbitrarySpoiltRow(entry: ObjectEntry, options: ArbitraryOptions = {}): fc.Arbitrary<Row> {
  const names = [...entry.model.fields.map(({ name }) => name), 'no_such_field'];
  const fault = fc.record({ name: fc.constantFrom(...names), value: anything, inner: fc.boolean() });
  return fc.tuple(arbitraryRow(entry, options), fc.array(fault, { minLength: 1, maxLength: 3 })).map(([row, faults]) => {
    const spoilt: Row = { ...row };
    for (const { name, value, inner } of faults) {
      const old = spoilt[name];
      if (value === undefined) delete spoilt[name];
      else if (inner && Array.isArray(old) && old.length > 0) spoilt[name] = [...old.slice(1), value];
      else if (inner && typeof old === 'object' && old !== null && !Array.isArray(old))
        spoilt[name] = { ...old, [Object.keys(old)[0] ?? 'no_such_field']: value };
      else spoilt[name] = value;
    }
    return spoilt;
  });
}

/** Values at the edges of what a validator meets; undefined means 'leave the field out'. */
const anything: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
  fc.constantFrom<JsonValue | undefined>(undefined, null, '', '-', 0, -1, 1.5, 2_147_483_648, 1e300, true, false, [], {}, [null], [''], ['x', 'x'], [{}], [[]]),
  fc.constantFrom(
    '2023-02-29',
    '0000-00-00',
    '25:00:00',
    '2023-01-01T00:00:00Z',
    'a@b',
    'javascript:alert(1)',
    'TW,886',
    '\u0000',
    '\ud800',
    'é'.repeat(300),
    '字'.repeat(70),
  ),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function rowOf(fields: FieldModel[], options: ArbitraryOptions, sparse: boolean): fc.Arbitrary<Row> {
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, anyOf(field, options, sparse)])));
}

function anyOf(field: FieldModel, options: ArbitraryOptions, sparse: boolean): fc.Arbitrary<JsonValue> {
  const value = filled(field, options);
  if (field.required || !sparse) return value;
  return fc.oneof(fc.constant(emptyDefault(field)), value);
}

function filled(field: FieldModel, options: ArbitraryOptions): fc.Arbitrary<JsonValue> {
  switch (field.kind) {
    case 'integer':
      return fc
        .integer({ min: field.minimum ?? -2_147_483_648, max: field.maximum ?? 2_147_483_647 })
        .map((value) => stepped(value, field.multipleOf, field.minimum));
    case 'decimal':
      return decimal(field);
    case 'number':
      return fc
        .double({ min: field.minimum ?? -1e300, max: field.maximum ?? 1e300, noNaN: true })
        .map((value) => stepped(Object.is(value, -0) ? 0 : value, field.multipleOf, field.minimum));
    case 'boolean':
      return fc.boolean();
    case 'date':
      return day;
    case 'time':
      return clock;
    case 'datetime':
      return fc.tuple(day, clock).map(([date, time]) => `${date} ${time}`);
    case 'select':
      return fc.constantFrom(...choices(field));
    case 'multiselect':
      return fc.uniqueArray(fc.constantFrom(...(field.options ?? []).map(({ value }) => value)), { ...sizes(field, field.options?.length ?? 1) });
    case 'tags':
      return fc.uniqueArray(words(20), { ...sizes(field, 5) });
    case 'reference':
      return reference(field, options);
    case 'references':
      return fc.uniqueArray(reference(field, options), {
        minLength: field.minItems ?? 0,
        maxLength: Math.min(field.maxItems ?? 3, options.ids?.[field.relation?.to ?? '']?.length ?? 3),
      });
    case 'object':
      return rowOf(field.fields ?? [], options, false);
    case 'list':
    case 'files':
      return fc.array(
        rowOf(
          (field.fields ?? []).filter((inner) => !inner.readOnly || inner.required),
          options,
          true,
        ),
        { ...sizes(field, 3) },
      );
    case 'json':
      return fc.constant(emptyDefault(field));
    default:
      return text(field);
  }
}

function sizes(field: FieldModel, most: number): { minLength: number; maxLength: number } {
  return { minLength: Math.max(1, field.minItems ?? 1), maxLength: Math.max(field.minItems ?? 1, Math.min(field.maxItems ?? most, most)) };
}

function choices(field: FieldModel): (string | number | boolean)[] {
  const values = (field.options ?? []).map(({ value }) => value);
  return field.required ? values.filter((value) => value !== field.unset) : values;
}

function reference(field: FieldModel, { ids }: ArbitraryOptions): fc.Arbitrary<string> {
  const known = ids?.[field.relation?.to ?? ''];
  if (known && known.length > 0) return fc.constantFrom(...known);
  return fc.constant(field.required || field.kind === 'references' ? 'ref-1' : '');
}

/** Exact decimals: whole units, so that no sum of floats comes in. */
function decimal(field: FieldModel): fc.Arbitrary<number> {
  const scale = field.column?.scale ?? Math.max(0, Math.round(-Math.log10(field.multipleOf ?? 0.01)));
  const limit = 10 ** (field.column?.precision ?? 15) - 1;
  const units = 10 ** scale;
  const min = Math.max(-limit, Math.ceil((field.minimum ?? -Number.MAX_SAFE_INTEGER) * units));
  const max = Math.min(limit, Math.floor((field.maximum ?? Number.MAX_SAFE_INTEGER) * units));
  const step = Math.max(1, Math.round((field.multipleOf ?? 1 / units) * units));
  return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((count) => (count * step) / units);
}

function stepped(value: number, step: number | undefined, least: number | undefined): number {
  if (step === undefined) return value;
  const down = Math.floor(value / step) * step;
  return least !== undefined && down < least ? down + step : down;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const day = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const clock = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) => parts.map((part) => pad(part, 2)).join(':'));

/** Trimmed text of one to `most` characters: plain, Chinese, emoji, quotes, anything that utf8mb4 holds. */
function words(most: number): fc.Arbitrary<string> {
  // Few and long pieces: a row has sixty fields, and drawing each letter would take longer than what is tested.
  return fc.tuple(piece, piece, fc.nat(99_999)).map((parts) => [...parts.join('').trim()].slice(0, most).join('').trim() || 'a');
}

const piece = fc.constantFrom(
  '',
  'a',
  'abc XYZ',
  '海上花',
  '影 展',
  'é',
  "it's",
  '"quoted"',
  '\\',
  '%_',
  ';--',
  '<b>&',
  '🎬',
  '𠮷',
  'x\u200dy',
  'ß',
  'İ',
  '- ',
  '0',
  'null',
  '[G]',
  '{}',
  "'; DROP TABLE film; --",
);

const byFormat: Record<string, fc.Arbitrary<string>> = {
  email: fc
    .tuple(fc.constantFrom('a', 'li.na', "o'neil", 'x+y'), fc.nat(99_999), fc.constantFrom('example.org', 'mail.com.tw'))
    .map(([name, count, host]) => `${name}${count}@${host}`),
  uri: fc
    .tuple(fc.constantFrom('https://example.org/', 'http://例子.tw/片?x=', '/get/files/', 'https://a.tw:8080/#'), fc.nat(99_999))
    .map((parts) => parts.join('')),
  phone: fc.tuple(fc.constantFrom('TW,+886', 'US,+1', 'HK,+852'), fc.nat(999_999_999)).map((parts) => parts.join('')),
  telephone: fc.tuple(fc.constantFrom('(02) ', '02-', '#', ''), fc.nat(99_999_999)).map((parts) => parts.join('')),
  id: fc.tuple(fc.constantFrom('id_', 'A.b-', '0x'), fc.nat(999_999_999)).map((parts) => parts.join('').padEnd(6, '_')),
  digits: fc.nat(999_999_999).map(String),
  duration: fc.nat(999).map((minutes) => `PT${minutes}M`),
  uuid: fc.uuid(),
  rfc3339: fc.tuple(day, clock, fc.constantFrom('Z', '.5Z', '+08:00')).map(([date, time, zone]) => `${date}T${time}${zone}`),
  'rfc3339-time': fc.tuple(clock, fc.constantFrom('Z', '+08:00')).map((parts) => parts.join('')),
  'any-uri': fc
    .tuple(fc.constantFrom('urn:example:', 'https://example.org/', 'mailto:a'), fc.nat(99_999), fc.constantFrom('@example.org', ''))
    .map((parts) => parts.join('')),
  'uri-reference': fc.nat(99_999).map((count) => `../a/${count}?b#c`),
  'json-pointer': fc.nat(99_999).map((count) => `/a/b~1c/${count}`),
  regex: fc.nat(99_999).map((count) => `^a{${count % 99}}$`),
  'idn-email': fc.nat(99_999).map((count) => `李${count}@例子.tw`),
  color: fc.nat(0xff_ff_ff).map((value) => `#${value.toString(16).padStart(6, '0')}`),
  identifier: fc.tuple(fc.constantFrom('_', 'a', 'Zz_'), fc.nat(999_999)).map((parts) => parts.join('').padEnd(6, '_')),
};

function text(field: FieldModel): fc.Arbitrary<string> {
  const most = field.maxLength ?? field.column?.length ?? 255;
  const found = field.format === undefined ? undefined : byFormat[field.format];
  const least = field.minLength ?? 0;
  if (field.pattern !== undefined)
    return fc
      .stringMatching(new RegExp(field.pattern, 'u'), { size: 'small' })
      .map((value) => value.slice(0, most))
      .filter((value) => [...value].length >= least);
  if (found) return found.map((value) => value.slice(0, most));
  const long = (value: string): string => ([...value].length < least ? value + 'x'.repeat(least - [...value].length) : value);
  return fc
    .oneof(
      words(Math.min(most, 40)),
      fc.constantFrom('字', '🎬', 'x').map((unit) => unit.repeat(Math.min(most, 2000))),
    )
    .map(long);
}
