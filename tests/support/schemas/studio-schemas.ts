/** A small house of objects with everything that records have to heed: references of each kind, guarded fields, row rules, child rows, trash. */

const text = (maxLength = 80) => ({ type: 'string', maxLength });

export const studioSchemas = {
  'codes/role': { codes: ['[]', '[gs]', '[op]', '[own]'].map((code) => ({ code })) },
  studio: {
    title: 'Studio',
    type: 'object',
    'x-titleTemplate': '{name}',
    required: ['name'],
    properties: { id: text(64), name: text(), budget: { type: 'number', multipleOf: 0.01, 'x-access': { read: ['[]'], write: ['[]'] } } },
  },
  reel: {
    title: 'Reel',
    type: 'object',
    'x-titleTemplate': '{title}',
    required: ['title'],
    'x-search': ['title', 'note', 'gossip'],
    'x-access': {
      '[gs]': ['list', 'read', 'export'],
      '[op]': ['list', 'read', 'create', 'update', 'delete', 'export'],
      '[own]': ['list', 'read', 'update', 'create', 'export'],
      rows: { '[own]': { properties: { open: { const: true } } }, '[gs]': { properties: { open: { const: true } } } },
    },
    properties: {
      id: text(64),
      title: { ...text(), 'x-db': { index: true } },
      note: { type: 'string', maxLength: 2000 },
      gossip: { ...text(), 'x-access': { read: ['[]'], write: ['[]'] } },
      open: { type: 'boolean', default: false },
      year: { type: 'integer', minimum: 1900, maximum: 2100, 'x-db': { index: true } },
      price: { type: 'number', multipleOf: 0.01, 'x-db': { precision: [12, 2], index: true } },
      shown: { type: 'string', format: 'date', 'x-db': { index: true } },
      at: { type: 'string', format: 'date-time' },
      status: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'B' },
        ],
        'x-db': { index: true },
      },
      tags: { type: 'array', items: text(), 'x-db': { index: true } },
      loose: { type: 'array', items: text() },
      serial: { ...text(), 'x-setOnce': true },
      code: { ...text(20), 'x-db': { unique: true } },
      fixed: { ...text(), readOnly: true },
      studio: { type: 'string', 'x-relation': 'studio' },
      sponsor: { type: 'string', 'x-relation': { to: 'studio', onDelete: 'null' } },
      owner: { type: 'string', 'x-relation': { to: 'studio', onDelete: 'cascade' } },
      guests: { type: 'array', items: { type: 'string' }, 'x-relation': { to: 'studio', many: true } },
      credits: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            who: text(),
            at: { type: 'string', 'x-relation': { to: 'studio', onDelete: 'null' } },
            fee: { type: 'integer', 'x-access': { read: ['[]'], write: ['[]'] } },
          },
        },
      },
      lines: {
        type: 'array',
        'x-child': true,
        items: {
          type: 'object',
          required: ['what'],
          properties: { what: text(), amount: { type: 'number', multipleOf: 0.01 }, studio: { type: 'string', 'x-relation': 'studio' } },
        },
      },
      extra: { type: 'object', properties: { a: text(), b: { type: 'object', properties: { c: { type: 'integer' } } } } },
      pin: { type: 'string', writeOnly: true, minLength: 4, maxLength: 128, 'x-ui': 'password' },
      _tmp: { type: 'number', default: 0, 'x-db': { store: false }, 'x-surfaces': [] },
    },
  },
  bin: { title: 'Bin', type: 'object', 'x-trash': true, 'x-titleTemplate': '{name}', properties: { id: text(64), name: text() } },
  ticket: {
    title: 'Ticket',
    type: 'object',
    'x-naming': 'T-{YYYY}-{###}',
    'x-titleTemplate': '{name}',
    properties: { id: text(64), name: text() },
  },
  slip: { title: 'Slip', type: 'object', 'x-titleTemplate': '{name}', properties: { id: { ...text(64), readOnly: true }, name: text() } },
};
