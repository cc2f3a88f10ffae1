/**
 * What the database says beside the files: lists of options that staff changed, and fields that rows of the application add to objects (decisions 095,
 * 096). Both are laid over the files' texts before anything is derived from them, so that models, validators, tables and screens follow as they follow a
 * file. Pure.
 */
import { languages } from '#codegen/languages.ts';
import { parseJson } from '#codegen/load/json-text.ts';
import type { JsonSchema, JsonValue, Lang } from '#codegen/model.ts';
import { asArray, asObject } from '#codegen/schema-node.ts';
import type { StoredList, StoredOption } from '#rules/records/options.ts';

/** A field that a row of the application adds to an object: a property of its schema like any other. */
export interface AddedField {
  object: string;
  name: string;
  schema: JsonSchema;
  labels: Partial<Record<Lang, string>>;
  help?: Partial<Record<Lang, string>>;
  /** labels of its options: value → label */
  options?: Partial<Record<Lang, Record<string, string>>>;
  /** a tab of the form; made where there is none */
  tab: { key: string; title: string; labels: Partial<Record<Lang, string>> };
  /** a step of the workflow that locks this field locks the added one too */
  lockedWith?: string;
}

/** An option that a row of the application adds to a list of the files. */
export interface AddedOption {
  list: string;
  code: string;
  labels: Partial<Record<Lang, string>>;
}

/** Rows of which a field's x-requiredWhen does not hold. */
export interface Exemption {
  /** where the field is declared: 'schemas/parts/project.json' */
  file: string;
  field: string;
  unless: JsonSchema;
}

export interface Overlay {
  lists: StoredList[];
  fields: AddedField[];
  options: AddedOption[];
  exemptions: Exemption[];
}

export const noOverlay: Overlay = { lists: [], fields: [], options: [], exemptions: [] };

type Files = Map<string, string>;

/** The files' texts with the overlay in them. What cannot be read stays as it is: its own findings say why. */
export function layOverlay(files: ReadonlyMap<string, string>, { lists, fields, options, exemptions }: Overlay): Files {
  const laid = new Map(files);
  for (const list of lists) layList(laid, list);
  for (const option of options) layOption(laid, option);
  for (const field of fields) layField(laid, field);
  for (const exemption of exemptions) layExemption(laid, exemption);
  return laid;
}

/** Two overlays say the same. */
export function overlayMark({ lists, ...rows }: Overlay): string {
  return JSON.stringify([lists.map(({ name, ver }) => [name, ver]), rows]);
}

/** A list as its file ships it, with the labels of the files; undefined where there is no such list, or the languages are its codes. */
export function shippedList(files: ReadonlyMap<string, string>, name: string): { options: StoredOption[]; isFixed: boolean } | undefined {
  const file = jsonAt(files, codesFile(name));
  const codes = asArray(file?.codes);
  if (!file || !codes) return undefined;
  const options = codes.flatMap((item): StoredOption[] => {
    const one = asObject(item);
    if (!one || (typeof one.code !== 'string' && typeof one.code !== 'number')) return [];
    const { code, version, from, to, color, deprecated } = one;
    const named = (Array.isArray(version) ? version : [version]).filter((edition): edition is number => typeof edition === 'number');
    return [
      {
        code,
        labels: labelsOf(files, name, String(code)),
        ...(named.length && !named.includes(999) && { version: named }),
        ...(typeof from === 'number' && { from }),
        ...(typeof to === 'number' && { to }),
        ...(typeof color === 'string' && { color }),
        ...(deprecated === true && { retired: true }),
      },
    ];
  });
  return { options, isFixed: file.fixed === true };
}

/** The stored list with what the file has since got, as it is in use: labels are complete. */
export function laidList(files: ReadonlyMap<string, string>, list: StoredList): StoredOption[] {
  const shipped = shippedList(files, list.name)?.options ?? [];
  const known = new Set([...list.options.map(({ code }) => code), ...list.gone]);
  const own = list.options.map((option) => ({ ...option, labels: { ...labelsOf(files, list.name, String(option.code)), ...option.labels } }));
  return [...own, ...shipped.filter(({ code }) => !known.has(code))];
}

/** Names of all lists, fixed ones too. */
export function listNames(files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].flatMap((file) => /^schemas\/codes\/([^/]+)\.json$/.exec(file)?.[1] ?? []).sort();
}

function layList(files: Files, list: StoredList): void {
  const file = jsonAt(files, codesFile(list.name));
  if (!file || !asArray(file.codes)) return;
  const options = laidList(files, list);
  const codes = options.map(({ code, version, from, to, color, retired }): JsonSchema => {
    const one = { code, version, from, to, color, ...(retired && { deprecated: true }) };
    return JSON.parse(JSON.stringify(one)) as JsonSchema; // without what is undefined
  });
  files.set(codesFile(list.name), JSON.stringify({ ...file, codes }));
  for (const lang of languages) {
    const said = Object.fromEntries(options.flatMap(({ code, labels }) => (labels[lang] ? [[String(code), labels[lang]]] : [])));
    const path = labelsFile(lang);
    const labels = jsonAt(files, path) ?? {};
    if (Object.keys(said).length) files.set(path, JSON.stringify({ ...labels, [list.name]: { ...asObject(labels[list.name]), ...said } }));
  }
}

function layOption(files: Files, { list, code, labels }: AddedOption): void {
  const file = jsonAt(files, codesFile(list));
  const codes = asArray(file?.codes);
  if (!file || !codes) return;
  files.set(codesFile(list), JSON.stringify({ ...file, codes: [...codes, { code }] }));
  for (const lang of languages) {
    const said = jsonAt(files, labelsFile(lang)) ?? {};
    if (labels[lang]) files.set(labelsFile(lang), JSON.stringify({ ...said, [list]: { ...asObject(said[list]), [code]: labels[lang] } }));
  }
}

function layExemption(files: Files, { file: path, field, unless }: Exemption): void {
  const file = jsonAt(files, path);
  const properties = asObject(file?.properties);
  const property = asObject(properties?.[field]);
  const when = asObject(property?.['x-requiredWhen']);
  if (!file || !property || !when) return;
  files.set(path, JSON.stringify({ ...file, properties: { ...properties, [field]: { ...property, 'x-requiredWhen': { allOf: [when, { not: unless }] } } } }));
}

function layField(files: Files, { object, name, schema, labels, help, options, tab, lockedWith }: AddedField): void {
  const path = `schemas/${object}.json`;
  const file = jsonAt(files, path);
  if (!file) return;
  const properties = { ...asObject(file.properties), [name]: schema };
  const workflow = asObject(file['x-workflow']);
  const transitions = asArray(workflow?.transitions)?.map((item) => {
    const step = asObject(item) ?? {};
    const locks = asArray(step.locks);
    return lockedWith && locks?.includes(lockedWith) ? { ...step, locks: [...locks, name] } : step;
  });
  files.set(
    path,
    JSON.stringify({
      ...file,
      properties,
      ...(file['x-form'] !== undefined && { 'x-form': withField(asObject(file['x-form']) ?? {}, tab, name) }),
      ...(workflow && transitions && { 'x-workflow': { ...workflow, transitions } }),
    }),
  );
  for (const lang of languages) {
    const own = `locales/${lang}/${object}.json`;
    const said = jsonAt(files, own) ?? {};
    const put = (key: string, value: JsonValue | undefined) => value !== undefined && value !== '' && { [key]: { ...asObject(said[key]), [name]: value } };
    const tabs = tab.labels[lang] ? { tabs: { ...asObject(said.tabs), [tab.key]: tab.labels[lang] } } : {};
    files.set(own, JSON.stringify({ ...said, ...tabs, ...put('fields', labels[lang]), ...put('fieldHelp', help?.[lang]), ...put('options', options?.[lang]) }));
  }
}

function withField(form: JsonSchema, { key, title }: AddedField['tab'], name: string): JsonSchema {
  const tabs = (asArray(form.tabs) ?? []).map((tab) => asObject(tab) ?? {});
  const found = tabs.find((tab) => tab.key === key);
  const more = found
    ? tabs.map((tab) => (tab === found ? { ...tab, fields: [...(asArray(tab.fields) ?? []), name] } : tab))
    : [...tabs, { key, title, fields: [name] }];
  return { ...form, tabs: more };
}

function labelsOf(files: ReadonlyMap<string, string>, name: string, code: string): StoredOption['labels'] {
  return Object.fromEntries(
    languages.flatMap((lang) => {
      const label = asObject(jsonAt(files, labelsFile(lang))?.[name])?.[code];
      return typeof label === 'string' ? [[lang, label]] : [];
    }),
  );
}

const codesFile = (name: string) => `schemas/codes/${name}.json`;
const labelsFile = (lang: Lang) => `locales/${lang}/codes.json`;

const parsed = new Map<string, JsonSchema | undefined>();
/** Texts remembered; a list's labels are asked for once an option. */
const mostParsed = 60;

function jsonAt(files: ReadonlyMap<string, string>, path: string): JsonSchema | undefined {
  const text = files.get(path);
  if (text === undefined) return undefined;
  if (parsed.has(text)) return parsed.get(text);
  const result = parseJson(text);
  const found = 'error' in result ? undefined : asObject(result.value);
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(text, found);
  return found;
}
