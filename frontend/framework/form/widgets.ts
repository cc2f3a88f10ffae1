/** kind (and, for text, format) → widget. The one list of widgets. */
import type { ComponentType } from 'react';
import type { FieldKind, FieldModel } from '#codegen/model.ts';
import BooleanWidget from '#fields/boolean/Widget.tsx';
import DateWidget from '#fields/date/Widget.tsx';
import DatetimeWidget from '#fields/datetime/Widget.tsx';
import DecimalWidget from '#fields/decimal/Widget.tsx';
import FilesWidget from '#fields/files/Widget.tsx';
import HtmlWidget from '#fields/html/Widget.tsx';
import IntegerWidget from '#fields/integer/Widget.tsx';
import JsonWidget from '#fields/json/Widget.tsx';
import MultiselectWidget from '#fields/multiselect/Widget.tsx';
import NumberWidget from '#fields/number/Widget.tsx';
import PasswordWidget from '#fields/password/Widget.tsx';
import PhoneWidget from '#fields/phone/Widget.tsx';
import RankingWidget from '#fields/ranking/Widget.tsx';
import ReferenceWidget from '#fields/reference/Widget.tsx';
import ReferencesWidget from '#fields/references/Widget.tsx';
import SelectWidget from '#fields/select/Widget.tsx';
import StringWidget from '#fields/string/Widget.tsx';
import TagsWidget from '#fields/tags/Widget.tsx';
import TextWidget from '#fields/text/Widget.tsx';
import TimeWidget from '#fields/time/Widget.tsx';
import type { WidgetProps } from './widget.ts';

export function widgetOf(field: FieldModel): ComponentType<WidgetProps> {
  if (field.kind === 'string' && field.format === 'phone') return PhoneWidget;
  if (field.kind === 'references' && field.ui.widget === 'ranking') return RankingWidget;
  return widgets[field.kind];
}

/** Widgets whose box the label's click should reach; the others are groups that the label names. */
export function isGroup(field: FieldModel): boolean {
  return field.ui.widget === 'radio' || field.ui.widget === 'checkboxes' || field.kind === 'list' || field.kind === 'files';
}

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
