/** Every kind of field and what is seen of it. */
import type { FieldKind } from '#codegen/model.ts';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import type { Face } from './face.ts';
import { files } from './files.ts';
import { html } from './html.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
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

export const faces: { [K in FieldKind]: Face<K> } = {
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
