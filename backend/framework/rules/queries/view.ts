/** What a view of a list may hold, and what of it is left for somebody: nobody comes to see more by it. Pure. */
import type { GroupedBy, JsonValue, ObjectModel, Row, ViewColumn, ViewSettings } from '#codegen/model.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { fieldsAlong } from './filter.ts';
import { isGroup, renamedFilter } from './filter-names.ts';
import { fitGroup, groupSteps } from './groups.ts';
import { fitLayout, layoutKinds } from './layouts.ts';
import { type Asker, parseFilter, parseSort } from './parse-filter.ts';

/** Characters of a view's settings, of its name; columns; their widths in px. */
export const viewLimits = { settings: 20_000, name: 80, columns: 200, narrowest: 40, widest: 1_200 } as const;

export const densities = ['compact', 'normal', 'roomy'] as const;

/** Reads what was sent. @throws Refusal msg.badrequest */
export function readSettings(input: unknown): ViewSettings {
  const bad = (field: string) => new Refusal('msg.badrequest', { values: { field } });
  if (!isObject(input) || JSON.stringify(input).length > viewLimits.settings) throw bad('settings');
  const { filter = {}, sort, group, layout, columns = [], density = 'normal' } = input;
  if (!isObject(filter)) throw bad('filter');
  if (sort !== undefined && (!isObject(sort) || typeof sort.field !== 'string' || (sort.order !== 'ASC' && sort.order !== 'DESC'))) throw bad('sort');
  const grouped = (said: unknown): GroupedBy | undefined => {
    if (said === undefined) return undefined;
    const step = isObject(said) ? groupSteps.find((one) => one === said.step) : undefined;
    if (!isObject(said) || typeof said.path !== 'string' || (said.step !== undefined && !step)) throw bad('group');
    return { path: said.path, ...(step && { step }) };
  };
  const by = grouped(group);
  const across = grouped(isObject(group) ? group.across : undefined);
  const kind = isObject(layout) ? layoutKinds.find((one) => one === layout.kind) : undefined;
  const until = isObject(layout) ? layout.until : undefined;
  if (layout !== undefined && (!isObject(layout) || typeof layout.field !== 'string' || !kind || (until !== undefined && typeof until !== 'string')))
    throw bad('layout');
  if (!Array.isArray(columns) || columns.length > viewLimits.columns) throw bad('columns');
  const found = densities.find((one) => one === density);
  if (!found) throw bad('density');
  return {
    filter: filter as Row, // it came as JSON
    ...(isObject(sort) && { sort: { field: String(sort.field), order: sort.order === 'ASC' ? 'ASC' : 'DESC' } }),
    ...(by && { group: { ...by, ...(across && { across }) } }),
    ...(isObject(layout) && kind && { layout: { kind, field: String(layout.field), ...(typeof until === 'string' && { until }) } }),
    columns: columns.map((one): ViewColumn => {
      if (!isObject(one) || typeof one.path !== 'string') throw bad('columns');
      const { path, width, pin } = one;
      if (width !== undefined && (typeof width !== 'number' || width < viewLimits.narrowest || width > viewLimits.widest)) throw bad('columns');
      return { path, ...(typeof width === 'number' && { width: Math.round(width) }), ...(pin === true && { pin }) };
    }),
    density: found,
  };
}

/** The settings without what is gone, or may not be read by who asks, and how much that was. */
export function fitSettings(settings: ViewSettings, model: ObjectModel, asker: Asker, now: Date): { settings: ViewSettings; left: number } {
  const readable = readableFields(model, asker.roles);
  const columns = settings.columns.filter(({ path }) => fieldsAlong(readable, path));
  const sort = settings.sort && parseSort([settings.sort.field, settings.sort.order], model, asker.roles).problems.length === 0 ? settings.sort : undefined;
  const isAllowed = (filter: JsonValue) => parseFilter(filter, model, asker, now).problems.length === 0;
  const [filter, dropped] = fitFilter(settings.filter, isAllowed);
  const group = fitGroup(settings.group, model, asker.roles);
  const layout = fitLayout(settings.layout, model, asker.roles);
  const gone = [
    settings.sort && !sort,
    settings.group && !group,
    group && settings.group?.across && !group.across,
    settings.layout && !layout,
    layout && settings.layout?.until && !layout.until,
  ].filter(Boolean).length;
  const left = settings.columns.length - columns.length + gone + dropped;
  const { sort: _sort, group: _group, layout: _layout, ...rest } = settings;
  return { settings: { ...rest, filter, columns, ...(sort && { sort }), ...(group && { group }), ...(layout && { layout }) }, left };
}

/** The same after fields were renamed. @param nameOf the present path of a dotted path */
export function renamedSettings(settings: ViewSettings, nameOf: (path: string) => string): ViewSettings {
  const { filter, sort, group, layout, columns } = settings;
  const field = (name: string) => rootOf(nameOf(stepOf(name)));
  const by = <T extends GroupedBy>(one: T): T => ({ ...one, path: field(one.path) });
  return {
    ...settings,
    filter: renamedFilter(filter, nameOf) as Row, // an object stays one
    ...(sort && { sort: { ...sort, field: nameOf(sort.field) } }),
    ...(group && { group: { ...by(group), ...(group.across && { across: by(group.across) }) } }),
    ...(layout && { layout: { ...layout, field: field(layout.field), ...(layout.until && { until: field(layout.until) }) } }),
    columns: columns.map((one) => ({ ...one, path: nameOf(one.path) })),
  };
}

/** The conditions that hold by themselves; of a list of groups each is looked at alone. What is denied or one of several goes as a whole. */
function fitFilter(filter: Row, isAllowed: (filter: JsonValue) => boolean): [Row, number] {
  let left = 0;
  const entries = Object.entries(filter).flatMap(([key, value]): [string, JsonValue][] => {
    if (key === '$and' && Array.isArray(value)) {
      const parts = value.map((part): [Row, number] => (isObject(part) ? fitFilter(part as Row, isAllowed) : [{}, 1]));
      left += parts.reduce((sum, [, count]) => sum + count, 0);
      const some = parts.map(([part]) => part).filter((part) => Object.keys(part).length > 0);
      return some.length ? [[key, some]] : [];
    }
    if (isAllowed({ [key]: value })) return [[key, value]];
    left += isGroup(key) && Array.isArray(value) ? value.length : 1;
    return [];
  });
  return [Object.fromEntries(entries), left];
}
