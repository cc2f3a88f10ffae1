/** The calls that are about no one object, as the list of calls has them (api/wire.ts): their schemas are made of its types by codegen, so that a call is described once. */
import type { DescribedCall } from '#codegen/emit/emit-calls.ts';
import type { JsonSchema, JsonValue, ObjectModel, Role, Verb } from '#codegen/model.ts';
import { described } from '#generated/calls.ts';
import { administrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { operation, type Paths, query } from './operation.ts';
import { framed, text } from './shapes.ts';

/** Who asks: by their roles, and whether by a key, for which no session of a visitor counts. */
export interface CallAsker {
  roles: readonly Role[];
  hasKey: boolean;
  modelOf: (object: string) => ObjectModel | undefined;
}

/** @param words of openapi.json, by the name of the call */
export function callPaths(asker: CallAsker, words: Record<string, string>): Paths {
  const paths: Paths = {};
  for (const [name, call] of Object.entries(described.calls)) {
    if (!mayCall(call, asker)) continue;
    const [method = '', path = ''] = name.split(' ');
    const at = path.replace(/:(\w+)/g, '{$1}');
    const id = callId(name, call);
    const parts = [...at.matchAll(/\{(\w+)\}/g)].map(
      ([, part = '']): JsonSchema => ({ name: part, in: 'path', required: true, schema: text, example: 'an-id' }),
    );
    const { body, answer } = call;
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        ...operation({
          id,
          summary: words[id] ?? id,
          tag: call.group,
          parameters: [
            ...parts,
            ...Object.entries(call.query ?? {}).map(([part, example]) => query(part.replace('!', ''), text, decodeURIComponent(example), part.endsWith('!'))),
          ],
          ...(body === 'bytes' && { body: { schema: {}, type: 'application/octet-stream' } }),
          ...(body !== undefined && body !== 'bytes' && { body: { schema: body, example: sampleOf(body) } }),
          answer: answer === 'bytes' ? { status: 200, type: '*/*' } : answer === 'elsewhere' ? { status: 303 } : call.bare ? answer : framed(answer),
          refused: [...(parts.length ? [404] : []), ...(body === undefined ? [] : [422])],
        }),
        ...(isVisitors(call.for) && { security: call.for === 'everybody' ? [] : [{ [call.for ?? '']: [] }] }),
      },
    };
  }
  return paths;
}

/** 'get.api.system', where its list names it no other way. */
export function callId(name: string, { id }: DescribedCall): string {
  return id ?? name.toLowerCase().replace('/api/', '').replace(/\W+/g, '.');
}

/** The chapters of the calls in these paths, and the realms whose sessions open some. */
export function chaptersOf(paths: Paths): { groups: string[]; realms: string[] } {
  const found = Object.entries(described.calls).filter(([name]) => paths[name.split(' ')[1]?.replace(/:(\w+)/g, '{$1}') ?? '']);
  const realms = found.flatMap(([, call]) => (isVisitors(call.for) && call.for !== 'everybody' ? [call.for ?? ''] : []));
  return { groups: [...new Set(found.map(([, { group }]) => group))].sort(), realms: [...new Set(realms)].sort() };
}

/** The schemas that these paths name, with those that they hold. */
export function schemasFor(paths: Paths): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/([\w.]+)"/g)) {
      const schema = described.schemas[name];
      if (!schema || found[name]) continue;
      found[name] = schema;
      visit(schema);
    }
  };
  visit(paths);
  return found;
}

const isVisitors = (who: string | undefined) => who !== undefined && who !== 'administrators' && who !== 'staff';

function mayCall({ for: who, role, may: rights = [] }: DescribedCall, { roles, hasKey, modelOf }: CallAsker): boolean {
  if (isVisitors(who)) return who === 'everybody' || !hasKey;
  if (roles.includes(administrator)) return true;
  if (who === 'administrators' || (role !== undefined && !roles.includes(role))) return false;
  return rights.every((right) => {
    const [verb = '', object = ''] = right.split(' ');
    const model = modelOf(object);
    return model !== undefined && may(model, roles, verb as Verb); // a test calls each with each role
  });
}

/** A value that the schema takes, with what must be there and nothing else. */
export function sampleOf(schema: JsonSchema): JsonValue {
  const { $ref, type, anyOf, required = [], properties = {}, prefixItems } = schema as Written;
  if ($ref) return sampleOf(described.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? '';
  if (anyOf) return sampleOf(anyOf[0] ?? {});
  if (prefixItems) return prefixItems.map(sampleOf);
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
  return samples[type ?? ''] ?? '';
}

interface Written {
  $ref?: string;
  type?: string;
  anyOf?: JsonSchema[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
  prefixItems?: JsonSchema[];
}

const samples: Record<string, JsonValue> = { string: 'an-id', number: 1, boolean: false, array: [], null: null };
