/** The API as an OpenAPI 3.1 document: what somebody with these roles, or this key, may call and nothing else (decision 074). */
import type { JsonSchema, Lang, Role } from '#codegen/model.ts';
import type { Registry } from '#framework/objects/registry.ts';
import { type KeyScope, keyRefusal } from '#rules/accounts/key-scope.ts';
import { may } from '#rules/accounts/permission.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { catalogue, moreCodes } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { callPaths, chaptersOf, schemasFor } from './call-paths.ts';
import { headers, housePaths, parameters } from './house-paths.ts';
import { objectPaths } from './object-paths.ts';
import type { Paths } from './operation.ts';
import { rowSchemas } from './row-schemas.ts';
import { answers } from './shapes.ts';

export interface Asker {
  roles: readonly Role[];
  lang: Lang;
  /** of a key, whose scope leaves calls out */
  scope?: KeyScope;
}

export interface Wording {
  /** openapi.json */
  words: Record<string, string>;
  messages: Messages;
  /** of the server, without a slash at its end */
  address: string;
  version: string;
}

export function describeApi(registry: Pick<Registry, 'objects'>, { roles, lang, scope }: Asker, { words, messages, address, version }: Wording): JsonSchema {
  const models = registry.objects().flatMap(({ model }) => (!model.entity.virtual && (may(model, roles, 'list') || may(model, roles, 'read')) ? [model] : []));
  const modelOf = (object: string) => registry.objects().find(({ model }) => model.name === object)?.model;
  const calls = callPaths({ roles, hasKey: scope !== undefined, modelOf }, words);
  const all: Paths = Object.assign(calls, housePaths(words), ...models.map((model) => objectPaths(model, roles, lang, words)));
  const paths = scope === undefined ? all : inScope(all, scope);
  const { groups, realms } = chaptersOf(paths);
  const codes: Record<string, number> = { ...catalogue, ...moreCodes.value };
  return {
    openapi: '3.1.0',
    info: { title: words.title ?? '', version, description: words.about ?? '' },
    servers: [{ url: address }],
    security: [{ key: [] }, { session: [] }],
    tags: [
      ...models.map(({ name, label }) => ({ name, description: label[lang] })),
      ...[...new Set([...groups, 'house', 'files'])].map((name) => ({ name, description: words[`tag.${name}`] ?? name })),
    ],
    paths,
    components: {
      schemas: {
        ...answers,
        ...schemasFor(paths),
        ProblemCode: {
          enum: Object.keys(codes),
          'x-problems': Object.fromEntries(Object.entries(codes).map(([code, status]) => [code, { status, message: messages[code] ?? '' }])),
        },
        ...Object.assign({}, ...models.map((model) => rowSchemas(model, roles, lang))),
      },
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, { ...one, description: words[`parameter.${name}`] ?? name }])),
      headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, { ...one, description: words[`header.${name}`] ?? name }])),
      responses: {
        Problem: { description: words.problem ?? '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
        TooMany: {
          description: words.toomany ?? '',
          headers: Object.fromEntries(['Retry-After', 'RateLimit', 'RateLimit-Policy'].map((name) => [name, { $ref: `#/components/headers/${name}` }])),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'rb_…', description: words.key ?? '' },
        session: { type: 'apiKey', in: 'cookie', name: 'reelbase_staff', description: words.session ?? '' },
        ...Object.fromEntries(realms.map((realm) => [realm, { type: 'apiKey', in: 'cookie', name: `reelbase_${realm}`, description: words.visitor ?? '' }])),
      },
    },
  };
}

function inScope(paths: Paths, scope: KeyScope): Paths {
  const left = Object.entries(paths).map(([path, methods]) => {
    const below = path.replace(/^\/(api|get)/, '');
    return [
      path,
      Object.fromEntries(Object.entries(methods).filter(([method]) => !keyRefusal(scope, method.toUpperCase(), below, accountObject(staff)))),
    ] as const;
  });
  return Object.fromEntries(left.filter(([, methods]) => Object.keys(methods).length > 0));
}
