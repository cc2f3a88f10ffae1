/** What a person fills in, as a tree of the form: nested objects are groups of fields. Pure. */

import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import { emptyOf, isEmpty } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';

export interface Place {
  path: string;
  field: FieldModel;
}

/** Fields in the order of a page; those of one nested object stand together under its name. */
export interface Group {
  /** the nested object's, absent for the fields of the enrolment itself */
  owner?: FieldModel;
  places: Place[];
}

/** The paths of a step as groups: ['cname', 'director/cname', 'director/bio'] → [cname], [director: cname, bio]. What the model does not have is left out. */
export function groupsOf(paths: readonly string[], model: ObjectModel): Group[] {
  const groups: Group[] = [];
  for (const path of paths) {
    const field = fieldAt(model.fields, path);
    if (!field) continue;
    const owner = path.includes('/') ? fieldAt(model.fields, path.split('/')[0] ?? '') : undefined;
    const last = groups.at(-1);
    if (last && last.owner === owner) last.places.push({ path, field });
    else groups.push({ owner, places: [{ path, field }] });
  }
  return groups;
}

/** What stands at the place, the field's empty value where nothing does. */
export function valueAtPlace(values: Row, { path, field }: Place): JsonValue {
  return valueAtPath(values, path) ?? emptyOf(field);
}

/** Nothing was filled in here: empty, or a phone of nothing but its prefix. */
export function isBlank(field: FieldModel, value: JsonValue | undefined): boolean {
  if (field.format === 'phone') return value === undefined || value === '' || value === field.default;
  return isEmpty(field, value);
}
