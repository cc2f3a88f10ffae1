/** The last rules, for a file that no other one has refused: Ajv takes the effective schema, and the schema takes its own defaults. */
import type { ValidateFunction } from 'ajv';
import { pathBelow } from '#rules/records/field-path.ts';
import { isArrayField, isEmpty, isObject } from '#rules/records/record.ts';
import type { FieldModel, JsonValue, Row } from '../model.ts';
import { children, dereferenced } from '../schema-node.ts';
import type { Lintable } from './finding.ts';
import { stampNames } from './vocabulary.ts';

/** Hashes of objects that had nothing: compiling is half of a lint, and somebody who types in one file has the others linted each time. */
const sound = new Set<string>();
const mostSound = 1_000;

export function lintWhole(it: Lintable): void {
  const { entry, ajv, report } = it;
  if (sound.has(entry.model.hash)) return;
  let check: ValidateFunction;
  try {
    check = ajv.compile(entry.validation);
  } catch (error) {
    report('', '', `the schema does not compile (${error instanceof Error ? error.message : String(error)})`, 'it should be a JSON Schema (draft-07)');
    return;
  }
  const defaults = declaredDefaults(it);
  check(defaults);
  let isSound = true;
  for (const name of Object.keys(defaults)) {
    // Only what the field itself says; what other fields demand of it is the record's matter.
    const error = check.errors?.find(({ schemaPath }) => schemaPath.startsWith(`#/properties/${name}/`));
    if (!error) continue;
    isSound = false;
    report(name, 'default', `${JSON.stringify(defaults[name])} is refused by the field's own ${error.keyword}`, 'it should be a value that the field allows');
  }
  const inside = insideDefaults(entry.model.fields);
  check(inside.row);
  for (const { path, pointer, value } of inside.places) {
    const error = check.errors?.find(({ instancePath: at, keyword }) => keyword !== 'if' && (at === pointer || at.startsWith(`${pointer}/`)));
    if (!error) continue;
    isSound = false;
    report(path, 'default', `${JSON.stringify(value)} is refused by the field's own ${error.keyword}`, 'it should be a value that the field allows');
  }
  if (!isSound) return;
  if (sound.size >= mostSound) sound.clear();
  sound.add(entry.model.hash);
}

interface Place {
  path: string;
  /** where it is in the row */
  pointer: string;
  value: JsonValue;
}

/** What a field that holds JSON begins with, said or not. */
const blank: readonly string[] = ['[]', '{}'];

/** Nested objects and a line of each list, with the defaults of their fields. */
function insideDefaults(fields: readonly FieldModel[], above = { path: '', pointer: '' }): { row: Row; places: Place[] } {
  const row: Row = {};
  const places: Place[] = [];
  for (const field of fields) {
    const path = pathBelow(above.path, field.name);
    const pointer = `${above.pointer}/${field.name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (field.fields) {
      const isList = isArrayField(field);
      const inner = insideDefaults(field.fields, { path, pointer: isList ? `${pointer}/0` : pointer });
      const own = above.path && isObject(field.default) && Object.keys(field.default).length ? field.default : undefined;
      if (own || inner.places.length) row[field.name] = isList ? [inner.row] : { ...inner.row, ...own };
      places.push(...(own ? [{ path, pointer, value: own }] : []), ...inner.places);
    } else if (above.path && field.default !== undefined && !isEmpty(field, field.default) && !blank.includes(JSON.stringify(field.default))) {
      row[field.name] = field.default;
      places.push({ path, pointer, value: field.default });
    }
  }
  return { row, places };
}

/** An empty default is left out: an optional field may be empty, and a required one says so itself. */
function declaredDefaults({ entry }: Lintable): Row {
  const row: Row = {};
  for (const [name, node] of children(entry.schema.properties)) {
    const value = dereferenced(node, entry.schema)?.node.default;
    const unset = entry.model.fields.find((field) => field.name === name)?.unset;
    if (value === undefined || value === '' || value === null || value === unset || stampNames.includes(name)) continue;
    row[name] = value;
  }
  return row;
}
