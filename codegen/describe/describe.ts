/**
 * Describe: a bundled schema, its locales and the code lists → everything that the rest of the code reads of an object. Pure: the same files give the same
 * entry and the same hash.
 */

import { createHash } from 'node:crypto';
import { stepOf } from '#rules/records/field-path.ts';
import { effectiveSchema } from '../emit/effective.ts';
import { inEach, schemaLang } from '../languages.ts';
import { beyondModel, beyondShapes } from '../lint/limits.ts';
import { restName, stampNames } from '../lint/vocabulary.ts';
import type { LoadContext, LoadedObject } from '../load/load.ts';
import type { JsonSchema, ObjectEntry, ObjectModel, Text } from '../model.ts';
import { asArray, asNumber, asObject, asString, canonical, strings, withoutUndefined } from '../schema-node.ts';
import { columnNames } from './column-names.ts';
import { fitRow, formerNames } from './columns.ts';
import { automationsOf } from './describe-automations.ts';
import { describeFields } from './describe-field.ts';
import { accessOf, actionsOf, formOf, listOf, remindersOf, rulesOf, titlesOf, titleTemplateOf, viewsOf, workflowOf } from './describe-object.ts';
import { describeShapes } from './describe-shapes.ts';
import { pluralOf, readable, Texts } from './describe-texts.ts';
import type { FieldContext } from './field-context.ts';
import { normalise } from './normalise.ts';
import { onScreens, staysShared } from './shapes.ts';

/**
 * Describes one object. `loaded` has passed lint; a file that has not may give a poor model, never an exception.
 * @throws what codegen/lint/limits.ts says of an object that becomes too large
 */
export function describe(loaded: LoadedObject, load: LoadContext): ObjectEntry {
  const { name, locales } = loaded;
  const schema = normalise(loaded.schema, load);
  const shared = staysShared(schema);
  refuse(beyondShapes(shared.length));
  const texts = new Texts(locales, load);
  const entity = entityOf(schema);
  const naming = namingOf(schema, entity.key);
  const indexes = groupsOf(schema['x-indexes']);
  const uniques = groupsOf(schema['x-uniques']);
  const reminders = remindersOf(schema, texts);
  const automations = automationsOf(schema, texts);
  const dated = [...(reminders ?? []), ...(automations ?? [])].flatMap(({ when }) => ('field' in when ? [when.field] : []));
  const context: FieldContext = {
    root: schema,
    object: name,
    key: entity.key,
    big: entity.big,
    naming: naming?.field,
    // A reminder is asked of the database each time that somebody opens the home page.
    indexed: new Set([...[...indexes, ...uniques].flatMap(([first]) => first ?? []), ...dated, 'update_at']),
    uniques: new Set(uniques.flat()),
    columns: columnNames(Object.keys(asObject(schema.properties) ?? {}), [entity.key, ...stampNames]),
    texts,
    load,
  };
  const fields = describeFields(schema, { path: '', parts: [] }, shared, context);
  for (const field of fields) if (field.name === restName && loaded.rest) field.rest = loaded.rest;
  fitRow(fields);
  const shapes = describeShapes(fields, shared, context);
  const template = titleTemplateOf(schema, fields, entity.key);
  const workflow = workflowOf(schema, fields, texts);
  const access = accessOf(schema);
  const model: Omit<ObjectModel, 'hash'> = withoutUndefined({
    name,
    label: texts.own((locale) => locale.name, asString(schema.title) ?? readable(name)),
    plural: pluralText(schema, texts, name),
    help: texts.maybe((locale) => locale.help, asString(schema.description)),
    entity,
    titleTemplate: template,
    titles: titlesOf(schema),
    fields,
    list: listOf(schema, fields, template, entity.key, texts),
    form: formOf(schema, fields, texts),
    search: searchOf(schema, fields, template, entity.key),
    duplicates: asArray(schema['x-duplicates']) && strings(asArray(schema['x-duplicates'])),
    indexes,
    uniques,
    naming,
    access,
    workflow,
    actions: actionsOf(schema, access, texts),
    history: schema['x-history'] !== false,
    trash: schema['x-trash'] !== false,
    views: viewsOf(schema, texts),
    reminders,
    rules: rulesOf(schema, texts),
    automations,
    was: formerNames(schema).length > 0 ? formerNames(schema) : undefined,
    print: asString(schema['x-print']),
  });
  for (const field of fields) field.surfaces.search &&= model.search.includes(stepOf(field.name));
  const validation = effectiveSchema(schema, shared, fields, entity.key, naming?.field, loaded.together);
  const content = canonical([schema, validation, model]);
  const apart = canonical(shapes);
  refuse(beyondModel(Math.max(content.length, apart.length)));
  const hash = createHash('sha256').update(content).update(apart).digest('hex');
  return { model: { ...model, hash }, schema: onScreens(schema, shared), validation, ...(Object.keys(shapes).length > 0 && { shapes }) };
}

function refuse(beyond: string | undefined): void {
  if (beyond !== undefined) throw new Error(beyond);
}

function entityOf(schema: JsonSchema): ObjectModel['entity'] {
  const hint = asObject(schema['x-entity']) ?? {};
  return withoutUndefined({
    group: asString(hint.group) ?? 'other',
    icon: asString(hint.icon) ?? 'table',
    order: asNumber(hint.order) ?? 100,
    route: asString(hint.route),
    key: asString(hint.key) ?? 'id',
    singleton: hint.singleton === true,
    virtual: hint.virtual === true,
    big: hint.big === true,
  });
}

/** What several rows are called: said by a locale or the schema, else the plural of the name. */
function pluralText(schema: JsonSchema, texts: Texts, name: string): Text {
  const one = texts.own((locale) => locale.name, asString(schema.title) ?? readable(name));
  const many = texts.maybe((locale) => locale.plural, asString(asObject(schema['x-entity'])?.plural));
  const made = many?.[schemaLang] ?? pluralOf(one[schemaLang]);
  return inEach((lang) => {
    if (lang === schemaLang) return made;
    if (many?.[lang] && many[lang] !== many[schemaLang]) return many[lang];
    // A language without a name of its own uses the schemas', one or many.
    return one[lang] === one[schemaLang] ? made : one[lang];
  });
}

function namingOf(schema: JsonSchema, key: string): ObjectModel['naming'] {
  const hint = schema['x-naming'];
  if (typeof hint === 'string') return { field: key, pattern: hint };
  const pattern = asString(asObject(hint)?.pattern);
  const on = asString(asObject(hint)?.on);
  return pattern === undefined ? undefined : { field: asString(asObject(hint)?.field) ?? key, pattern, ...(on !== undefined && { on }) };
}

function groupsOf(value: JsonSchema[string] | undefined): string[][] {
  return (asArray(value) ?? []).map(strings).filter((group) => group.length > 0);
}

/** The declared fields, else the key and the fields of the title. */
function searchOf(schema: JsonSchema, fields: ObjectModel['fields'], template: string, key: string): string[] {
  const declared = asArray(schema['x-search']);
  if (declared) return strings(declared);
  const named = [stepOf(key), ...[...template.matchAll(/\{([^{}]+)\}/g)].map(([, path]) => path ?? '')];
  return [...new Set(named)].filter((path) => fields.some((field) => stepOf(field.name) === path && field.surfaces.search));
}
