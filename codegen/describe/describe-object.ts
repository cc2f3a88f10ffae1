/** What an object declares about its list, form, access, workflow and actions, with the defaults of docs/schema-reference.md. Pure. */

import { kinds } from '#kinds/index.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import { pathBelow, rootOf, stepOf } from '#rules/records/field-path.ts';
import { defaultLang, inEach, languages, schemaLang } from '../languages.ts';
import { staffRoles, stampNames, verbs } from '../lint/vocabulary.ts';
import type {
  ActionModel,
  FieldModel,
  FormSection,
  FormTab,
  JsonSchema,
  JsonValue,
  ObjectModel,
  Option,
  Reminder,
  Role,
  RowRule,
  ShippedView,
  Sort,
  Text,
  Transition,
  Verb,
  ViewColumn,
  ViewSettings,
} from '../model.ts';
import { asArray, asNumber, asObject, asString, children, objects, strings, withoutUndefined } from '../schema-node.ts';
import type { Texts } from './describe-texts.ts';
import { expressionOf } from './parse-expression.ts';

const sidebarNames: readonly string[] = ['create_at', 'update_at', 'update_by'];

/** Titles of their own in some language: `x-titleTemplate` as {"tw": …, "en": …}. */
export function titlesOf(schema: JsonSchema): ObjectModel['titles'] {
  const declared = asObject(schema['x-titleTemplate']);
  const own = languages.flatMap((lang) => (asString(declared?.[lang]) === undefined ? [] : [[lang, asString(declared?.[lang])] as const]));
  return own.length ? Object.fromEntries(own) : undefined;
}

/** `{name}`, `{title}` or the first one-line text; the key where there is none. */
export function titleTemplateOf(schema: JsonSchema, fields: FieldModel[], key: string): string {
  const declared = asString(schema['x-titleTemplate']) ?? asString(asObject(schema['x-titleTemplate'])?.[defaultLang]);
  if (declared) return declared;
  const lines = fields.filter((field) => kinds[field.kind].line && field.name !== key && !stampNames.includes(field.name) && !field.writeOnly && field.column);
  const written = lines.filter(({ readOnly }) => !readOnly);
  const best = likeliestTitle(written.length ? written : lines);
  return (best.length ? best : [key]).map((name) => `{${stepOf(name)}}`).join(' ');
}

/** What a row is most likely called by, where the schema does not say: a name in one field or in two, else the first text that is no address, code or link. */
function likeliestTitle(lines: readonly FieldModel[]): string[] {
  const named = (pattern: RegExp) => lines.find(({ name }) => pattern.test(name))?.name;
  const exact = ['name', 'title', 'label', 'subject', 'caption'].map((word) => named(new RegExp(`^${word}$`, 'i'))).find((name) => name !== undefined);
  if (exact !== undefined) return [exact];
  const whole = named(/^(full|display)_?name$/i);
  if (whole !== undefined) return [whole];
  const [given, family] = [named(/^(first|given)_?name$/i), named(/^((last|family)_?name|surname)$/i)];
  if (given !== undefined && family !== undefined) return [given, family];
  const ending = named(/^(?!.*(file|host|domain|user|class|type|path)).*(name|title|label)$/i) ?? named(/^user_?name$/i);
  const first = ending ?? (lines.find(({ format, pattern }) => format === undefined && pattern === undefined) ?? lines[0])?.name;
  return first === undefined ? [] : [first];
}

/** Fewer columns than these, the key among them, leave a list with room for what lies deeper. */
const fewColumns = 4;

/** Dotted paths of the short values inside an object, a name or title first. */
function pathsIn(field: FieldModel, at: string): string[] {
  if (field.kind !== 'object' || field.writeOnly) return [];
  const inner = field.fields ?? [];
  const short = inner.filter(({ kind, writeOnly }) => !writeOnly && (kinds[kind].line || ['integer', 'decimal', 'number', 'date', 'select'].includes(kind)));
  const named = likeliestTitle(short.filter(({ kind }) => kinds[kind].line));
  const sorted = [...short.filter(({ name }) => named.includes(name)), ...short.filter(({ name }) => !named.includes(name))];
  return [...sorted.map(({ name }) => pathBelow(at, name)), ...inner.flatMap((one) => pathsIn(one, pathBelow(at, one.name)))];
}

export function listOf(schema: JsonSchema, fields: FieldModel[], template: string, key: string, texts: Texts): ObjectModel['list'] {
  const hint = asObject(schema['x-list']) ?? {};
  const listed = fields.filter(({ surfaces }) => surfaces.list).map(({ name }) => name);
  const titled = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, path]) => rootOf(path ?? ''));
  const own = [...new Set([key, ...titled, ...listed])]
    .filter((name) => listed.includes(name) && !stampNames.includes(name))
    .slice(0, 6)
    .map(stepOf);
  // Where the row itself has little to list, what lies in its objects is listed by path.
  const usual = [
    ...own,
    ...(own.length < fewColumns ? fields.flatMap((field) => pathsIn(field, stepOf(field.name))).slice(0, fewColumns + 1 - own.length) : []),
  ];
  const columns = strings(Array.isArray(schema['x-list']) ? schema['x-list'] : hint.columns);
  const filters = asArray(hint.filters);
  const usualFilters = fields
    .filter((field) => field.surfaces.filter && schemaFaces[field.kind].usualFilter && !stampNames.includes(field.name))
    .map(({ name }) => stepOf(name));
  return {
    columns: columns.length > 0 ? columns : [...usual, 'update_at'],
    sort: sortOf(hint.sort) ?? { field: 'update_at', order: 'DESC' },
    filters: filters ? strings(filters) : usualFilters.slice(0, 8),
    quick: objects(hint.quick).map((quick) => {
      const name = asString(quick.key) ?? '';
      return { key: name, label: texts.own((locale) => locale.quick?.[name], asString(quick.title) ?? name), filter: asObject(quick.filter) ?? {} };
    }),
    pageSize: asNumber(hint.pageSize) ?? 25,
    rowColor: objects(hint.rowColor).map((row) => ({ when: asObject(row.when) ?? {}, color: asString(row.color) ?? 'default' })),
    ...sumsOf(hint.sums),
  };
}

/** The views of x-views; a name for each language stands in its locale file under `views`. */
export function viewsOf(schema: JsonSchema, texts: Texts): ShippedView[] | undefined {
  const views = objects(schema['x-views']).map((view): ShippedView => {
    const key = asString(view.key) ?? '';
    const sort = sortOf(view.sort);
    const columns = (asArray(view.columns) ?? []).flatMap((column): ViewColumn[] => {
      const hint = asObject(column);
      const path = asString(hint?.path ?? column);
      const width = asNumber(hint?.width);
      return path === undefined ? [] : [{ path, ...(width !== undefined && { width }), ...(hint?.pin === true && { pin: true }) }];
    });
    return {
      key,
      label: texts.own((locale) => locale.views?.[key], asString(view.title) ?? key),
      isDefault: view.default === true,
      settings: {
        filter: asObject(view.filter) ?? {},
        ...(sort && { sort }),
        ...groupOf(view.group),
        ...layoutOf(view.layout),
        columns,
        density: densityOf(view.density),
      },
    };
  });
  return views.length > 0 ? views : undefined;
}

/** The reminders of x-reminders, named in the locale file under `reminders`. What stands in brackets under `for` is a role, else a field. */
export function remindersOf(schema: JsonSchema, texts: Texts): Reminder[] | undefined {
  const reminders = objects(schema['x-reminders']).map((reminder): Reminder => {
    const name = asString(reminder.name) ?? '';
    const when = asObject(reminder.when);
    const until = asNumber(when?.until);
    const whom = typeof reminder.for === 'string' ? [reminder.for] : strings(reminder.for);
    return {
      name,
      label: texts.own((locale) => locale.reminders?.[name], asString(reminder.title) ?? name),
      when: { field: asString(when?.field) ?? '', days: asNumber(when?.days) ?? 0, ...(until !== undefined && { until }) },
      filter: asObject(reminder.filter) ?? {},
      roles: whom.filter((one) => one.startsWith('[')),
      fields: whom.filter((one) => !one.startsWith('[')),
    };
  });
  return reminders.length > 0 ? reminders : undefined;
}

/** The rules of x-rules; a locale file says their messages under `rules`, else the schema, one for all languages or each its own. */
export function rulesOf(schema: JsonSchema, texts: Texts): RowRule[] | undefined {
  const rules = objects(schema['x-rules']).map((one): RowRule => {
    const name = asString(one.name) ?? '';
    const own = asObject(one.message);
    const said = texts.own((locale) => locale.rules?.[name], asString(one.message) ?? asString(own?.[schemaLang]) ?? name);
    const spoken = texts.maybe((locale) => locale.rules?.[name]);
    const when = asString(one.when);
    return {
      name,
      ...(when !== undefined && { when: expressionOf(when) }),
      rule: expressionOf(asString(one.rule) ?? ''),
      field: asString(one.field) ?? '',
      message: spoken ? said : inEach((lang) => asString(own?.[lang]) ?? said[lang]),
    };
  });
  return rules.length > 0 ? rules : undefined;
}

/** Which fields make groups is asked when the view is read. */
function groupOf(hint: JsonValue | undefined): Pick<ViewSettings, 'group'> {
  const by = (said: JsonValue | undefined) => {
    const one = asObject(said);
    const path = asString(one?.path);
    const step = (['day', 'week', 'month', 'quarter', 'year'] as const).find((name) => name === one?.step);
    return path === undefined ? undefined : { path, ...(step && { step }) };
  };
  const [group, across] = [by(hint), by(asObject(hint)?.across)];
  return group ? { group: { ...group, ...(across && { across }) } } : {};
}

/** Which fields make a layout is asked when the view is read. */
function layoutOf(hint: JsonValue | undefined): Pick<ViewSettings, 'layout'> {
  const layout = asObject(hint);
  const field = asString(layout?.field);
  const kind = (['gallery', 'board', 'calendar'] as const).find((one) => one === layout?.kind);
  const until = asString(layout?.until);
  return field === undefined || !kind ? {} : { layout: { kind, field, ...(until !== undefined && { until }) } };
}

function densityOf(hint: JsonValue | undefined): ViewSettings['density'] {
  return hint === 'compact' || hint === 'roomy' ? hint : 'normal';
}

function sumsOf(hint: JsonValue | undefined): Pick<ObjectModel['list'], 'sums'> {
  const sums = (asArray(hint) ?? []).flatMap((sum) => {
    const field = asString(sum) ?? asString(asObject(sum)?.field);
    const by = asString(asObject(sum)?.by);
    const filter = asObject(asObject(sum)?.filter);
    return field === undefined ? [] : [{ field, ...(by !== undefined && { by }), ...(filter && { filter }) }];
  });
  return sums.length ? { sums } : {};
}

/** Declared tabs, else one tab with every field that a form shows; the stamps stand in the sidebar. */
export function formOf(schema: JsonSchema, fields: FieldModel[], texts: Texts): ObjectModel['form'] {
  const hint = asObject(schema['x-form']);
  const inForm = fields.filter(({ surfaces }) => surfaces.create || surfaces.edit).map(({ name }) => name);
  const stamps = inForm.filter((name) => sidebarNames.includes(name));
  const whole = (names: string[]): FormTab[] => [
    { key: 'main', label: texts.own((locale) => locale.tabs?.main, 'Main'), sections: [section('main', '', names, texts)] },
  ];
  if (Array.isArray(schema['x-form'])) return { tabs: whole(strings(schema['x-form'])), sidebar: stamps };
  if (!hint) return { tabs: whole(inForm.filter((name) => !stamps.includes(name))), sidebar: stamps };
  const tabs = objects(hint.tabs).map((tab): FormTab => {
    const key = asString(tab.key) ?? 'main';
    const own = strings(tab.fields);
    const sections = objects(tab.sections).map((part) => section(asString(part.key) ?? 'main', asString(part.title) ?? '', strings(part.fields), texts));
    return {
      key,
      label: texts.own((locale) => locale.tabs?.[key], asString(tab.title) ?? capital(key)),
      sections: own.length > 0 ? [section(key, '', own, texts), ...sections] : sections,
    };
  });
  return { tabs, sidebar: hint.sidebar === undefined ? stamps : strings(hint.sidebar) };
}

/** Roles that are named replace their default; the administrator keeps every verb unless named. */
export function accessOf(schema: JsonSchema): ObjectModel['access'] {
  const hint = asObject(schema['x-access']) ?? {};
  const granted = new Map<Role, readonly Verb[]>([
    ['[]', verbs],
    ['[op]', ['list', 'read', 'create', 'update', 'export', 'import']],
    ['[gs]', ['list', 'read']],
  ]);
  for (const [role, value] of Object.entries(hint)) {
    if (role === 'rows' || role === 'actions') continue;
    granted.set(
      role,
      verbs.filter((verb) => value === 'all' || strings(value).includes(verb)),
    );
  }
  const byVerb = Object.fromEntries(verbs.map((verb) => [verb, [...granted].filter(([, list]) => list.includes(verb)).map(([role]) => role)]));
  return {
    verbs: byVerb as Record<Verb, Role[]>, // made from `verbs`, which holds each of them
    actions: Object.fromEntries(Object.entries(asObject(hint.actions) ?? {}).map(([name, roles]) => [name, strings(roles)])),
    rows: Object.fromEntries(children(hint.rows)),
  };
}

export function workflowOf(schema: JsonSchema, fields: FieldModel[], texts: Texts): ObjectModel['workflow'] {
  const hint = asObject(schema['x-workflow']);
  const field = asString(hint?.field);
  if (!hint || field === undefined) return undefined;
  const options = fields.find(({ name }) => name === field)?.options ?? [];
  const named = asArray(hint.states) ? strings(hint.states) : options.map(({ value }) => String(value));
  const states = named.map((value): Option => {
    const option = options.find((candidate) => candidate.value === value);
    const label = texts.own((locale) => locale.states?.[value], option?.label[schemaLang] ?? capital(value));
    const own = texts.maybe((locale) => locale.states?.[value]);
    return { ...option, value, label: option ? inEach((lang) => (lang === schemaLang ? label : (own ?? option.label))[lang]) : label };
  });
  const may = accessOf(schema).verbs.update;
  const transitions = objects(hint.transitions).map((node): Transition => {
    const name = asString(node.name) ?? '';
    return withoutUndefined<Transition>({
      name,
      label: texts.own((locale) => locale.transitions?.[name], asString(node.title) ?? capital(name)),
      from: typeof node.from === 'string' ? [node.from] : strings(node.from),
      to: asString(node.to) ?? '',
      roles: asArray(node.roles) ? strings(node.roles) : may,
      requires: asObject(node.requires),
      confirm: confirmOf(node.confirm, name, texts),
      locks: asArray(node.locks) ? strings(node.locks) : undefined,
      asks: asArray(node.asks) ? strings(node.asks) : undefined,
      stamps: asArray(node.stamps) ? strings(node.stamps) : undefined,
      clears: asArray(node.clears) ? strings(node.clears) : undefined,
    });
  });
  return { field, states, transitions };
}

export function actionsOf(schema: JsonSchema, access: ObjectModel['access'], texts: Texts): ActionModel[] {
  return objects(schema['x-actions']).map((node) => {
    const name = asString(node.name) ?? '';
    return withoutUndefined<ActionModel>({
      name,
      label: texts.own((locale) => locale.actions?.[name], asString(node.title) ?? capital(name)),
      bulk: node.bulk === true,
      row: node.row !== false,
      confirm: confirmOf(node.confirm, name, texts),
      destructive: node.destructive === true,
      roles: access.actions[name] ?? (asArray(node.roles) ? strings(node.roles) : access.verbs.update),
      when: asObject(node.when),
      verb: asString(node.verb) ?? kebab(name),
    });
  });
}

/** The roles that an installation knows: the three of the specification, those that the application's realms give, and those of its `role` code list. */
export function knownRoles(codes: ReadonlyMap<string, { codes: { code: string | number }[] }>, given: readonly string[]): Set<string> {
  const more = [codes.get('role'), codes.get('roles')].flatMap((list) => list?.codes ?? []);
  return new Set([...staffRoles, ...given, ...more.map(({ code }) => String(code))]);
}

function section(key: string, title: string, fields: string[], texts: Texts): FormSection {
  return { key, label: texts.own((locale) => locale.sections?.[key], title), fields };
}

function sortOf(value: JsonValue | undefined): Sort | undefined {
  const pair = asArray(value);
  const field = asString(pair ? pair[0] : asObject(value)?.field);
  const order = pair ? pair[1] : asObject(value)?.order;
  return field === undefined ? undefined : { field, order: order === 'ASC' ? 'ASC' : 'DESC' };
}

/** `true` asks with the words of the locale; a sentence is its own fallback. */
function confirmOf(value: JsonValue | undefined, name: string, texts: Texts): Text | undefined {
  if (value === undefined || value === false) return undefined;
  return texts.own((locale) => locale.confirms?.[name], asString(value) ?? `${capital(name)}?`);
}

function capital(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function kebab(name: string): string {
  return name
    .replaceAll('_', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
}
