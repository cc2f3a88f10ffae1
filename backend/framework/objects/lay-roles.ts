/** The house's own roles laid over what the files say: in every object's access, and among the codes of whatever holds roles. */
import { createHash } from 'node:crypto';
import type { FieldModel, JsonSchema, ObjectEntry, Option } from '#codegen/model.ts';
import { type OwnRole, withOwnRoles } from '#rules/accounts/own-roles.ts';

const list = 'role';

export function layRoles(entries: ReadonlyMap<string, ObjectEntry>, own: readonly OwnRole[]): Map<string, ObjectEntry> {
  if (!own.length) return new Map(entries);
  return new Map([...entries].map(([name, entry]) => [name, withCodes({ ...entry, model: withOwnRoles(entry.model, own) }, own)]));
}

/** Where a field's codes are the roles, the entry is another version: its validator is compiled anew, its table asked for. */
function withCodes(entry: ObjectEntry, own: readonly OwnRole[]): ObjectEntry {
  const { model } = entry;
  if (!model.fields.some(({ codes }) => codes === list)) return entry;
  const known = model.fields.find(({ codes }) => codes === list)?.options ?? [];
  const added = own.map(({ code, title }): Option => ({ value: code, label: title }));
  const isRoles = (node: unknown) => Array.isArray(node) && node.length === known.length && known.every(({ value }, at) => node[at] === value);
  const widen = (schema: JsonSchema): JsonSchema =>
    JSON.parse(
      JSON.stringify(schema, (key, node: unknown) => (key === 'enum' && isRoles(node) ? [...(node as unknown[]), ...added.map(({ value }) => value)] : node)),
    ) as JsonSchema; // a schema, with longer lists
  const fields = model.fields.map((field): FieldModel => (field.codes === list ? { ...field, options: [...(field.options ?? []), ...added] } : field));
  const hash = createHash('sha256').update(model.hash).update(JSON.stringify(added)).digest('hex');
  return { ...entry, model: { ...model, fields, hash }, schema: widen(entry.schema), validation: widen(entry.validation) };
}
