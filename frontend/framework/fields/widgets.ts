/** kind (and, for text, format) → widget. The one list of widgets. */
import type { ComponentType } from 'react';
import type { FieldKind, FieldModel } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import BooleanWidget from './boolean/Widget.tsx';
import ColorWidget from './color/Widget.tsx';
import type { WidgetProps } from './contract/widget.ts';
import DateWidget from './date/Widget.tsx';
import DatetimeWidget from './datetime/Widget.tsx';
import DecimalWidget from './decimal/Widget.tsx';
import FilesWidget from './files/Widget.tsx';
import HtmlWidget from './html/Widget.tsx';
import IntegerWidget from './integer/Widget.tsx';
import JsonWidget from './json/Widget.tsx';
import MultiselectWidget from './multiselect/Widget.tsx';
import NumberWidget from './number/Widget.tsx';
import PasswordWidget from './password/Widget.tsx';
import PhoneWidget from './phone/Widget.tsx';
import RankingWidget from './ranking/Widget.tsx';
import ReferenceWidget from './reference/Widget.tsx';
import ReferencesWidget from './references/Widget.tsx';
import SelectWidget from './select/Widget.tsx';
import StringWidget from './string/Widget.tsx';
import TagsWidget from './tags/Widget.tsx';
import TextWidget from './text/Widget.tsx';
import TimeWidget from './time/Widget.tsx';

export function widgetOf(field: FieldModel): ComponentType<WidgetProps> {
  const own = variants[field.kind];
  return own?.[field.format ?? ''] ?? own?.[field.ui.widget ?? ''] ?? widgets[field.kind];
}

/** Widgets whose box the label's click should reach; the others are groups that the label names. */
export function isGroup(field: FieldModel): boolean {
  return field.ui.widget === 'radio' || field.ui.widget === 'checkboxes' || shapeOf(field) === 'entries' || field.pairs !== undefined;
}

/** By the format, or by the widget that the schema names. */
const variants: Partial<Record<FieldKind, Record<string, ComponentType<WidgetProps>>>> = {
  string: { phone: PhoneWidget, color: ColorWidget },
  references: { ranking: RankingWidget },
};

/** Objects and lists have RJSF fields of their own; should one come here as a leaf, its JSON can still be edited. */
const widgets: Record<FieldKind, ComponentType<WidgetProps>> = {
  string: StringWidget,
  text: TextWidget,
  html: HtmlWidget,
  password: PasswordWidget,
  integer: IntegerWidget,
  decimal: DecimalWidget,
  number: NumberWidget,
  boolean: BooleanWidget,
  date: DateWidget,
  time: TimeWidget,
  datetime: DatetimeWidget,
  select: SelectWidget,
  multiselect: MultiselectWidget,
  tags: TagsWidget,
  reference: ReferenceWidget,
  references: ReferencesWidget,
  files: FilesWidget,
  object: JsonWidget,
  list: JsonWidget,
  json: JsonWidget,
};
