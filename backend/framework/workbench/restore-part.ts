/** Removed fields back into their schema: as the last version of the file that had them said, else as the archive knows them; and their labels. Their values come back with the column. */

import { parseJson } from '#codegen/load/json-text.ts';
import { type JsonNode, readTree } from '#codegen/load/json-tree.ts';
import type { FieldModel, JsonSchema } from '#codegen/model.ts';
import { asObject } from '#codegen/schema-node.ts';
import { readArchived } from '#framework/data/evolve/journal.ts';
import { archivedParts } from '#framework/data/evolve/purge.ts';
import { listVersions } from '#framework/data/system/schema-files.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { stepsOf } from '#rules/records/field-path.ts';
import { languages } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { saveSchema } from './save-schema.ts';
import { readSchemaFiles } from './schema-files.ts';
import type { SavedSchema, SchemaFiles } from './wire.ts';

/** Versions that are looked through for a field. */
const mostVersions = 200;

/**
 * @param order.key of a part that GET /api/system/archived names
 * @throws Refusal msg.notfound where nothing of that name is archived or nothing says what it was, and as `saveSchema`
 */
export async function restorePart(tools: Tools, actor: Actor, name: string, { key, version }: { key: unknown; version: unknown }): Promise<SavedSchema> {
  const entry = tools.registry.get(name);
  const current = await readSchemaFiles(tools.config, name);
  const part = entry && (await archivedParts(tools.db, [entry])).find((one) => one.key === key);
  if (!part || !current) throw new Refusal('msg.notfound', { values: { object: 'schema', id: name } });
  const earlier = (await listVersions(tools.db, name, mostVersions)).flatMap(({ files }) => (files === null ? [] : [JSON.parse(files) as SchemaFiles])); // save-schema.ts wrote them
  const archived = await readArchived(tools.db, name);
  let { schema, labels } = current;
  for (const field of part.fields) {
    const path = stepsOf(field);
    const model = archived.findLast((one) => one.field === field)?.model;
    const declared = earlier.map(({ schema: text }) => declaredAt(text, path)).find((node) => node !== undefined) ?? (model ? schemaOf(model) : undefined);
    const next = declared && withField(schema, path, declared);
    if (next === undefined) throw new Refusal('msg.notfound', { values: { object: 'field', id: field } });
    schema = next;
    const said = earlier.find(({ schema: text }) => declaredAt(text, path));
    if (said) labels = withLabels(labels, said.labels, field);
  }
  return saveSchema(tools, actor, name, { files: { schema, labels }, version });
}

/** What a text declares of the field at a dotted path, through objects and lists. */
function declaredAt(text: string, path: readonly string[]): JsonSchema | undefined {
  const parsed = parseJson(text);
  let node = 'error' in parsed ? undefined : asObject(parsed.value);
  for (const name of path) node = asObject(asObject(node?.properties)?.[name]) ?? asObject(asObject(asObject(node?.items)?.properties)?.[name]);
  return node;
}

/** The least that a field's model says of its values. */
function schemaOf({ kind, label, maxLength, column, options, multipleOf, format }: FieldModel): JsonSchema | undefined {
  const plain: Partial<Record<FieldModel['kind'], JsonSchema>> = {
    string: { type: 'string', maxLength: maxLength ?? column?.length ?? 500, ...(format !== undefined && { format }) },
    text: { type: 'string', maxLength: maxLength ?? 16_000, 'x-ui': 'textarea' },
    integer: { type: 'integer' },
    number: { type: 'number' },
    decimal: { type: 'number', multipleOf: multipleOf ?? 0.01 },
    boolean: { type: 'boolean' },
    date: { type: 'string', format: 'date' },
    time: { type: 'string', format: 'time' },
    datetime: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string', maxLength: 200 } },
    ...(options?.length && { select: { type: typeof options[0]?.value === 'number' ? 'integer' : 'string', enum: options.map(({ value }) => value) } }),
  };
  const found = plain[kind];
  return found && { title: label.en, ...found };
}

/** Words of a file of labels that go by field. */
const wordsByField = ['fields', 'fieldHelp', 'placeholders', 'options'];

/** What an earlier version called the field and those in it, in each language; what is said of it now stays. */
function withLabels(now: SchemaFiles['labels'], before: SchemaFiles['labels'], field: string): SchemaFiles['labels'] {
  const next = { ...now };
  for (const lang of languages) {
    const [then, words] = [readWords(before[lang]), readWords(now[lang] ?? '{}')];
    for (const word of wordsByField) {
      const own = Object.entries(asObject(then?.[word]) ?? {}).filter(([path]) => path === field || path.startsWith(`${field}.`));
      if (!own.length || !words) continue;
      words[word] = { ...asObject(words[word]), ...Object.fromEntries(own), ...asObject(words[word]) };
      next[lang] = JSON.stringify(words, null, 2);
    }
  }
  return next;
}

/** A file of labels as an object; undefined where there is none, or none that can be read. */
function readWords(text = ''): JsonSchema | undefined {
  const parsed = parseJson(text);
  return 'error' in parsed ? undefined : asObject(parsed.value);
}

/** The text with the field at the end of the properties that it belongs to; undefined where there are none, or it is there already. */
function withField(text: string, path: readonly string[], declared: JsonSchema): string | undefined {
  const of = (node: JsonNode | undefined, key: string) => node?.members?.find((member) => member.key === key)?.node;
  const propertiesOf = (node: JsonNode | undefined) => of(node, 'properties') ?? of(of(node, 'items'), 'properties');
  let node: JsonNode | undefined = readTree(text);
  for (const name of path.slice(0, -1)) node = of(propertiesOf(node), name);
  const properties = propertiesOf(node);
  const name = path.at(-1) ?? '';
  if (!properties?.members || of(properties, name)) return undefined;
  const before = text.slice(0, properties.end - 1).trimEnd();
  const comma = properties.members.length ? ',' : '';
  return `${before}${comma}\n${JSON.stringify(name)}: ${JSON.stringify(declared)}\n${text.slice(properties.end - 1)}`;
}
