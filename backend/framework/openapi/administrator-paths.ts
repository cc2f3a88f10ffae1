/** The calls of the system page that programs of administrators have a use for, in a session: webhooks with their deliveries, automations with their log. */
import { framedAs, type Operation, operation, type Paths, query } from './operation.ts';
import { flag, framed, list, map, shape, text } from './shapes.ts';

const events = map(list({ enum: ['create', 'update', 'delete', 'action'] }));
const order = shape({ name: text, url: { type: 'string', format: 'uri' }, events, 'when?': map(text), roles: list(text), 'isOn?': flag });
const example = { name: 'Copy', url: 'https://example.com/in', events: { company: ['create'] }, roles: ['[]'], isOn: false };

export function administratorPaths(words: Record<string, string>): Paths {
  const paths: Paths = {};
  const add = (method: string, path: string, id: string, rest: Omit<Operation, 'id' | 'summary' | 'tag'>) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => (name === 'id' ? 'Id' : { name, in: 'path', required: true, schema: text }));
    const all = [...parameters, ...(rest.parameters ?? [])];
    paths[path] = { ...paths[path], [method]: operation({ ...rest, id, summary: words[id] ?? id, tag: 'administration', parameters: all }) };
  };
  const named = framed(shape({ id: text }));
  add('get', '/api/webhooks', 'webhooks', { answer: framedAs('Webhooks') });
  add('post', '/api/webhooks', 'makeWebhook', { body: { schema: order, example }, answer: framed(shape({ id: text, secret: text })), refused: [422] });
  add('put', '/api/webhooks/{id}', 'saveWebhook', { body: { schema: order, example }, answer: named, refused: [404, 422] });
  add('delete', '/api/webhooks/{id}', 'removeWebhook', { answer: named, refused: [404] });
  add('post', '/api/webhooks/{id}/test', 'testWebhook', { answer: framedAs('Delivery'), refused: [404] });
  add('get', '/api/webhooks/{id}/deliveries', 'deliveries', { answer: framedAs('Delivery', true), refused: [404] });
  add('post', '/api/webhooks/{id}/deliveries/{delivery}/replay', 'replayDelivery', { answer: framedAs('Delivery'), refused: [404] });
  add('get', '/api/automations', 'automations', {
    parameters: [query('state', text, ''), query('object', text, '')],
    answer: framedAs('Automations'),
    refused: [400],
  });
  add('post', '/api/automations/runs/{id}/retry', 'retryStep', { answer: named, refused: [404] });
  add('post', '/api/automations/{object}/{rule}/rehearse', 'rehearse', {
    body: { schema: shape({ id: text }), example: { id: 'an-id' } },
    answer: framedAs('Rehearsal'),
    refused: [404, 422],
  });
  return paths;
}
