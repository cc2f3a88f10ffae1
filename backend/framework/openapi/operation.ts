/** One operation of the document: what it is asked with, and what it answers. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { framed, named } from './shapes.ts';

export type Paths = Record<string, Record<string, JsonSchema>>;

export interface Operation {
  id: string;
  summary: string;
  tag: string;
  /** names of components, or parameters as they are */
  parameters?: (string | JsonSchema)[];
  body?: { schema: JsonSchema; type?: string; example?: JsonValue };
  /** by status; a schema alone is that of 200 */
  answer: JsonSchema | { status: number; schema?: JsonSchema; type?: string; headers?: string[]; bare?: boolean; notModified?: boolean };
  /** statuses of refusals beside those that every call has */
  refused?: number[];
}

/** What every call may be refused with; anything else is the `default`. */
const always = [401, 403, 429];

export function operation({ id, summary, tag, parameters = [], body, answer, refused = [] }: Operation): JsonSchema {
  const given = 'status' in answer ? (answer as Exclude<Operation['answer'], JsonSchema>) : { status: 200, schema: answer as JsonSchema }; // a schema has no status
  const {
    status,
    schema,
    type = 'application/json',
    headers = [],
    notModified,
  } = given as { status: number; schema?: JsonSchema; type?: string; headers?: string[]; notModified?: boolean };
  const header = Object.fromEntries(['RateLimit', 'RateLimit-Policy', ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const isFile = type !== 'application/json';
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(parameters.length > 0 && { parameters: parameters.map((one) => (typeof one === 'string' ? { $ref: `#/components/parameters/${one}` } : one)) }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.type ?? 'application/json']: { ...(body.type ? {} : { schema: body.schema }), ...(body.example !== undefined && { example: body.example }) },
        },
      },
    }),
    responses: {
      [status]: { description: 'OK', headers: header, content: { [type]: isFile ? {} : { schema: schema ?? {} } } },
      ...(notModified && { 304: { description: 'Not Modified', headers: header } }),
      ...Object.fromEntries([...always, ...refused].map((one) => [one, { $ref: `#/components/responses/${one === 429 ? 'TooMany' : 'Problem'}` }])),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

export function query(name: string, schema: JsonSchema, example: JsonValue, required = false): JsonSchema {
  return { name, in: 'query', required, schema, example };
}

/** A parameter that is JSON in the address. */
export function jsonQuery(name: string, schema: JsonSchema, example: JsonValue, required = false): JsonSchema {
  return { name, in: 'query', required, content: { 'application/json': { schema, example } } };
}

/** The answer in its frame, by the name of what it holds. */
export function framedAs(name: string, isList = false): JsonSchema {
  return framed(isList ? { type: 'array', items: named(name) } : named(name));
}
