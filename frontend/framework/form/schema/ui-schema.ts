/**
 * The uiSchema that RJSF asks for, derived from the object model, never written by hand. A leaf is shown by the widget of its kind (`ui:field: 'kind'`), a
 * list of objects by 'list', an object of pairs by 'pairs', a nested object by RJSF's own object field. Pure.
 */

import type { UiSchema } from '@rjsf/utils';
import { knownModel } from '#client/objects.tsx';
import type { FieldModel, ObjectModel, Role, Row } from '#codegen/model.ts';
import type { FieldOptions, Mode } from '#fields/contract/widget.ts';
import { faces } from '#fields/kinds/index.ts';
import { shapeOf } from '#kinds/index.ts';
import { linksOf } from '#rules/expressions/outside.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { currencyOf } from '#rules/values/currency.ts';
import type { ConditionState } from '../conditions/conditions.ts';

export interface UiContext {
  mode: Mode;
  roles: readonly Role[];
  conditions: ConditionState;
  /** the role may save this row at all */
  writable: boolean;
  /** of the whole record */
  fields?: readonly FieldModel[];
  /** by the name of its field, each currency that amounts of the record stand in */
  currencies?: Row;
}

export function deriveUiSchema(model: ObjectModel, context: UiContext): UiSchema {
  return ofFields(
    model.fields,
    '',
    { ...context, fields: model.fields },
    {
      locked: !context.writable,
      key: stepOf(model.entity.key),
      ...(model.workflow && { state: stepOf(model.workflow.field) }),
    },
  );
}

/** Hidden by its surface, its mode or a condition. */
export function isHidden(field: FieldModel, path: string, context: UiContext): boolean {
  if (!field.surfaces[context.mode]) return true;
  if (context.mode === 'create' && ((field.readOnly && !field.computed && !field.formula) || field.deprecated)) return true;
  return context.conditions.hidden.includes(path);
}

/** Set by the server, set once, not the role's to write, or locked by a condition. */
export function isLocked(field: FieldModel, path: string, context: UiContext, key?: string): boolean {
  if (field.readOnly || field.computed) return true;
  if (context.mode === 'edit' && (field.setOnce || path === key)) return true;
  if (field.access?.write && !field.access.write.some((role) => context.roles.includes(role))) return true;
  return context.conditions.readOnly.includes(path);
}

/** Small enough for one line of a grid of child rows. */
export function fitsCell(field: FieldModel): boolean {
  return !faces[field.kind].long;
}

/** A list of objects; files have a widget of their own. */
function isRows(field: FieldModel): boolean {
  return shapeOf(field) === 'entries' && !field.file;
}

/** A list is shown as a grid when its rows are short and flat, or when the schema says so: what does not fit folds away. Else as cards. */
export function isGrid(field: FieldModel): boolean {
  const columns = (field.fields ?? []).filter((child) => child.surfaces.edit);
  if (field.ui.widget === 'grid') return isRows(field) && columns.some(fitsCell);
  return isRows(field) && columns.length > 0 && columns.length <= 8 && columns.every(fitsCell);
}

interface Place {
  locked: boolean;
  key?: string;
  state?: string;
}

function ofFields(fields: FieldModel[], prefix: string, context: UiContext, place: Place): UiSchema {
  const ui: UiSchema = {};
  for (const field of fields) ui[field.name] = ofField(field, prefix + stepOf(field.name), context, place);
  return ui;
}

function ofField(field: FieldModel, path: string, context: UiContext, place: Place): UiSchema {
  if (isHidden(field, path, context)) return { 'ui:field': 'kind', 'ui:widget': 'hidden' };
  const locked = place.locked || isLocked(field, path, context, place.key);
  // What reads rows that point here shows what is stored: the server works it out as it saves. So does what is named and this role may not read.
  const ways = field.formula?.tree ? linksOf(field.formula.tree, path.split('.').slice(0, -1).join('.'), context.fields ?? []) : [];
  const isOfRows = ways.some((link) => link.is === 'children' || knownModel(link.object) === undefined);
  const reason = context.conditions.reasons[path] ?? (isOfRows ? 'rows' : undefined);
  const options: FieldOptions = {
    path,
    width: widthOf(field),
    required: field.required || context.conditions.required.includes(path),
    ...(reason && { reason }),
    ...(path === place.state && { closed: true }),
    ...(context.conditions.options[path] && { values: context.conditions.options[path] }),
    ...(context.conditions.offered?.[path] && { offered: context.conditions.offered[path] }),
    ...withCurrency(field, context),
  };
  const ui: UiSchema = { 'ui:options': { ...options }, 'ui:readonly': locked };
  if (shapeOf(field) === 'object') return { ...ui, ...ofFields(field.fields ?? [], `${path}.`, context, { locked }) };
  if (isRows(field)) {
    const items = ofFields(field.fields ?? [], `${path}.`, context, { locked });
    return { ...ui, 'ui:field': field.ui.widget === 'slots' ? 'slots' : 'list', items };
  }
  return { ...ui, 'ui:field': field.pairs ? 'pairs' : 'kind' };
}

function withCurrency(field: FieldModel, { currencies = {} }: UiContext): Pick<FieldOptions, 'currency'> {
  const currency = currencies[currencyOf(field) ?? ''];
  return currency === undefined ? {} : { currency };
}

/** The currencies that amounts anywhere in the record refer to by a field of the record. */
export function currenciesOf(fields: FieldModel[], row: Row): Row {
  const found: Row = {};
  for (const field of fields) {
    const named = currencyOf(field);
    if (named !== undefined && row[named] !== undefined) found[named] = row[named];
    if (field.fields) Object.assign(found, currenciesOf(field.fields, row));
  }
  return found;
}

/** Long things take the whole width, the rest half of it, unless the schema says otherwise. */
function widthOf(field: FieldModel): FieldOptions['width'] {
  if (field.ui.width) return field.ui.width;
  return faces[field.kind].long ? 'full' : 'half';
}
