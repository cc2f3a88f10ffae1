/** Every kind of field: what its values are. The browser has it too. Pure. */
import type { FieldKind, FieldModel } from '#codegen/model.ts';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { files } from './files.ts';
import { html } from './html.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import type { Kind, Shape } from './kind.ts';
import { list } from './list.ts';
import { multiselect } from './multiselect.ts';
import { number } from './number.ts';
import { object } from './object.ts';
import { password } from './password.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import { select } from './select.ts';
import { string } from './string.ts';
import { tags } from './tags.ts';
import { text } from './text.ts';
import { time } from './time.ts';

export const kinds: { [K in FieldKind]: Kind<K> } = {
  string,
  text,
  html,
  password,
  integer,
  decimal,
  number,
  boolean,
  date,
  time,
  datetime,
  select,
  multiselect,
  tags,
  reference,
  references,
  files,
  object,
  list,
  json,
};

export function shapeOf(field: Pick<FieldModel, 'kind'>): Shape {
  return kinds[field.kind].shape;
}
