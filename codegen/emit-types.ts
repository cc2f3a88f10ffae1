/**
 * Emit types: a file an object (film.ts: Film, FilmCreate, FilmUpdate) for the code that is written by hand, through json-schema-to-typescript.
 * A row as the API speaks it: numbers may be null, a select holds its options or its unset value, a reference says of what. Types, not interfaces:
 * an interface has no index signature and would be no Row.
 */
import { compile } from 'json-schema-to-typescript';
import { emptyDefault } from './empty.ts';
import { languages } from './languages.ts';
import type { FieldModel, JsonSchema, JsonValue, ObjectEntry, ObjectModel, Text } from './model.ts';

/** 'sales_order' → 'SalesOrder' */
export function typeName(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** The text of .generated/languages.ts. */
export function emitLanguages(languages: readonly string[]): string {
  return `/** The folders of locales/; made by codegen, not edited, not committed. */\nexport type Lang = ${[...languages]
    .sort()
    .map((lang) => `'${lang}'`)
    .join(' | ')};\n`;
}

const banner = '/** Made from schemas/ by codegen; not edited, not committed. */\n';

/** The files of .generated/ that the schemas make: path → text. */
export async function emitTypes(entries: readonly ObjectEntry[]): Promise<Map<string, string>> {
  const models = entries.map(({ model }) => model).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = new Map<string, string>();
  for (const model of models) files.set(`objects/${model.name}.ts`, await emitObject(model));
  files.set('codes.ts', emitCodes(models));
  const lines = models.map(({ name }) => `  ${name}: ${typeName(name)};`);
  const imports = models.map(({ name }) => `import type { ${typeName(name)} } from './objects/${name}.ts';`);
  const exports = models.map(({ name }) => `export type * from './objects/${name}.ts';`);
  files.set(
    'objects.ts',
    `${banner}${imports.join('\n')}\n\nexport type * from './codes.ts';\n${exports.join('\n')}\n\n/** Every object by its name. */\nexport type Objects = {\n${lines.join('\n')}\n};\n\nexport type ObjectName = keyof Objects;\n`,
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
  return `${banner}\n/** The id of a row of an object. */\nexport type Id<O extends string> = string & { readonly __of?: O };\n\n${unions.join('\n')}`;
}

const codeName = (list: string) => `${typeName(list.replaceAll('-', '_'))}Code`;

async function emitObject(model: ObjectModel): Promise<string> {
  const name = typeName(model.name);
  const stored = model.fields.filter((field) => !field.writeOnly);
  const schema = { ...shape(stored, name), title: name, description: said(model.label, model.help) };
  const text = await compile(JSON.parse(JSON.stringify(schema)), name, {
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    format: false,
    strictIndexSignatures: false,
  });
  const types = text.replaceAll(/^export interface (\w+) \{/gm, 'export type $1 = {');
  const used = [...new Set(types.match(/\b(?:Id(?=<')|\w+Code\b(?!:))/g) ?? [])].filter((word) => word === 'Id' || isUsed(model.fields, word)).sort();
  const secret = model.fields.filter((field) => field.writeOnly).map((field) => `${JSON.stringify(field.name)}?: string`);
  const set = model.fields.filter((field) => !field.readOnly && !field.writeOnly && !stamps.includes(field.name)).map((field) => JSON.stringify(field.name));
  const must = model.fields.filter((field) => field.required && !field.writeOnly && !field.readOnly && !stamps.includes(field.name));
  const writes = `Partial<Pick<${name}, ${set.join(' | ') || 'never'}>>${secret.length ? ` & { ${secret.join('; ')} }` : ''}`;
  return `${banner}${used.length ? `import type { ${used.join(', ')} } from '../codes.ts';\n` : ''}
${types}
/** What a new one is made of. */
export type ${name}Create = ${writes} & Pick<${name}, ${must.map((field) => JSON.stringify(field.name)).join(' | ') || 'never'}>;
/** What is changed of one, and the version that was read. */
export type ${name}Update = ${writes} & Pick<${name}, 'id' | 'ver'>;
`;
}

const stamps: readonly string[] = ['ver', 'create_at', 'update_at', 'update_by'];

function isUsed(fields: readonly FieldModel[], word: string): boolean {
  return fields.some(({ codes, fields: inner }) => (codes !== undefined && codeName(codes) === word) || (inner && isUsed(inner, word)));
}

/** What people call it, in every language. */
function said(label: Text, help?: Text): string {
  const names = [...new Set(languages.map((lang) => label[lang]))].join(' · ');
  return [names, help && [...new Set(languages.map((lang) => help[lang]))].join('\n')].filter(Boolean).join('\n').replaceAll('*/', '* /');
}

/** Every field is there in a row that the API gives, so every key is required. */
function shape(fields: readonly FieldModel[], owner: string): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { ...valueType(field, `${owner}${typeName(field.name)}`), description: said(field.label, field.help) }]),
    ),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
  };
}

function valueType(field: FieldModel, owner: string): JsonSchema {
  const id: JsonSchema = field.relation ? { tsType: `Id<'${field.relation.to}'>` } : {};
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'number':
      return field.required || field.name === 'ver' ? { type: 'number' } : { type: ['number', 'null'] };
    case 'boolean':
      return { type: 'boolean' };
    case 'select':
      if (field.codes !== undefined) return { tsType: [codeName(field.codes), ...unsetOf(field)].join(' | ') };
      return { enum: [...new Set<JsonValue>([...(field.options ?? []).map(({ value }) => value), emptyDefault(field)])] };
    case 'multiselect':
      if (field.codes !== undefined) return { tsType: `${codeName(field.codes)}[]` };
      return { type: 'array', items: { enum: (field.options ?? []).map(({ value }) => value) } };
    case 'tags':
      return { type: 'array', items: { type: 'string' } };
    case 'references':
      return { type: 'array', items: { type: 'string', ...id } };
    case 'object':
      return {
        anyOf: [
          { ...shape(field.fields ?? [], owner), title: owner },
          { type: 'object', maxProperties: 0, additionalProperties: false },
        ],
      };
    case 'list':
    case 'files':
      return { type: 'array', items: { ...shape(field.fields ?? [], owner), title: owner } };
    case 'json':
      return { tsType: "import('#codegen/model.ts').JsonValue" };
    default:
      return { type: 'string', ...(field.name === 'id' ? {} : id) };
  }
}

/** What stands where nothing was chosen, unless it is one of the options. */
function unsetOf(field: FieldModel): string[] {
  const unset = emptyDefault(field);
  return field.options?.some(({ value }) => value === unset) ? [] : [JSON.stringify(unset)];
}
