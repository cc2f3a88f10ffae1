/**
 * Emit types: a file an object (film.ts: Film, FilmRead, FilmCreate, FilmUpdate) for the code that is written by hand, through
 * json-schema-to-typescript. `Film` is the whole row as the codec decodes it: a text that is not there is '', a decimal is a number, what may be
 * NULL in the table may be null, a select holds its options or its unset value, a reference says of what; what is stored nowhere is no part of it.
 * `FilmRead` is what somebody gets to read of it. Types, not interfaces: an interface has no index signature and would be no Row.
 */
import { compile } from 'json-schema-to-typescript';
import { languages } from '../languages.ts';
import type { FieldModel, JsonSchema, JsonValue, ObjectEntry, ObjectModel, Text } from '../model.ts';
import { isSecret, rowShape, type ShapeWriter, sentFields, storedFields } from './row-shape.ts';
import { typeName } from './type-name.ts';

/** The text of .generated/languages.ts. */
export function emitLanguages(languages: readonly string[]): string {
  return `/** The folders of locales/; made by codegen, not edited, not committed. */\nexport type Lang = ${[...languages]
    .sort()
    .map((lang) => `'${lang}'`)
    .join(' | ')};\n`;
}

/** The client beside the types that it speaks: the file as it stands, of those types. */
export function emitClient(text: string): string {
  return `${banner}${text.replace("'#generated/objects.ts'", "'./objects.ts'")}`;
}

const banner = '/** Made from schemas/ by codegen; not edited, not committed. */\n';

/** The files of .generated/ that the schemas make: path → text. */
export async function emitTypes(entries: readonly ObjectEntry[]): Promise<Map<string, string>> {
  const models = entries.map(({ model }) => model).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = new Map<string, string>();
  for (const model of models) files.set(`objects/${model.name}.ts`, await emitObject(model));
  files.set('codes.ts', emitCodes(models));
  const lines = models.map(({ name }) => `  ${name}: ${typeName(name)};`);
  const verbs = ['Read', 'Create', 'Update'];
  const imports = models.map(({ name }) => `import type { ${['', ...verbs].map((verb) => typeName(name) + verb).join(', ')} } from './objects/${name}.ts';`);
  const exports = models.map(({ name }) => `export type * from './objects/${name}.ts';`);
  const map = (verb: string, says: string) =>
    `/** ${says} */\nexport type ${verb}s = {\n${models.map(({ name }) => `  ${name}: ${typeName(name)}${verb};`).join('\n')}\n};\n\n`;
  files.set(
    'objects.ts',
    `${banner}${imports.join('\n')}\n\nexport type * from './codes.ts';\n${exports.join('\n')}\n\n/** Whole rows of every object by its name. */\nexport type Objects = {\n${lines.join('\n')}\n};\n\n${map('Read', 'The same as the API gives them.')}${map('Create', 'What new ones are made of.')}${map('Update', 'What is changed of them.')}export type ObjectName = keyof Objects;\n`,
  );
  return files;
}

/** A closed list each: its codes, and the id of an object, which says of what it is: any text passes, another object's id does not. */
function emitCodes(models: readonly ObjectModel[]): string {
  const lists = new Map<string, Set<JsonValue>>();
  const visit = (fields: readonly FieldModel[]): void => {
    for (const { codes, options = [], fields: inner } of fields) {
      if (codes !== undefined) lists.set(codes, new Set([...(lists.get(codes) ?? []), ...options.map(({ value }) => value)]));
      if (inner) visit(inner);
    }
  };
  for (const { fields } of models) visit(fields);
  const unions = [...lists]
    .sort()
    .map(
      ([name, codes]) =>
        `/** schemas/codes/${name}.json */\nexport type ${codeName(name)} = ${[...codes].map((code) => JSON.stringify(code)).join(' | ') || 'never'};\n`,
    );
  return `${banner}\n/** The id of a row of an object. */\nexport type Id<O extends string> = string & { readonly __of?: O };\n\n/** The value of a field without a shape. */\nexport type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };\n\n${unions.join('\n')}`;
}

const codeName = (list: string) => `${typeName(list.replaceAll('-', '_'))}Code`;

const writer: ShapeWriter = {
  codes: ({ codes }) => codes && codeName(codes),
  id: ({ relation }): JsonSchema => (relation ? { tsType: `Id<'${relation.to}'>` } : {}),
  beside: ({ label, help }) => ({ description: said(label, help) }),
  named: (owner, { name }) => `${owner}${typeName(name)}`,
};

async function emitObject(model: ObjectModel): Promise<string> {
  const name = typeName(model.name);
  const stored = storedFields(model);
  const schema = {
    ...rowShape(
      stored,
      name,
      stored.map(({ name }) => name),
      writer,
    ),
    title: name,
    description: said(model.label, model.help),
  };
  const text = await compile(JSON.parse(JSON.stringify(schema, underOtherNames)), name, {
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    format: false,
    strictIndexSignatures: false,
  });
  const types = text.replaceAll(/^export interface (\w+) \{/gm, 'export type $1 = {').replaceAll(otherName, '');
  const used = [...new Set(types.match(/\b(?:Id(?=<')|\w+Code\b(?!:))/g) ?? [])].filter((word) => word === 'Id' || isUsed(model.fields, word)).sort();
  const some = names(stored.filter((field) => field.access?.read && !isSecret(field)));
  const read = `Omit<${name}, ${[names(stored.filter(isSecret)), some].filter(Boolean).join(' | ') || 'never'}>${some && ` & Partial<Pick<${name}, ${some}>>`}`;
  const writable = sentFields(model);
  const set = writable.filter((field) => stored.includes(field));
  const passing = writable.filter((field) => !stored.includes(field)).map((field) => `${JSON.stringify(field.name)}?: JsonValue`);
  const writes = `Partial<Pick<${name}, ${names(set) || 'never'}>>${passing.length ? ` & { ${passing.join('; ')} }` : ''}`;
  if (/\bJsonValue\b/.test(types + writes)) used.push('JsonValue');
  return `${banner}${used.length ? `import type { ${used.join(', ')} } from '../codes.ts';\n` : ''}
${types}
/** What somebody gets to read: no secrets, and what is kept from some roles may be missing. */
export type ${name}Read = ${read};
/** What a new one is made of. */
export type ${name}Create = ${writes} & Pick<${name}, ${names(set.filter((field) => field.required)) || 'never'}>;
/** What is changed of one, and the version that was read. */
export type ${name}Update = ${writes} & Pick<${name}, 'id' | 'ver'>;
`;
}

/** The compiler asks objects for what it takes to be theirs: a field of that name goes under another one meanwhile. */
const otherName = 'other_name_of_';
function underOtherNames(key: string, value: unknown): unknown {
  const other = (name: unknown): unknown => (typeof name === 'string' && name in Object.prototype ? otherName + name : name);
  if (key === 'required' && Array.isArray(value)) return value.map(other);
  if (key !== 'properties' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [other(name), inner]));
}

function names(fields: readonly FieldModel[]): string {
  return fields.map(({ name }) => JSON.stringify(name)).join(' | ');
}

function isUsed(fields: readonly FieldModel[], word: string): boolean {
  return fields.some(({ codes, fields: inner }) => (codes !== undefined && codeName(codes) === word) || (inner && isUsed(inner, word)));
}

/** What people call it, in every language. */
function said(label: Text, help?: Text): string {
  const names = [...new Set(languages.map((lang) => label[lang]))].join(' · ');
  return [names, help && [...new Set(languages.map((lang) => help[lang]))].join('\n')].filter(Boolean).join('\n').replaceAll('*/', '* /');
}
