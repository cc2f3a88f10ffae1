/** The calls about no one object whose headers or bodies the list of calls does not tell (call-paths.ts): what there is, and files on their way in and out. */
import { framedAs, jsonQuery, type Operation, operation, type Paths, query } from './operation.ts';
import { framed, list, shape, text, whole } from './shapes.ts';

export function housePaths(words: Record<string, string>): Paths {
  const paths: Paths = {};
  const add = (method: string, path: string, id: string, tag: string, rest: Omit<Operation, 'id' | 'summary' | 'tag'>) => {
    paths[path] = { ...paths[path], [method]: operation({ id, summary: words[id] ?? id, tag, ...rest }) };
  };
  add('get', '/api/objects', 'objects', 'house', {
    answer: { status: 200, schema: list({ type: 'object', required: ['name', 'model', 'schema', 'validator'] }), headers: ['ETag'], notModified: true },
  });
  add('get', '/api/openapi.json', 'openapi', 'house', {
    parameters: [query('lang', text, 'en')],
    answer: { status: 200, schema: { type: 'object', required: ['openapi', 'info', 'paths'] }, headers: ['ETag'], notModified: true },
  });
  const begin = shape({ object: text, id: text, field: text, fileName: text, size: { type: 'integer', minimum: 1 } });
  add('post', '/api/uploads', 'beginUpload', 'files', {
    body: { schema: begin, example: { object: 'object', id: '', field: 'field', fileName: 'file.jpg', size: 1000 } },
    answer: framedAs('BegunUpload'),
    refused: [422],
  });
  add('get', '/api/uploads/{id}', 'upload', 'files', { parameters: ['Id'], answer: framedAs('UploadState'), refused: [404] });
  add('patch', '/api/uploads/{id}', 'sendPiece', 'files', {
    parameters: ['Id', query('offset', whole, 0, true)],
    body: { schema: {}, type: 'application/octet-stream' },
    answer: framedAs('UploadState'),
    refused: [404, 413, 422],
  });
  add('delete', '/api/uploads/{id}', 'dropUpload', 'files', { parameters: ['Id'], answer: framed({ type: 'null' }), refused: [404] });
  add('get', '/get/files/{name}', 'file', 'files', {
    parameters: [{ name: 'name', in: 'path', required: true, schema: text }, 'Range-Bytes', query('w', whole, 400)],
    answer: { status: 200, type: '*/*' },
    refused: [404],
  });
  return paths;
}

export const parameters = {
  Id: { name: 'id', in: 'path', required: true, schema: text, example: 'an-id' },
  Comment: { name: 'comment', in: 'path', required: true, schema: whole, example: 1 },
  Filter: jsonQuery('filter', { type: 'object' }, {}),
  Ids: jsonQuery('filter', shape({ id: list(text) }), { id: ['an-id'] }, true),
  Sort: jsonQuery('sort', { type: 'array', prefixItems: [text, { enum: ['ASC', 'DESC'] }], minItems: 2, maxItems: 2 }, ['id', 'ASC']),
  Range: jsonQuery('range', { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 2, maxItems: 2 }, [0, 24]),
  Fields: jsonQuery('fields', list(text), ['id']),
  After: query('after', text, ''),
  Before: query('before', text, ''),
  Below: query('below', whole, 1_000_000),
  IfMatch: { name: 'If-Match', in: 'header', schema: text, example: '"1"' },
  IfNoneMatch: { name: 'If-None-Match', in: 'header', schema: text, example: '"1.0000000000000000"' },
  IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 128 }, example: 'order-4711' },
  Changeset: { name: 'X-Changeset', in: 'header', schema: { type: 'string', format: 'uuid' }, example: '0b8f9c5e-6f0a-4f0e-9a53-8d0f3c1f2a11' },
  'Range-Bytes': { name: 'Range', in: 'header', schema: text, example: 'bytes=0-1023' },
};

export const headers = Object.fromEntries(
  ['ETag', 'Content-Range', 'X-Next-Cursor', 'X-Prev-Cursor', 'X-Total-Estimated', 'RateLimit', 'RateLimit-Policy', 'Retry-After'].map((name) => [
    name,
    { schema: text },
  ]),
);
