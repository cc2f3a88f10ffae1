import type { FieldModel, JsonSchema, JsonValue, ObjectEntry, Role } from '#codegen/model.ts';
import type { Registry } from '#framework/objects/registry.ts';
import { validatorHash } from '#framework/objects/validators.ts';
import type { ListedObject } from '#framework/records/wire.ts';
import { may, projectModel } from '#rules/accounts/permission.ts';

/** The objects that the roles may list or read, each as they see it: what they may not know of is in neither model nor schema. */
export function listObjects(registry: Registry, roles: Role[]): ListedObject[] {
  return registry
    .objects()
    .filter((entry) => isListed(entry, roles))
    .map((entry) => listObject(entry, roles, `/api/objects/${entry.model.name}`));
}

/** Whether the roles know the object at all. */
export function isListed({ model }: ObjectEntry, roles: Role[]): boolean {
  return may(model, roles, 'list') || may(model, roles, 'read');
}

/** Where the object's compiled validator lies; another one has another address. */
export function validatorAddress(entry: ObjectEntry, address = `/api/objects/${entry.model.name}`): string {
  return `${address}/validator-${validatorHash(entry)}.js`;
}

/** One object as these roles see it; its validator lies below `address`. */
export function listObject(entry: ObjectEntry, roles: Role[], address: string): ListedObject {
  const { model, schema } = entry;
  const seen = projectModel(model, roles);
  return {
    name: model.name,
    model: seen,
    schema: projectSchema(schema, model.fields, seen.fields),
    validator: validatorAddress(entry, address),
  };
}

/** What comes apart, fitted to who asks (views, reminders, and the list in the model), and automations, which do not come. */
const apart = ['x-views', 'x-reminders', 'x-on', 'x-list'];

/** The schema without the properties whose fields the role does not see; nested objects and entries of lists alike. */
function projectSchema(whole: JsonSchema, all: FieldModel[], seen: FieldModel[]): JsonSchema {
  const schema = Object.fromEntries(Object.entries(whole).filter(([keyword]) => !apart.includes(keyword)));
  const hidden = new Set(all.map((field) => field.name).filter((name) => !seen.some((field) => field.name === name)));
  const properties = schema.properties;
  if (!isObject(properties)) return isObject(schema.items) ? { ...schema, items: projectSchema(schema.items, all, seen) } : schema;
  const inside = (of: FieldModel[], name: string) => of.find((field) => field.name === name)?.fields ?? [];
  const visible = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !hidden.has(name))
      .map(([name, part]) => [name, isObject(part) && inside(all, name).length ? projectSchema(part, inside(all, name), inside(seen, name)) : part]),
  );
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => !hidden.has(String(name))) : undefined;
  return { ...schema, properties: visible, ...(required ? { required } : {}) };
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
