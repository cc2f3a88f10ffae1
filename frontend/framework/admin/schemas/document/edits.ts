/**
 * What a person does to a schema in the workbench, each as a function from a document to a new one. Everything that names a field stays right; keywords that are not
 * known stay as they are. A path is dotted: 'place.street' is the field street in place, or in the entries of a list. Pure.
 */
import type { JsonSchema, JsonValue, Lang } from '#codegen/model.ts';
import { asChoice, choiceOf, type FieldChoice, isSameSort, textual } from './kinds.ts';
import { isNode, type SchemaDocument, textsOf, withWord } from './schema-document.ts';
import { mapFields } from './uses.ts';

/** What a field may be called: letters of any script, digits, `_`, `-`, `$`, at most 48. */
export const fieldName = /^[\p{L}\p{N}_$@][\p{L}\p{N}_$-]{0,47}$/u;

/** The field at a path; undefined where there is none, or where a reference leads elsewhere. */
export function fieldAt(schema: JsonSchema, path: string): JsonSchema | undefined {
  return path.split('.').reduce<JsonSchema | undefined>((node, step) => {
    const properties = node && holderOf(node).properties;
    const found = isNode(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
    return isNode(found) ? found : undefined;
  }, schema);
}

/** A new field at the end of its parent, and in the form's last tab. The name must be free. */
export function addField(
  document: SchemaDocument,
  path: string,
  choice: FieldChoice,
  { title = '', to = '', first }: { title?: string; to?: string; first?: string } = {},
): SchemaDocument {
  const [parent, name] = split(path);
  const field = asChoice(title ? { title } : {}, choice, to, first);
  const schema = atParent(document.schema, parent, (node) => ({ ...node, properties: { ...(isNode(node.properties) ? node.properties : {}), [name]: field } }));
  return { ...document, schema: parent ? schema : intoForm(schema, name) };
}

/**
 * Another name, everywhere. `stored` are the paths of the saved version: a name that rows may be stored under is remembered in x-was, so that the column is renamed;
 * going back to it forgets that.
 */
export function renameField(document: SchemaDocument, path: string, name: string, stored: ReadonlySet<string>): SchemaDocument {
  const [parent, before] = split(path);
  const next = parent ? `${parent}.${name}` : name;
  if (name === before || fieldAt(document.schema, path) === undefined || fieldAt(document.schema, next) !== undefined) return document;
  const schema = atParent(document.schema, parent, (node) => {
    const renamed = Object.entries(isNode(node.properties) ? node.properties : {}).map(([key, field]) =>
      key === before && isNode(field) ? [name, withWas(field, [...(stored.has(path) ? [before] : []), ...wasOf(field)], name)] : [key, field],
    );
    return withRequired({ ...node, properties: Object.fromEntries(renamed) }, (names) => (parent ? names.map((one) => (one === before ? name : one)) : names));
  });
  const map = (one: string) => (one === path ? next : one.startsWith(`${path}.`) ? `${next}${one.slice(path.length)}` : one);
  return mapFields({ ...document, schema }, map);
}

/** The field is gone, with everything that cannot be without it. */
export function removeField(document: SchemaDocument, path: string): SchemaDocument {
  const [parent, name] = split(path);
  const schema = atParent(document.schema, parent, (node) => {
    const properties = Object.entries(isNode(node.properties) ? node.properties : {}).filter(([key]) => key !== name);
    return withRequired({ ...node, properties: Object.fromEntries(properties) }, (names) => (parent ? names.filter((one) => one !== name) : names));
  });
  // Every object has these without saying so: what names them still does.
  if (ofEvery.has(path)) return { ...document, schema };
  return mapFields({ ...document, schema }, (one) => (one === path || one.startsWith(`${path}.`) ? undefined : one));
}

const ofEvery: ReadonlySet<string> = new Set(['id', 'ver', 'create_at', 'update_at', 'update_by']);

/** The field stands `by` places further down among those beside it (below 0: up), in its section of the form too. */
export function moveField(document: SchemaDocument, path: string, by: number): SchemaDocument {
  const [parent, name] = split(path);
  const schema = atParent(document.schema, parent, (node) => {
    const fields = Object.entries(isNode(node.properties) ? node.properties : {});
    const order = moved(
      fields.map(([key]) => key),
      name,
      by,
    );
    return { ...node, properties: Object.fromEntries(order.map((key) => [key, (node.properties as JsonSchema)[key] ?? {}])) }; // the keys are its own
  });
  if (parent || !isNode(schema['x-form'])) return { ...document, schema };
  return { ...document, schema: { ...schema, 'x-form': inLists(schema['x-form'], (names) => moved(names, name, by)) } };
}

/** Another kind: words of the old one go, all others stay; where rows of it are no text that is read, it leaves search, titles, indexes, filters and conditions. */
export function changeKind(document: SchemaDocument, path: string, choice: FieldChoice, to = '', first?: string): SchemaDocument {
  const field = fieldAt(document.schema, path);
  const now = field && choiceOf(field);
  if (!field || (now === choice && to === '')) return document;
  const other = { ...document, schema: updateField(document.schema, path, (node) => asChoice(node, choice, to, first)) };
  const changed = now === 'email' ? { ...other, schema: withoutMailsTo(other.schema, path) } : other;
  if (now && textual.has(now) && textual.has(choice))
    return withoutColumn.has(choice) || Number(fieldAt(changed.schema, path)?.maxLength) > longestIndexed
      ? { ...changed, schema: withoutIndexes(changed.schema, path) }
      : changed;
  const inForm = { form: document.schema['x-form'], required: document.schema.required };
  const inner = (one: string) => one.startsWith(`${path}.`) || (one === path && !path.includes('.'));
  const { labels } = mapFields({ schema: {}, labels: document.labels }, (one) => (one.startsWith(`${path}.`) ? undefined : one));
  // Numbers stay numbers to an expression, whatever their places.
  const reads = (one: string) => (one.startsWith(`${path}.`) || (one === path && !(now && isSameSort(now, choice))) ? undefined : one);
  const { schema } = mapFields({ ...changed, labels: {} }, (one) => (inner(one) ? undefined : one), reads);
  const columns = new Set(withoutColumn.has(choice) ? [] : textsOf(columnsOf(document.schema)));
  const withForm = withWord(withWord(schema, 'x-form', inForm.form), 'required', withoutRequired.has(choice) ? schema.required : inForm.required);
  const left = new Set(textsOf(columnsOf(withForm)));
  const listed = textsOf(columnsOf(document.schema)).filter((one) => left.has(one) || (one === path && columns.has(one)));
  return { schema: columnsOf(document.schema) === undefined ? withForm : setColumns({ schema: withForm, labels }, listed).schema, labels };
}

/** Characters that an index holds. */
const longestIndexed = 700;

/** Indexes and keys that hold the field are left out: none can hold a text of any length. */
function withoutIndexes(schema: JsonSchema, path: string): JsonSchema {
  return ['x-indexes', 'x-uniques'].reduce((next, word) => {
    const groups = next[word];
    const left = Array.isArray(groups) ? groups.filter((group) => !(Array.isArray(group) ? group : [group]).includes(path)) : groups;
    return Array.isArray(groups) && Array.isArray(left) && left.length < groups.length ? withWord(next, word, left.length ? left : undefined) : next;
  }, schema);
}

/** What is no address any more gets no mail. */
function withoutMailsTo(schema: JsonSchema, path: string): JsonSchema {
  if (schema['x-on'] === undefined) return schema;
  const { schema: left } = mapFields(
    { schema: { 'x-on': schema['x-on'] }, labels: {} },
    (one) => (one === path ? undefined : one),
    (one) => one,
  );
  return withWord(schema, 'x-on', left['x-on']);
}

/** Kinds that no list shows by themselves. */
const withoutColumn: ReadonlySet<FieldChoice> = new Set(['text', 'html', 'object', 'list', 'json', 'files']);
/** Kinds of which 'required' says little. */
const withoutRequired: ReadonlySet<FieldChoice> = new Set(['json', 'object']);

/** One keyword of a field; undefined, '' or an empty list takes it away. */
export function setWord(document: SchemaDocument, path: string, word: string, value: JsonValue | undefined): SchemaDocument {
  return { ...document, schema: updateField(document.schema, path, (node) => withWord(node, word, value)) };
}

/** One keyword at the top of the file. */
export function setObjectWord(document: SchemaDocument, word: string, value: JsonValue | undefined): SchemaDocument {
  return { ...document, schema: withWord(document.schema, word, value) };
}

export function setRequired(document: SchemaDocument, path: string, is: boolean): SchemaDocument {
  const [parent, name] = split(path);
  const schema = atParent(document.schema, parent, (node) =>
    withRequired(node, (names) => (is ? [...names.filter((one) => one !== name), name] : names.filter((one) => one !== name))),
  );
  return { ...document, schema };
}

export function isRequired(schema: JsonSchema, path: string): boolean {
  const [parent, name] = split(path);
  const node = parent ? fieldAt(schema, parent) : schema;
  return node !== undefined && textsOf(holderOf(node).required).includes(name);
}

/** No two rows with the same value: `x-db.unique`. */
export function setUnique(document: SchemaDocument, path: string, is: boolean): SchemaDocument {
  const schema = updateField(document.schema, path, (node) =>
    withWord(node, 'x-db', withWord(isNode(node['x-db']) ? node['x-db'] : {}, 'unique', is || undefined)),
  );
  return { ...document, schema };
}

/** Options of a select or of several; what rows may hold already stays under its code. A title that is its code is not written. */
export function setOptions(document: SchemaDocument, path: string, options: readonly { const: string; title?: string }[]): SchemaDocument {
  const list: JsonValue[] = options.map(({ const: value, title, ...rest }) => ({ ...rest, const: value, ...(title && title !== value ? { title } : {}) }));
  const put = (node: JsonSchema) => {
    const { enum: _enum, ...rest } = node;
    const next = withWord(rest, 'oneOf', list);
    return typeof next.default === 'string' && !options.some((one) => one.const === next.default) ? withWord(next, 'default', undefined) : next;
  };
  return { ...document, schema: updateField(document.schema, path, (node) => (isNode(node.items) ? { ...node, items: put(node.items) } : put(node))) };
}

/** Words of a file of labels that have a text for each name. */
export type LabelWord =
  | 'fields'
  | 'fieldHelp'
  | 'tabs'
  | 'sections'
  | 'views'
  | 'quick'
  | 'reminders'
  | 'rules'
  | 'automations'
  | 'transitions'
  | 'confirms'
  | 'states';

/** What a field, '' the object itself, is called in a language: `fields` and `name` of its file of labels. */
export function setLabel(document: SchemaDocument, lang: Lang, path: string, text: string, word: LabelWord = 'fields'): SchemaDocument {
  const words = document.labels[lang] ?? {};
  const next =
    path === ''
      ? withWord(words, word === 'fieldHelp' ? 'help' : 'name', text)
      : withWord(words, word, withWord(isNode(words[word]) ? words[word] : {}, path, text));
  return { ...document, labels: { ...document.labels, [lang]: next } };
}

export function labelOf(document: SchemaDocument, lang: Lang, path: string, word: LabelWord = 'fields'): string {
  const words = document.labels[lang] ?? {};
  const said = path === '' ? words[word === 'fieldHelp' ? 'help' : 'name'] : isNode(words[word]) ? words[word][path] : undefined;
  return typeof said === 'string' ? said : '';
}

/** Columns of the list, as the file says them; undefined: it says none. */
export function columnsOf(schema: JsonSchema): JsonValue | undefined {
  return isNode(schema['x-list']) ? schema['x-list'].columns : schema['x-list'];
}

export function setColumns(document: SchemaDocument, columns: readonly string[]): SchemaDocument {
  const list = document.schema['x-list'];
  return setObjectWord(document, 'x-list', isNode(list) ? withWord(list, 'columns', [...columns]) : [...columns]);
}

/**
 * A value that is worked out (x-formula): nothing else gives it one any more. Or that a new row begins with (x-default): not where the server alone writes it, and
 * in the place of `default`. '' takes it away.
 */
export function setExpression(document: SchemaDocument, path: string, word: 'x-formula' | 'x-default', text: string): SchemaDocument {
  if (text === '') return setWord(document, path, word, undefined);
  if (word === 'x-formula') {
    const others = ['default', 'x-default', 'x-computed'].reduce((next, other) => setWord(next, path, other, undefined), document);
    const next = setWord(others, path, word, text);
    return { ...next, schema: withoutWriters(next.schema, path) };
  }
  const isServers = fieldAt(document.schema, path)?.readOnly === true || numberedField(document.schema) === path;
  return isServers ? document : setWord(setWord(setWord(document, path, 'default', undefined), path, 'x-formula', undefined), path, word, text);
}

/** The field that a series of numbers is given to: the key, where none is named. */
export function numberedField(schema: JsonSchema): string | undefined {
  const naming = schema['x-naming'];
  if (naming === undefined) return undefined;
  return isNode(naming) && typeof naming.field === 'string' ? naming.field : 'id';
}

/** Automations set the field no longer, and no series of numbers is given to it. */
function withoutWriters(schema: JsonSchema, path: string): JsonSchema {
  const naming = numberedField(schema) === path ? undefined : schema['x-naming'];
  const automations = (Array.isArray(schema['x-on']) ? schema['x-on'] : []).flatMap((one) => {
    if (!isNode(one) || !Array.isArray(one.do)) return [one];
    const steps = one.do.flatMap((step) =>
      isNode(step) && isNode(step.set) ? (without(step.set, path) ? [{ ...step, set: without(step.set, path) ?? {} }] : []) : [step],
    );
    return steps.length > 0 ? [{ ...one, do: steps }] : [];
  });
  return withWord(withWord(schema, 'x-on', schema['x-on'] === undefined ? undefined : automations), 'x-naming', naming);
}

function without(set: JsonSchema, path: string): JsonSchema | undefined {
  const { [path]: _gone, ...rest } = set;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** What a role may do; undefined: what it may without being named. */
export function setAccess(document: SchemaDocument, role: string, verbs: readonly string[] | 'all' | undefined): SchemaDocument {
  const access = isNode(document.schema['x-access']) ? document.schema['x-access'] : {};
  const { [role]: _before, ...rest } = access;
  return setObjectWord(document, 'x-access', verbs === undefined ? rest : { ...rest, [role]: verbs === 'all' ? 'all' : [...verbs] });
}

function intoForm(schema: JsonSchema, name: string): JsonSchema {
  const form = schema['x-form'];
  if (Array.isArray(form)) return { ...schema, 'x-form': [...form, name] };
  if (!isNode(form) || !Array.isArray(form.tabs)) return schema;
  const last = form.tabs.length - 1;
  return { ...schema, 'x-form': { ...form, tabs: form.tabs.map((tab, index) => (index === last && isNode(tab) ? intoTab(tab, name) : tab)) } };
}

function intoTab(tab: JsonSchema, name: string): JsonSchema {
  const sections = Array.isArray(tab.sections) ? tab.sections : [];
  const last = sections.at(-1);
  if (!isNode(last)) return { ...tab, fields: [...textsOf(tab.fields), name] };
  return { ...tab, sections: [...sections.slice(0, -1), { ...last, fields: [...textsOf(last.fields), name] }] };
}

/** Every list of fields in x-form changed; sections and tabs that are empty then go. */
function inLists(form: JsonSchema, change: (names: string[]) => string[]): JsonSchema {
  const lists = (node: JsonSchema): JsonSchema => (node.fields === undefined ? node : withWord(node, 'fields', change(textsOf(node.fields))));
  const tabs = (Array.isArray(form.tabs) ? form.tabs : []).map((tab) => {
    if (!isNode(tab)) return tab;
    const sections = Array.isArray(tab.sections) ? tab.sections.map((section) => (isNode(section) ? lists(section) : section)) : undefined;
    return withWord(
      lists(tab),
      'sections',
      sections?.filter((section) => !isNode(section) || section.fields !== undefined),
    );
  });
  const sidebar = form.sidebar === undefined ? form : withWord(form, 'sidebar', change(textsOf(form.sidebar)));
  return { ...sidebar, tabs };
}

/** The node that has the properties: of a list its entries. */
function holderOf(node: JsonSchema): JsonSchema {
  return isNode(node.items) ? node.items : node;
}

function updateField(schema: JsonSchema, path: string, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const [parent, name] = split(path);
  return atParent(schema, parent, (node) => {
    const field = isNode(node.properties) ? node.properties[name] : undefined;
    return isNode(field) ? { ...node, properties: { ...(node.properties as JsonSchema), [name]: change(field) } } : node; // it has the field
  });
}

/** Changes the node whose `properties` are those of `path`; '' is the object itself. */
function atParent(schema: JsonSchema, path: string, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  if (path === '') return change(schema);
  return updateField(schema, path, (node) => (isNode(node.items) ? { ...node, items: change(node.items) } : change(node)));
}

function split(path: string): [parent: string, name: string] {
  const at = path.lastIndexOf('.');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}

function moved(names: readonly string[], name: string, by: number): string[] {
  const from = names.indexOf(name);
  if (from < 0) return [...names];
  const rest = names.filter((one) => one !== name);
  const to = Math.max(0, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), name, ...rest.slice(to)];
}

function wasOf(field: JsonSchema): string[] {
  return typeof field['x-was'] === 'string' ? [field['x-was']] : textsOf(field['x-was']);
}

function withWas(field: JsonSchema, was: string[], name: string): JsonSchema {
  const names = [...new Set(was)].filter((one) => one !== name);
  return withWord(field, 'x-was', names.length === 1 ? names[0] : names);
}

function withRequired(node: JsonSchema, change: (names: string[]) => string[]): JsonSchema {
  return Array.isArray(node.required) || change([]).length > 0 ? withWord(node, 'required', change(textsOf(node.required))) : node;
}
