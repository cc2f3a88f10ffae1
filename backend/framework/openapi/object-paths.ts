/** The calls on the rows of one object that a role may make. */
import { typeName } from '#codegen/emit/type-name.ts';
import type { JsonSchema, Lang, ObjectModel, Role, Verb } from '#codegen/model.ts';
import { may, readableFields } from '#rules/accounts/permission.ts';
import { fill } from '#rules/words/fill.ts';
import { framedAs, jsonQuery, type Operation, operation, type Paths, query } from './operation.ts';
import { flag, framed, list, named, shape, text, whole } from './shapes.ts';

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @param words of openapi.json, by the name of the call */
export function objectPaths(model: ObjectModel, roles: readonly Role[], lang: Lang, words: Record<string, string>): Paths {
  const { name } = model;
  const type = typeName(name);
  const [read, listed] = [named(`${type}Read`), named(`${type}Listed`)];
  const mayDo = (verb: Verb) => may(model, roles, verb);
  const paths: Paths = {};
  const add = (
    verb: Verb,
    method: string,
    path: string,
    call: string,
    { as = {}, ...rest }: Omit<Operation, 'id' | 'summary' | 'tag'> & { as?: Record<string, string> },
  ) => {
    if (!mayDo(verb)) return;
    const summary = fill(words[call] ?? call, { object: model.label[lang], ...as });
    const at = `/api/pb/${name}${path}`;
    const id = `${call}_${name}${as.name === undefined ? '' : `_${as.name}`}`;
    const parameters = [...(path.includes('{id}') ? ['Id'] : []), ...(path.includes('{comment}') ? ['Comment'] : []), ...(rest.parameters ?? [])];
    paths[at] = { ...paths[at], [method]: operation({ id, summary, tag: name, ...rest, parameters }) };
  };
  const row = { schema: read, headers: ['ETag'] };
  const fields = readableFields(model, roles);
  const numbers = fields.filter(({ kind, column }) => column && (kind === 'integer' || kind === 'decimal' || kind === 'number'));
  const grouping = fields.find(({ kind, column }) => column && (kind === 'select' || kind === 'boolean'));

  const reference = fields.find(({ kind, column }) => column && kind === 'reference');
  const expand = reference ? [query('expand', text, reference.name)] : [];
  add('list', 'get', '', 'list', {
    parameters: ['Filter', 'Sort', 'Range', 'Fields', 'After', 'Before', 'IfNoneMatch', ...expand],
    answer: { status: 200, schema: list(listed), headers: ['Content-Range', 'ETag', 'X-Next-Cursor', 'X-Prev-Cursor', 'X-Total-Estimated'], notModified: true },
    refused: [400],
  });
  add('create', 'post', '', 'create', {
    parameters: ['IdempotencyKey', 'Changeset'],
    body: { schema: named(`${type}Create`) },
    answer: { status: 201, ...row },
    refused: [422],
  });
  add('delete', 'delete', '', 'removeMany', { parameters: ['Ids', 'Changeset'], answer: framedAs('BulkDeletion'), refused: [400] });
  add('read', 'get', '/{id}', 'read', { parameters: ['IfNoneMatch', ...expand], answer: { status: 200, ...row, notModified: true }, refused: [400, 404] });
  add('update', 'put', '/{id}', 'update', {
    parameters: ['IfMatch', 'Changeset'],
    body: { schema: named(`${type}Update`) },
    answer: { status: 200, ...row },
    refused: [404, 412, 422, 428],
  });
  add('delete', 'delete', '/{id}', 'remove', { parameters: ['IfMatch', 'Changeset'], answer: { status: 200, ...row }, refused: [404, 412, 422] });
  add('read', 'get', '/{id}/history', 'history', { parameters: ['Below'], answer: list(named('HistoryEntry')), refused: [404] });
  add('update', 'post', '/{id}/revert', 'revert', {
    parameters: ['IfMatch', 'Changeset'],
    body: { schema: shape({ to: whole, 'fields?': list(text) }), example: { to: 1 } },
    answer: framed(shape({ row: read, left: list(text) })),
    refused: [404, 412, 422, 428],
  });
  add('delete', 'post', '/{id}/restore', 'restore', { answer: { status: 200, ...row }, refused: [404, 422] });
  add('read', 'get', '/{id}/related', 'related', { answer: list(named('Related')), refused: [404] });
  add('list', 'get', '/{id}/neighbours', 'neighbours', { parameters: ['Filter', 'Sort'], answer: framedAs('Neighbours'), refused: [404] });
  add('read', 'get', '/{id}/comments', 'comments', { parameters: ['Below'], answer: framedAs('Talk'), refused: [404] });
  add('read', 'post', '/{id}/comments', 'comment', {
    body: { schema: shape({ text }), example: { text: 'Seen' } },
    answer: framed(shape({ id: whole })),
    refused: [404],
  });
  add('read', 'put', '/{id}/comments/{comment}', 'changeComment', {
    body: { schema: shape({ text }), example: { text: 'Seen twice' } },
    answer: framed(shape({ id: whole })),
    refused: [404],
  });
  add('read', 'delete', '/{id}/comments/{comment}', 'removeComment', { answer: framed(shape({ id: whole })), refused: [404] });
  add('export', 'get', '/export', 'export', {
    parameters: [
      query('format', { enum: ['csv', 'json', 'xlsx'] }, 'csv', true),
      query('style', { enum: ['seen'] }, 'seen'),
      jsonQuery('columns', list(text), [model.entity.key]),
      'Filter',
      'Sort',
    ],
    answer: { status: 200, type: '*/*' },
    refused: [400],
  });
  add('list', 'get', '/sums', 'sums', { parameters: [jsonQuery('filter', { type: 'object' }, {}, true)], answer: list(named('Sum')), refused: [400] });
  if (numbers[0])
    add('list', 'get', '/figures', 'figures', {
      parameters: [jsonQuery('of', list(text), [numbers[0].name], true), 'Filter'],
      answer: list(named('Figures')),
      refused: [400],
    });
  if (grouping)
    add('list', 'get', '/groups', 'groups', {
      parameters: [
        query('by', text, grouping.name, true),
        jsonQuery('of', list(text), []),
        query('step', text, ''),
        query('across', text, ''),
        query('across_step', text, ''),
        'Filter',
      ],
      answer: named('RowGroups'),
      refused: [400],
    });
  add('list', 'get', '/counts', 'counts', {
    parameters: [jsonQuery('of', list({ type: 'object' }), [{}], true), 'Filter'],
    answer: named('RowCounts'),
    refused: [400],
  });
  add('delete', 'get', '/deletion', 'deletion', { parameters: ['Ids'], answer: framedAs('DeletionPreview'), refused: [400] });
  add('update', 'post', '/bulk', 'bulk', {
    body: { schema: named('BulkOrder'), example: { mode: 'check', ids: [], remove: true } },
    answer: framed(shape({ job: text, count: whole })),
    refused: [400, 422],
  });
  add('import', 'get', '/import/template', 'template', { answer: { status: 200, type: sheet } });
  add('import', 'post', '/import', 'import', {
    parameters: [query('mode', { enum: ['check', 'write'] }, 'check', true), query('take', { enum: ['both', 'new', 'change'] }, 'both')],
    body: { schema: {}, type: 'application/octet-stream' },
    answer: framed(shape({ job: text })),
    refused: [400, 415, 422],
  });
  add('import', 'post', '/import/marked', 'marked', {
    parameters: [query('job', text, 'an-id', true), query('only', { enum: ['1'] }, '1')],
    body: { schema: {}, type: 'application/octet-stream' },
    answer: { status: 200, type: sheet },
    refused: [404, 415, 422],
  });
  if (model.duplicates)
    add('create', 'post', '/likely', 'likely', {
      body: { schema: shape({ row: { type: 'object' }, 'id?': text }), example: { row: {} } },
      answer: framedAs('LikelyDuplicate', true),
    });
  if (mayDo('update'))
    add('delete', 'post', '/{id}/merge', 'merge', {
      body: {
        schema: shape({ from: list(shape({ id: text, 'ver?': whole })), 'ver?': whole, 'take?': { type: 'object' }, 'preview?': flag }),
        example: { from: [{ id: 'another' }], preview: true },
      },
      answer: framed({ anyOf: [named('MergePreview'), shape({ row: read, effects: list(named('Effect')) })] }),
      refused: [404, 422],
    });
  addActions(model, roles, add, read, lang);
  return paths;
}

type Add = (verb: Verb, method: string, path: string, call: string, rest: Omit<Operation, 'id' | 'summary' | 'tag'> & { as?: Record<string, string> }) => void;

/** Transitions and operations, each by its name. */
function addActions(model: ObjectModel, roles: readonly Role[], add: Add, read: JsonSchema, lang: Lang): void {
  const steps = (model.workflow?.transitions ?? []).map((step) => ({ ...step, row: true, bulk: true }));
  const open = [...steps, ...model.actions].filter((one) => one.roles.some((role) => roles.includes(role)));
  if (!open.length) return;
  add('read', 'get', '/{id}/actions', 'actions', { answer: framedAs('OpenActions'), refused: [404] });
  const order = { 'input?': { type: 'object' }, 'confirm?': text, 'ver?': whole, 'preview?': flag } satisfies Record<string, JsonSchema>;
  for (const { name, label, row, bulk } of open) {
    const as = { name, action: label[lang] };
    if (row) {
      add('read', 'get', `/{id}/actions/${name}`, 'preview', { as, answer: framedAs('ActionPreview'), refused: [404, 422] });
      const answer = framed({ anyOf: [named('ActionPreview'), shape({ row: read, effects: list(named('Effect')) })] });
      add('read', 'post', `/{id}/actions/${name}`, 'act', {
        as,
        parameters: ['IdempotencyKey', 'Changeset'],
        body: { schema: shape(order), example: { preview: true } },
        answer,
        refused: [404, 412, 422],
      });
    }
    if (!bulk) continue;
    const many = shape({ ...order, 'ids?': list(text), 'filter?': { type: 'object' } });
    add('read', 'post', `/actions/${name}`, 'actMany', {
      as,
      body: { schema: many, example: { ids: ['an-id'], preview: true } },
      answer: framedAs('BulkOutcome'),
      refused: [422],
    });
  }
}
