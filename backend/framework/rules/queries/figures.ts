/** What can be said of a field over many rows. Pure. */
import type { FieldModel } from '#codegen/model.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import { isSecret } from '#rules/records/record.ts';

/** Has the field a least and a greatest value, and if it is a number a sum and a mean? */
export function hasFigures(field: FieldModel): boolean {
  return Boolean(field.column) && !isSecret(field) && (shapeOf(field) === 'number' || kinds[field.kind].input === 'date' || kinds[field.kind].instant === true);
}
