/**
 * Load: files → bundled schemas, locales and code lists. The core is pure (a map of paths and texts); codegen/load/read-files.ts is its file system.
 * Paths start with 'schemas/' or 'locales/' and use '/'. A bad file becomes an error of that file; everything that does not need it goes on.
 */

import type { Together } from '../emit/together.ts';
import { language, languages } from '../languages.ts';
import { beyondFields, beyondText } from '../lint/limits.ts';
import type { FieldModel, JsonSchema, JsonValue, Lang } from '../model.ts';
import { asArray, asObject, children } from '../schema-node.ts';
import { bundle } from './bundle.ts';
import { inHouseWords } from './dialect.ts';
import { parseJson } from './json-text.ts';

/** locales/{lang}/{object}.json, and one part's labels in locales/{lang}/parts.json */
export interface ObjectLocale {
  name?: string;
  /** of several */
  plural?: string;
  help?: string;
  fields?: Record<string, string>;
  fieldHelp?: Record<string, string>;
  placeholders?: Record<string, string>;
  options?: Record<string, Record<string, string>>;
  tabs?: Record<string, string>;
  sections?: Record<string, string>;
  quick?: Record<string, string>;
  views?: Record<string, string>;
  reminders?: Record<string, string>;
  rules?: Record<string, string>;
  automations?: Record<string, string>;
  actions?: Record<string, string>;
  transitions?: Record<string, string>;
  states?: Record<string, string>;
  confirms?: Record<string, string>;
}
export type Locales = Partial<Record<Lang, ObjectLocale>>;
export interface Code {
  code: string | number;
  version?: number | number[];
  from?: number;
  to?: number;
  color?: string;
  deprecated?: boolean;
}
/** A closed list of schemas/codes with its labels: labels[lang][code]. */
export interface CodeList {
  name: string;
  codes: Code[];
  labels: Partial<Record<Lang, Record<string, string>>>;
}
/** One object's file, bundled: every $ref points into its own `definitions`. `declared` is the file as written. */
export interface LoadedObject {
  name: string;
  file: string;
  declared: JsonSchema;
  schema: JsonSchema;
  locales: Locales;
  /** what a file from elsewhere asks of its whole record, beside its fields */
  together?: Together;
  /** it has a field (`restName`) for what a row of such a file holds beside its fields: by a rule of the file, or as nothing forbids it */
  rest?: FieldModel['rest'];
}
export interface LoadError {
  file: string;
  message: string;
  line?: number;
  column?: number;
}
/** Everything that describe and lint need beside one object. */
export interface LoadContext {
  codes: Map<string, CodeList>;
  /** labels of parts: part name → language → labels */
  parts: Map<string, Locales>;
  /** names of all objects, the ones with errors too: a relation to one of those is not unknown */
  names: Set<string>;
}
export interface Loaded {
  objects: LoadedObject[];
  errors: LoadError[];
  context: LoadContext;
}

/** Loads a whole installation from its files' texts. Never throws for what a file says. `tell` hears which file is next. */
export function loadFrom(files: ReadonlyMap<string, string>, tell: (file: string) => void = () => undefined): Loaded {
  const errors: LoadError[] = [];
  const parsed = new Map<string, JsonSchema>();
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    tell(file);
    const beyond = beyondText(text);
    if (beyond !== undefined) {
      errors.push({ file, message: `${file}: ${beyond}` });
      continue;
    }
    const result = parseJson(text);
    if ('error' in result) {
      const { error, line, column } = result;
      errors.push({ file, line, column, message: `${file}:${line}:${column} is not JSON: ${error}` });
      continue;
    }
    const root = asObject(result.value);
    if (root) parsed.set(file, root);
    else errors.push({ file, message: `${file}: an object ({ … }) should stand at the top` });
  }
  const context: LoadContext = { codes: codeLists(parsed, errors), parts: partLocales(parsed), names: new Set() };
  const objects: LoadedObject[] = [];
  for (const file of files.keys()) {
    const name = objectName(file);
    if (name === undefined) continue;
    context.names.add(name);
    const declared = parsed.get(file);
    if (!declared) continue;
    if (!/^[a-z][a-z0-9_]*$/.test(name)) {
      errors.push({
        file,
        message: `${file}: an object's name is snake_case (a-z, 0-9, _), for example ${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}.json`,
      });
      continue;
    }
    tell(file);
    const bundled = bundle(file, declared, parsed);
    if ('error' in bundled) {
      errors.push({ file, message: bundled.error });
      continue;
    }
    const schema = inHouseWords(bundled.schema, declared);
    const beyond = beyondFields(schema);
    if (beyond !== undefined) errors.push({ file, message: `${file}: ${beyond}` });
    else objects.push({ name, file, declared, schema, locales: localesOf(parsed, name) });
  }
  return { objects: objects.sort((a, b) => (a.name < b.name ? -1 : 1)), errors, context };
}

/** 'film' of 'schemas/film.json'; undefined for parts, codes and locales. */
export function objectName(file: string): string | undefined {
  return /^schemas\/([^/]+)\.json$/.exec(file)?.[1];
}

function localesOf(parsed: ReadonlyMap<string, JsonSchema>, name: string): Locales {
  const found: Locales = {};
  for (const lang of languages) {
    const file = parsed.get(`locales/${lang}/${name}.json`);
    if (file) found[lang] = objectLocale(file);
  }
  return found;
}

function partLocales(parsed: ReadonlyMap<string, JsonSchema>): Map<string, Locales> {
  const parts = new Map<string, Locales>();
  for (const lang of languages) {
    for (const [name, node] of children(parsed.get(`locales/${lang}/parts.json`))) {
      parts.set(name, { ...parts.get(name), [lang]: objectLocale(node) });
    }
  }
  return parts;
}

/** Only strings come through, so that a half-written locale cannot break a screen. */
function objectLocale(node: JsonSchema): ObjectLocale {
  const locale: ObjectLocale = {};
  if (typeof node.name === 'string') locale.name = node.name;
  if (typeof node.plural === 'string') locale.plural = node.plural;
  if (typeof node.help === 'string') locale.help = node.help;
  for (const key of [
    'fields',
    'fieldHelp',
    'placeholders',
    'tabs',
    'sections',
    'quick',
    'views',
    'reminders',
    'rules',
    'actions',
    'transitions',
    'states',
    'confirms',
  ] as const) {
    if (asObject(node[key])) locale[key] = textsOf(node[key]);
  }
  if (asObject(node.options)) locale.options = Object.fromEntries(children(node.options).map(([field, labels]) => [field, textsOf(labels)]));
  return locale;
}

/** One edition, or several. */
function isVersion(value: JsonValue | undefined): value is number | number[] {
  return typeof value === 'number' || (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number'));
}

function textsOf(value: JsonValue | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(asObject(value) ?? {}).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])));
}

/** Languages by their own names, which their readers know. */
const ownNames = Object.fromEntries(languages.map((lang) => [lang, language[lang].name]));

function codeLists(parsed: ReadonlyMap<string, JsonSchema>, errors: LoadError[]): Map<string, CodeList> {
  const lists = new Map<string, CodeList>();
  for (const [file, node] of parsed) {
    const name = /^schemas\/codes\/([^/]+)\.json$/.exec(file)?.[1];
    if (name === undefined) continue;
    // The languages that there are: a folder of locales/ each.
    const given = node.codes === 'locales' ? languages.map((code) => ({ code })) : asArray(node.codes);
    const codes = (given ?? []).flatMap((item): Code[] => {
      const code = asObject(item);
      if (!code || (typeof code.code !== 'string' && typeof code.code !== 'number')) return [];
      return [
        {
          code: code.code,
          ...(isVersion(code.version) && { version: code.version }),
          ...(typeof code.from === 'number' && { from: code.from }),
          ...(typeof code.to === 'number' && { to: code.to }),
          ...(typeof code.color === 'string' && { color: code.color }),
          ...(code.deprecated === true && { deprecated: true }),
        },
      ];
    });
    if (codes.length === 0 || codes.length !== given?.length) {
      errors.push({ file, message: `${file}: "codes" should be a list such as [{ "code": "[AR]" }], each code a string or a number` });
      continue;
    }
    const labels: CodeList['labels'] = {};
    for (const lang of languages) labels[lang] = { ...(node.codes === 'locales' && ownNames), ...textsOf(parsed.get(`locales/${lang}/codes.json`)?.[name]) };
    lists.set(name, { name, codes, labels });
  }
  return lists;
}
