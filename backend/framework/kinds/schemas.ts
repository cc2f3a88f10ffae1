/** Every kind of field: how a schema becomes it. The order decides where two would take the same: what is more particular stands first, what takes anything last. Pure. */
import type { FieldKind } from '#codegen/model.ts';
import { booleanSchema } from './boolean.ts';
import { dateSchema } from './date.ts';
import { datetimeSchema } from './datetime.ts';
import { decimalSchema } from './decimal.ts';
import { filesSchema } from './files.ts';
import { htmlSchema } from './html.ts';
import { integerSchema } from './integer.ts';
import { jsonSchema } from './json.ts';
import type { Declared, SchemaFace } from './kind.ts';
import { listSchema } from './list.ts';
import { multiselectSchema } from './multiselect.ts';
import { numberSchema } from './number.ts';
import { objectSchema } from './object.ts';
import { passwordSchema } from './password.ts';
import { referenceSchema } from './reference.ts';
import { referencesSchema } from './references.ts';
import { selectSchema } from './select.ts';
import { stringSchema } from './string.ts';
import { tagsSchema } from './tags.ts';
import { textSchema } from './text.ts';
import { timeSchema } from './time.ts';

export const schemaFaces: { [K in FieldKind]: SchemaFace<K> } = {
  references: referencesSchema,
  reference: referenceSchema,
  files: filesSchema,
  multiselect: multiselectSchema,
  tags: tagsSchema,
  list: listSchema,
  object: objectSchema,
  select: selectSchema,
  boolean: booleanSchema,
  integer: integerSchema,
  decimal: decimalSchema,
  number: numberSchema,
  date: dateSchema,
  time: timeSchema,
  datetime: datetimeSchema,
  password: passwordSchema,
  html: htmlSchema,
  text: textSchema,
  string: stringSchema,
  json: jsonSchema,
};

const inOrder: readonly SchemaFace[] = Object.values(schemaFaces);

export function kindDeclared(declared: Declared): FieldKind {
  return (inOrder.find((face) => face.takes(declared)) ?? jsonSchema).name;
}
