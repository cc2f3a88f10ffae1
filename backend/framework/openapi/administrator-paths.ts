/**
 * The calls that programs of administrators have a use for, in a session: webhooks with their deliveries, automations with their log, and the files of the objects
 * as the workbench has them.
 */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { framedAs, type Operation, operation, type Paths, query } from './operation.ts';
import { flag, framed, list, map, named, shape, text, whole } from './shapes.ts';

const events = map(list({ enum: ['create', 'update', 'delete', 'action'] }));
const order = shape({ name: text, url: { type: 'string', format: 'uri' }, events, 'when?': map(text), roles: list(text), 'isOn?': flag });
const example = { name: 'Copy', url: 'https://example.com/in', events: { company: ['create'] }, roles: ['[]'], isOn: false };

const files = named('SchemaFiles');
const newFiles = { schema: '{"title":"Boat","type":"object","properties":{"name":{"type":"string","maxLength":80}}}', labels: {} };

export function administratorPaths(words: Record<string, string>): Paths {
  const paths: Paths = {};
  const add = (method: string, path: string, id: string, rest: Omit<Operation, 'id' | 'summary' | 'tag'>) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => (name === 'id' ? 'Id' : { name, in: 'path', required: true, schema: text }));
    const all = [...parameters, ...(rest.parameters ?? [])];
    paths[path] = { ...paths[path], [method]: operation({ ...rest, id, summary: words[id] ?? id, tag: 'administration', parameters: all }) };
  };
  const withId = framed(shape({ id: text }));
  add('get', '/api/webhooks', 'webhooks', { answer: framedAs('Webhooks') });
  add('post', '/api/webhooks', 'makeWebhook', { body: { schema: order, example }, answer: framed(shape({ id: text, secret: text })), refused: [422] });
  add('put', '/api/webhooks/{id}', 'saveWebhook', { body: { schema: order, example }, answer: withId, refused: [404, 422] });
  add('delete', '/api/webhooks/{id}', 'removeWebhook', { answer: withId, refused: [404] });
  add('post', '/api/webhooks/{id}/test', 'testWebhook', { answer: framedAs('Delivery'), refused: [404] });
  add('get', '/api/webhooks/{id}/deliveries', 'deliveries', { answer: framedAs('Delivery', true), refused: [404] });
  add('post', '/api/webhooks/{id}/deliveries/{delivery}/replay', 'replayDelivery', { answer: framedAs('Delivery'), refused: [404] });
  add('get', '/api/automations', 'automations', {
    parameters: [query('state', text, ''), query('object', text, '')],
    answer: framedAs('Automations'),
    refused: [400],
  });
  add('post', '/api/automations/runs/{id}/retry', 'retryStep', { answer: withId, refused: [404] });
  add('post', '/api/automations/{object}/{rule}/rehearse', 'rehearse', {
    body: { schema: shape({ id: text }), example: { id: 'an-id' } },
    answer: framedAs('Rehearsal'),
    refused: [404, 422],
  });
  const sent = (members: Record<string, JsonSchema>, example: Record<string, JsonValue>) => ({ schema: shape(members), example });
  add('get', '/api/schemas', 'schemas', { answer: framedAs('SchemaList') });
  add('get', '/api/schemas/{name}', 'schema', { answer: framedAs('OpenSchema'), refused: [404] });
  add('put', '/api/schemas/{name}', 'saveSchema', {
    body: sent({ files, version: text }, { files: newFiles, version: '' }),
    answer: framedAs('SavedSchema'),
    refused: [400, 409, 422],
  });
  add('delete', '/api/schemas/{name}', 'deleteSchema', {
    body: sent({ version: text, typed: text }, { version: 'a-version', typed: 'boat' }),
    answer: framed({ type: 'null' }),
    refused: [404, 409, 422],
  });
  add('get', '/api/schemas/{name}/history', 'schemaHistory', { answer: framedAs('SchemaVersion', true), refused: [404] });
  add('post', '/api/schemas/{name}/revert', 'revertSchema', {
    body: sent({ to: text, version: text }, { to: 'an-id', version: 'a-version' }),
    answer: framedAs('SavedSchema'),
    refused: [404, 409, 422],
  });
  add('post', '/api/workbench/check', 'checkSchema', {
    body: sent({ name: text, files }, { name: 'boat', files: newFiles }),
    answer: framedAs('CheckedSchema'),
    refused: [400],
  });
  add('post', '/api/workbench/guess', 'guessSchema', {
    body: sent(
      { from: { enum: ['empty', 'sample', 'schema', 'table'] }, 'name?': text, 'text?': text, 'table?': text },
      { from: 'sample', text: '[{"name":"Alma","metres":7.5}]', name: 'boat' },
    ),
    answer: framedAs('GuessedSchema'),
    refused: [400, 404, 422],
  });
  add('get', '/api/workbench/tables', 'databaseTables', { answer: framed(list(shape({ table: text, columns: list(text), rows: whole }))) });
  return paths;
}
