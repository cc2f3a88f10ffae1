/** The values of the form as a tree: a nested object is a group of fields. Pure. */

import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import { emptyOf, isEmpty } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';

export interface Place {
  path: string;
  field: FieldModel;
}

/** Fields in the order of a page. Those of one nested object are together under its name. */
export interface Group {
  /** the label of the nested object; absent for fields of the enrolment itself */
  owner?: FieldModel;
  places: Place[];
}

/**
 * The paths of a step as groups: ['cname', 'director/cname', 'director/bio'] → [cname], [director: cname, bio]. Paths that the model does not have
 * are left out.
 */
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

/** The value at the path, or the empty value of the field. */
export function valueAtPlace(values: Row, { path, field }: Place): JsonValue {
  return valueAtPath(values, path) ?? emptyOf(field);
}

/** True where nothing is filled in. A phone that has only its prefix counts as empty. */
export function isBlank(field: FieldModel, value: JsonValue | undefined): boolean {
  if (field.format === 'phone') return value === undefined || value === '' || value === field.default;
  return isEmpty(field, value);
}
