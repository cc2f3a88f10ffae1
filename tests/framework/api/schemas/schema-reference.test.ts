/**
 * docs/schema-reference.md keyword by keyword: every example of its tables is dropped in as a file of its own and used over HTTP; a keyword without a case
 * here, a case without a keyword there, or an example that does nothing, fails (issue 13.4).
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { inspect } from '#framework/data/evolve/inspect.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { namesIn, readReference } from '../../../support/schemas/reference.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** What an example is put into, and how it is used. */
interface Case {
  fields?: Record<string, JsonSchema>;
  top?: JsonSchema;
  /** its file of locales/tw */
  labels?: Row;
  use(object: Used): Promise<void>;
}

/** An object as its people have it. */
interface Used {
  name: string;
  model: ObjectModel;
  server: TestServer;
  as: Record<'admin' | 'op' | 'gs', Client>;
  make(row: Row, as?: Client): Promise<{ status: number; body: Row; fields: string[] }>;
  change(id: string, row: Row, as?: Client): Promise<{ status: number; body: Row; fields: string[] }>;
  read(id: string, as?: Client): Promise<Row>;
  list(query?: Record<string, JsonValue>, as?: Client): Promise<string[]>;
  act(id: string, action: string, order?: Row, as?: Client): Promise<number>;
}

const text = { type: 'string', maxLength: 80 };
const choice = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });
/** What the examples of the reference name. */
const plain: Record<string, JsonSchema> = {
  cname: text,
  ename: text,
  name: text,
  cna: text,
  enaName: text,
  taxID: { ...text, 'x-db': { index: true } },
  rating: choice('g', 'pg'),
  status: choice('draft', 'saved', 'void'),
  state: choice('draft', 'signed'),
  program: choice('I', 'C'),
  year: { type: 'integer' },
  amount: { type: 'number', multipleOf: 0.01 },
  total: { type: 'number', multipleOf: 0.01 },
  localTotal: { type: 'number', multipleOf: 0.01 },
  currency: choice('TWD', 'USD'),
  commission: { type: 'number' },
  serial: text,
  reason: text,
  voidAt: { type: 'string', format: 'date-time' },
  contract: { type: 'object', properties: { start: { type: 'string', format: 'date' }, end: { type: 'string', format: 'date' } } },
  owner: { 'x-relation': 'user' },
};
const asField = (node: JsonSchema): Pick<Case, 'fields'> => ({ fields: { probe: node } });
const probe = (model: ObjectModel) => model.fields.find(({ name }) => name === 'probe')!; // every case of a field has it
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

/** What a keyword of the object level promises. */
const ofObject: Record<string, (example: JsonValue) => Case> = {
  'x-entity': (example) => ({
    // A table that is big demands an index for what is filtered; one that is virtual has none. Each is used by itself.
    top: { 'x-entity': { ...(example as Row), big: false, route: '/erp/ref-entity' } },
    async use({ model, make }) {
      expect(model.entity).toEqual({ ...(example as Row), big: false, route: '/erp/ref-entity' });
      expect((await make({ id: 'one' })).status).toBe(201);
    },
  }),
  'x-titleTemplate': (example) => ({
    top: { 'x-titleTemplate': example },
    async use({ name, make, as }) {
      await make({ id: 'one', cname: '海', ename: 'Sea', cna: '片', enaName: 'Reel' });
      const title = (await (
        await as.admin(`/api/pb/${name}?fields=title&filter={"id":["one"]}`, { headers: { cookie: `${as.admin.cookie}; lang=en` } })
      ).json()) as { title: string }[];
      expect(title.map((one) => one.title)).toEqual([typeof example === 'string' ? '海 Sea' : 'Reel']);
    },
  }),
  'x-list': (example) => ({
    top: { 'x-list': example },
    async use({ name, model, make, list, as }) {
      await make({ id: 'a', cname: 'A', year: 2024, status: 'void', total: 3, localTotal: 4, currency: 'USD' });
      await make({ id: 'b', cname: 'B', year: 2010, status: 'draft', total: 5, localTotal: 6, currency: 'TWD' });
      if (Array.isArray(example)) return expect(model.list.columns).toEqual(example);
      const said = example as { columns: string[]; sort: [string, string]; quick: { filter: Row }[]; pageSize: number; sums: JsonValue[] };
      expect(model.list).toMatchObject({ columns: said.columns, pageSize: said.pageSize, sort: { field: said.sort[0], order: said.sort[1] } });
      expect(model.list.rowColor).toHaveLength(1);
      expect(await list({ filter: said.quick[0]!.filter })).toEqual(['a']); // the example has one
      const sums = (await (await as.admin(`/api/pb/${name}/sums?filter={}`)).json()) as { field: string; groups: { sum: string }[] }[];
      expect(sums.map(({ field, groups }) => [field, groups.map(({ sum }) => Number(sum)).sort()])).toEqual([
        ['localTotal', [10]],
        ['total', [3, 5]],
      ]);
    },
  }),
  'x-views': (example) => ({
    top: { 'x-views': example, 'x-workflow': { field: 'status', transitions: [] } },
    async use({ name, as }) {
      const [said] = example as { key: string; filter: Row; title: string }[];
      const { data } = (await (await as.op('/api/views?lang=en')).json()) as { data: { views: { object: string; settings: Row; isDefault: boolean }[] } };
      const views = data.views.filter(({ object }) => object === name);
      expect(views).toMatchObject([{ isDefault: true, scope: 'shipped', settings: { filter: said!.filter, layout: { kind: 'board', field: 'status' } } }]); // the example has one
    },
  }),
  'x-reminders': (example) => ({
    top: { 'x-reminders': example },
    async use({ name, make, as }) {
      await make({ id: 'soon', state: 'signed', contract: { start: '', end: day(10) } });
      await make({ id: 'late', state: 'signed', contract: { start: '', end: day(60) } });
      await make({ id: 'open', state: 'draft', contract: { start: '', end: day(10) } });
      const { data } = (await (await as.op('/api/reminders')).json()) as { data: { due: { object: string; id: string; name: string }[] } };
      expect(data.due.filter(({ object }) => object === name)).toMatchObject([{ id: 'soon', name: 'ends' }]);
    },
  }),
  'x-on': (example) => ({
    fields: { ...plain, note: text, email: { type: 'string', format: 'email', maxLength: 100 } },
    top: { 'x-on': example },
    async use({ make, change, read, server }) {
      await make({ id: 'lamp', cname: 'Lamp', state: 'draft', email: 'lamp@example.com' });
      await change('lamp', { state: 'signed' });
      await expect.poll(async () => (await read('lamp')).note, { timeout: 15_000 }).toBe('signed by Lamp');
      const mails = () => server.db.query<{ subject: string }>('SELECT subject FROM mail WHERE `to` = ?', ['lamp@example.com']);
      await expect.poll(async () => (await mails()).map(({ subject }) => subject), { timeout: 15_000 }).toEqual(['Signed: Lamp']);
    },
  }),
  'x-rules': (example) => ({
    top: { 'x-rules': example },
    async use({ make }) {
      const lease = (end: string): Row => ({ state: 'signed', contract: { start: day(10), end } });
      expect((await make({ id: 'good', ...lease(day(20)) })).status).toBe(201);
      expect((await make({ id: 'bad', ...lease(day(5)) })).fields).toEqual(['contract/end']);
      expect((await make({ id: 'open', ...lease(day(5)), state: 'draft' })).status).toBe(201);
    },
  }),
  'x-form': (example) => ({
    fields: Array.isArray(example) ? {} : plain,
    top: { 'x-form': example },
    async use({ model }) {
      const tabs = model.form.tabs.map(({ key, sections }) => [key, sections.flatMap(({ fields }) => fields)]);
      if (Array.isArray(example)) expect(tabs[0]?.[1]?.slice(0, 2)).toEqual(example);
      else {
        expect(tabs.slice(0, 2)).toEqual([
          ['main', ['id', 'cname', 'ename']],
          ['sales', ['commission']],
        ]);
        expect(model.form.sidebar).toEqual(['update_at', 'update_by']);
      }
    },
  }),
  'x-search': (example) => ({
    top: { 'x-search': example },
    async use({ make, list }) {
      await make({ id: 'one', cname: '港口的燈', ename: 'Harbour lamp', name: 'unsearched' });
      for (const q of ['港口', 'harbour', 'one']) expect([q, await list({ filter: { q } })]).toEqual([q, ['one']]);
      expect(await list({ filter: { q: 'unsearched' } })).toEqual([]);
    },
  }),
  'x-duplicates': (example) => ({
    top: { 'x-duplicates': example, 'x-search': ['name'] },
    async use({ model }) {
      expect(model.duplicates).toEqual(example);
    },
  }),
  'x-indexes': (example) => ({
    top: { 'x-indexes': example },
    async use({ name, server }) {
      expect(await indexesOf(server, name)).toContainEqual({ columns: [...(example as string[][])[0]!, 'id'], unique: false });
    },
  }),
  'x-uniques': (example) => ({
    top: { 'x-uniques': example },
    async use({ make }) {
      expect((await make({ id: 'one', rating: 'g', year: 2024 })).status).toBe(201);
      expect((await make({ id: 'two', rating: 'pg', year: 2024 })).status).toBe(201);
      expect((await make({ id: 'three', rating: 'g', year: 2024 })).status).toBe(422);
    },
  }),
  'x-naming': (example) => ({
    top: {
      'x-naming': example,
      ...(typeof example === 'string' ? {} : { 'x-workflow': { field: 'status', transitions: [{ name: 'save', from: 'draft', to: 'saved' }] } }),
    },
    async use({ make, act, read }) {
      const year = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Taipei', year: 'numeric' }).format();
      if (typeof example === 'string') return expect((await make({ cname: 'x' })).body.id).toBe(`SO-${year}-0001`);
      await make({ id: 'one', status: 'draft' });
      expect((await read('one')).serial).toBe('');
      expect(await act('one', 'save')).toBe(200);
      expect((await read('one')).serial).toBe(`SO-${year}-0001`);
    },
  }),
  'x-access': (example) => ({
    top: { 'x-access': example, 'x-actions': [{ name: 'void', verb: 'export-pitches' }] },
    async use({ make, as, list, change, model }) {
      await make({ id: 'seen', status: 'saved' });
      await make({ id: 'hidden', status: 'draft' });
      expect(await list({}, as.gs)).toEqual(['seen']);
      expect(await list({}, as.op)).toEqual(['hidden', 'seen']);
      expect((await change('seen', { cname: 'x' }, as.gs)).status).toBe(403);
      expect((await change('seen', { cname: 'x' }, as.op)).status).toBe(200);
      expect(model.actions[0]?.roles).toEqual(['[]']);
    },
  }),
  'x-workflow': (example) => ({
    top: {
      'x-workflow': { ...(example as Row), transitions: [...(example as { transitions: Row[] }).transitions, { name: 'save', from: 'draft', to: 'saved' }] },
    },
    async use({ make, act, read, change, as }) {
      await make({ id: 'one', status: 'draft' });
      await make({ id: 'two', status: 'draft' });
      await act('two', 'save');
      expect(await act('one', 'void', { input: { reason: 'x' } })).not.toBe(200); // from another state
      expect(await act('two', 'void', { input: { reason: 'x' } })).not.toBe(200); // wants an amount
      await change('two', { amount: 5 });
      expect(await act('two', 'void', { input: { reason: 'lost' } }, as.op)).toBe(403);
      expect(await act('two', 'void', { input: { reason: 'lost' } })).toBe(200);
      expect(await read('two')).toMatchObject({ status: 'void', reason: 'lost', voidAt: expect.stringMatching(/^\d{4}-/) });
      expect((await change('two', { amount: 6 })).status).toBe(422); // locked
    },
  }),
  'x-actions': (example) => ({
    top: { 'x-actions': example },
    async use({ name, make, as }) {
      await make({ id: 'one', status: 'draft' });
      await make({ id: 'two', status: 'saved' });
      const open = async (id: string, who: Client) =>
        ((await (await who(`/api/pb/${name}/${id}/actions`)).json()) as { data: { actions: { name: string }[] } }).data.actions.map((one) => one.name);
      expect(await open('one', as.op)).toEqual(['duplicate']);
      expect(await open('two', as.op)).toEqual([]);
    },
  }),
  'x-history': (example) => ({
    top: { 'x-history': example },
    async use({ name, make, as, change }) {
      await make({ id: 'one' });
      await change('one', { cname: 'x' });
      expect(await (await as.admin(`/api/pb/${name}/one/history`)).json()).toEqual([]);
    },
  }),
  'x-trash': (example) => ({
    top: { 'x-trash': example },
    async use({ name, make, as }) {
      await make({ id: 'one' });
      await as.admin(`/api/pb/${name}/one`, { method: 'DELETE' });
      expect((await as.admin(`/api/pb/${name}/one/restore`, { method: 'POST' })).status).toBe(404);
    },
  }),
  'x-was': (example) => ({
    top: { 'x-was': example },
    async use({ model }) {
      // That rows come along is asked by the kinds of edit (tests/framework/data/edits.test.ts).
      expect(model.was).toEqual([example].flat());
    },
  }),
  'x-print': (example) => ({
    top: { 'x-print': example },
    async use({ name, make, as }) {
      await make({ id: 'one' });
      const printed = await as.admin(`/api/pb/${name}/one/print?lang=tw`);
      expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    },
  }),
};

const when = { tried: { I: { program: 'I' }, C: { program: 'C' } } } as const;
/** What a keyword of the field level promises, at the field `probe`. */
const ofField: Record<string, (example: JsonValue) => Case> = {
  'x-was': (example) => ({
    ...asField({ ...text, 'x-was': example }),
    async use({ model, name, as, server }) {
      expect(probe(model).was).toEqual([example].flat());
      const [former] = [example].flat() as string[];
      const { body } = await imported(server, as.admin, name, `id,${former}\none,renamed\n`);
      expect(body).toMatchObject({ probe: 'renamed' });
    },
  }),
  'x-ui': (example) => {
    const said = (typeof example === 'string' ? { widget: example } : example) as { widget?: string; options?: Row };
    const node: Record<string, JsonSchema> = {
      textarea: { type: 'string', 'x-ui': example },
      slots: {
        type: 'array',
        'x-ui': example,
        items: { type: 'object', properties: { start: { type: 'string', format: 'date-time' }, end: { type: 'string', format: 'date-time' } } },
      },
      ranking: { type: 'array', 'x-relation': 'campaign', 'x-ui': example, items: { type: 'string' } },
      today: { type: 'string', format: 'date', 'x-ui': example },
      detail: { type: 'array', 'x-ui': 'grid', items: { type: 'object', properties: { word: text, note: { ...text, 'x-ui': example } } } },
    };
    const shape = said.widget ?? Object.keys(said.options ?? {})[0] ?? '';
    return {
      fields: { probe: node[shape] ?? { 'x-ui': example }, ...(shape === 'slots' || shape === 'ranking' ? { cid: { 'x-relation': 'campaign' } } : {}) },
      async use({ model, make }) {
        if (shape === 'textarea') {
          expect(probe(model).kind).toBe('text');
          expect((await make({ id: 'one', probe: 'two\nlines' })).body.probe).toBe('two\nlines');
        }
        const { ui } = shape === 'detail' ? probe(model).fields!.find(({ name }) => name === 'note')! : probe(model); // it has the two
        expect(ui).toMatchObject({ ...said, ...('placeholder' in said ? { placeholder: { en: '…' } } : {}) });
      },
    };
  },
  'x-display': (example) => ({
    ...asField({ ...choice('a', 'b'), 'x-display': example }),
    use: async ({ model }) => expect(probe(model).display).toBe(example),
  }),
  'x-surfaces': (example) => ({
    ...asField({ ...text, 'x-surfaces': example }),
    async use({ model }) {
      const { surfaces } = probe(model);
      expect(surfaces.list).toBe(false);
      expect(surfaces.edit).toBe(true);
      expect(surfaces.export).toBe(!Array.isArray(example));
    },
  }),
  'x-visibleWhen': (example) => ({
    ...asField({ ...text, 'x-visibleWhen': example }),
    async use({ model, make }) {
      expect(probe(model).visibleWhen).toEqual(example);
      expect((await make({ id: 'one', ...when.tried.I, probe: 'said' })).status).toBe(201);
    },
  }),
  'x-requiredWhen': (example) => ({
    ...asField({ ...text, 'x-requiredWhen': example }),
    async use({ make }) {
      expect((await make({ id: 'one', ...when.tried.I })).fields).toEqual(['probe']);
      expect((await make({ id: 'one', ...when.tried.C })).status).toBe(201);
    },
  }),
  'x-readOnlyWhen': (example) => ({
    ...asField({ ...text, 'x-readOnlyWhen': example }),
    async use({ make, change }) {
      await make({ id: 'shut', ...when.tried.I });
      await make({ id: 'open', ...when.tried.C });
      expect((await change('shut', { probe: 'x' })).fields).toEqual(['probe']);
      expect((await change('open', { probe: 'x' })).status).toBe(200);
    },
  }),
  'x-optionsWhen': (example) => ({
    ...asField({ ...choice('a', 'b', 'c'), 'x-optionsWhen': example }),
    async use({ make }) {
      expect((await make({ id: 'one', ...when.tried.I, probe: 'c' })).fields).toEqual(['probe']);
      expect((await make({ id: 'one', ...when.tried.I, probe: 'b' })).status).toBe(201);
      expect((await make({ id: 'two', ...when.tried.C, probe: 'c' })).status).toBe(201);
    },
  }),
  'x-relation': (example) => ({
    ...asField({ 'x-relation': typeof example === 'string' ? example : { ...(example as Row), to: 'ref_company' } }),
    async use({ name, make, server, as }) {
      expect((await make({ id: 'lost', probe: 'nobody' })).fields).toEqual(['probe']);
      if (typeof example === 'string') return expect(server.registry.get(example)).toBeDefined();
      await as.admin('/api/pb/ref_company', { method: 'POST', json: { id: 'buyer', type: 3, currency: 'USD' } });
      expect(probe(server.registry.get(name)!.model).relation?.filter).toEqual({ type: 3 }); // it was made for this
      expect((await make({ id: 'one', probe: 'buyer' })).body).toMatchObject({ probe: 'buyer', currency: 'USD' });
      expect((await as.admin('/api/pb/ref_company/buyer', { method: 'DELETE' })).status).toBe(422); // restrict
    },
  }),
  'x-child': (example) => ({
    ...asField({ type: 'array', 'x-child': example, items: { type: 'object', properties: { word: text } } }),
    async use({ name, make, server }) {
      await make({ id: 'one', probe: [{ word: 'a' }, { word: 'b' }] });
      expect((await server.db.query(`SELECT word FROM ${name}__probe ORDER BY word`)).map((row) => (row as Row).word)).toEqual(['a', 'b']); // plain objects
    },
  }),
  'x-db': (example) => ({
    ...asField({ type: 'precision' in (example as Row) ? 'number' : 'string', ...('precision' in (example as Row) ? {} : { maxLength: 40 }), 'x-db': example }),
    async use({ name, model, make, read, server }) {
      const said = example as Row;
      if (said.index) expect(await indexesOf(server, name)).toContainEqual({ columns: ['probe', 'id'], unique: false });
      if (said.unique) expect([(await make({ id: 'a', probe: 'x' })).status, (await make({ id: 'b', probe: 'x' })).fields]).toEqual([201, ['probe']]);
      if (said.precision) {
        expect(probe(model).kind).toBe('decimal');
        expect((await make({ id: 'a', probe: 1234567.89 })).body.probe).toBe(1234567.89);
      }
      if (said.store === false) {
        expect((await make({ id: 'a', probe: 'x' })).status).toBe(201);
        expect((await read('a')).probe).toBeUndefined();
      }
    },
  }),
  'x-computed': (example) => ({
    fields: {
      probe: { type: 'number', multipleOf: 0.01, readOnly: true, 'x-computed': example },
      lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' }, taxRate: { type: 'number' } } } },
      exchange: { type: 'number' },
    },
    async use({ make }) {
      const made = await make({ id: 'one', currency: 'USD', lines: [{ amount: 10, taxRate: 0.05 }], probe: 99 });
      expect([made.status, made.body.probe]).toEqual([201, 10.5]);
    },
  }),
  'x-default': (example) => ({
    ...asField({ ...text, ...(String(example).includes('me()') ? {} : { format: 'date' }), 'x-default': example }),
    async use({ make, read }) {
      expect((await make({ id: 'one' })).status).toBe(201);
      expect((await read('one')).probe).toMatch(String(example).includes('me()') ? /^admin$|^op$/ : /^20\d\d-\d\d-\d\d$/);
    },
  }),
  'x-formula': (example) => ({
    fields: {
      probe: { type: 'number', multipleOf: 0.01, 'x-formula': example },
      lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number', multipleOf: 0.01 } } } },
    },
    async use({ make, list }) {
      const made = await make({ id: 'one', year: 15, lines: [{ amount: 10.1 }, { amount: 19.9 }], probe: 99 });
      expect([made.status, made.body.probe]).toEqual([201, 30]);
      expect(await list({ probe: 30 })).toEqual(['one']);
    },
  }),
  'x-codes': (example) => ({
    ...asField({ type: 'string', 'x-codes': example }),
    async use({ model, make }) {
      expect(probe(model).codes).toBe('genre');
      const [first] = probe(model).options ?? [];
      expect((await make({ id: 'one', probe: first!.value })).status).toBe(201); // the list ships
      expect((await make({ id: 'two', probe: 'none such' })).fields).toEqual(['probe']);
    },
  }),
  'x-unset': (example) => ({
    ...asField({ type: 'integer', enum: [0, 1, 2], 'x-unset': example }),
    async use({ make }) {
      expect((await make({ id: 'one' })).body.probe).toBe(example);
    },
  }),
  'x-file': (example) => ({
    ...asField({ type: 'array', 'x-file': example }),
    async use({ model }) {
      expect(probe(model).file).toMatchObject({
        purpose: 'poster',
        maxSize: 2 * 1024 * 1024,
        maxCount: typeof example === 'string' ? 1 : 3,
        public: typeof example !== 'string',
      });
    },
  }),
  'x-access': (example) => ({
    ...asField({ ...text, 'x-access': example }),
    async use({ make, read, change, as }) {
      await make({ id: 'one', probe: 'secret' });
      expect([(await read('one')).probe, (await read('one', as.op)).probe]).toEqual(['secret', undefined]);
      expect((await change('one', { probe: 'x' }, as.op)).status).not.toBe(200);
    },
  }),
  'x-json': (example) => ({
    ...asField({ 'x-json': example }),
    async use({ make }) {
      for (const [id, value] of Object.entries<JsonValue>({ text: 'said', object: { any: [1, null] } }))
        expect((await make({ id, probe: value })).body.probe).toEqual(value);
      expect((await make({ id: 'number', probe: 3 })).fields).toEqual(['probe']);
    },
  }),
  'x-setOnce': (example) => ({
    ...asField({ ...text, 'x-setOnce': example }),
    async use({ make, change }) {
      expect((await make({ id: 'one', probe: 'first' })).status).toBe(201);
      expect((await change('one', { probe: 'second' })).fields).toEqual(['probe']);
    },
  }),
  'x-copy': (example) => ({
    ...asField({ ...text, 'x-copy': example }),
    use: async ({ model }) => expect([probe(model).copy, model.fields.find(({ name }) => name === 'cname')?.copy]).toEqual([false, true]),
  }),
  'x-lang': (example) => ({
    ...asField({ ...text, 'x-lang': example }),
    use: async ({ model }) => expect(probe(model).lang).toBe(example),
  }),
  'x-pii': (example) => ({
    ...asField({ ...text, 'x-pii': example }),
    async use({ name, make, as }) {
      await make({ id: 'one', probe: 'somebody' });
      await (await as.admin(`/api/pb/${name}/export?format=csv`)).text();
      const found = (await (await as.admin(`/api/changes?object=${name}&action=export`)).json()) as { data: { entries: { export: { fields: string[] } }[] } };
      expect(found.data.entries[0]?.export.fields).toContain('probe');
    },
  }),
  'x-color': () => ({
    ...asField({ type: 'string', oneOf: [{ const: 'a', title: 'A', 'x-color': 'info' }] }),
    use: async ({ model }) => expect(probe(model).options?.find(({ value }) => value === 'a')?.color).toBe('info'),
  }),
};

/** Standard keywords, each as the one of a field `probe`: values that pass and values that do not. */
const standard: Record<string, { node: JsonSchema; good: JsonValue[]; bad: JsonValue[]; required?: true }> = {
  type: { node: { type: 'boolean' }, good: [true, false], bad: ['yes', 1] },
  enum: { node: choice('a', 'b'), good: ['a', '-'], bad: ['c'] },
  oneOf: { node: { type: 'string', oneOf: [{ const: 'a', title: 'A', 'x-color': 'info' }] }, good: ['a'], bad: ['b'] },
  'format date': { node: { type: 'string', format: 'date' }, good: ['2026-02-28', ''], bad: ['2026-02-30', 'soon'] },
  'format time': { node: { type: 'string', format: 'time' }, good: ['23:59:59'], bad: ['25:00:00'] },
  'format date-time': { node: { type: 'string', format: 'date-time' }, good: ['2026-02-28 10:00:00'], bad: ['2026-02-28 25:00:00'] },
  'format email': { node: { type: 'string', format: 'email' }, good: ['a@example.org'], bad: ['a'] },
  'format uri': { node: { type: 'string', format: 'uri' }, good: ['https://example.org/a'], bad: ['javascript:alert(1)'] },
  'format phone': { node: { type: 'string', format: 'phone' }, good: ['TW,+886912345678'], bad: ['call me'] },
  'format telephone': { node: { type: 'string', format: 'telephone' }, good: ['(02) 2345-6789'], bad: ['call me'] },
  'format digits': { node: { type: 'string', format: 'digits' }, good: ['0123'], bad: ['12a'] },
  'format identifier': { node: { type: 'string', format: 'identifier' }, good: ['abc_1'], bad: ['a b'] },
  'format id': { node: { type: 'string', format: 'id' }, good: ['abc-1'], bad: ['a/b'] },
  'format duration': { node: { type: 'string', format: 'duration' }, good: ['PT1H30M'], bad: ['an hour'] },
  'format hostname': { node: { type: 'string', format: 'hostname' }, good: ['example.org'], bad: ['a b'] },
  'format ipv4': { node: { type: 'string', format: 'ipv4' }, good: ['192.0.2.1'], bad: ['192.0.2.300'] },
  'format ipv6': { node: { type: 'string', format: 'ipv6' }, good: ['2001:db8::1'], bad: ['2001::db8::1'] },
  'format uuid': { node: { type: 'string', format: 'uuid' }, good: ['123e4567-e89b-12d3-a456-426614174000'], bad: ['123e4567'] },
  'format byte': { node: { type: 'string', format: 'byte' }, good: ['aGVsbG8='], bad: ['a'] },
  maxLength: { node: { type: 'string', maxLength: 3 }, good: ['abc', '三個字'], bad: ['abcd'] },
  minLength: { node: { type: 'string', maxLength: 9, minLength: 3 }, good: ['abc', ''], bad: ['ab'] },
  pattern: { node: { type: 'string', maxLength: 9, pattern: '^[A-Z]+$' }, good: ['AB', ''], bad: ['ab'] },
  minimum: { node: { type: 'integer', minimum: 3 }, good: [3, null], bad: [2] },
  maximum: { node: { type: 'integer', maximum: 3 }, good: [3], bad: [4] },
  exclusiveMinimum: { node: { type: 'number', exclusiveMinimum: 0 }, good: [0.5], bad: [0] },
  exclusiveMaximum: { node: { type: 'number', exclusiveMaximum: 1 }, good: [0.5], bad: [1] },
  multipleOf: { node: { type: 'number', multipleOf: 0.01 }, good: [0.29, 1.1], bad: [0.001] },
  required: { node: { type: 'string', maxLength: 9, minLength: 1 }, good: ['a'], bad: [''], required: true },
  items: { node: { type: 'array', items: { type: 'string', maxLength: 3 } }, good: [['abc'], []], bad: [['abcd'], 'abc'] },
  minItems: { node: { type: 'array', minItems: 2, items: { type: 'string', maxLength: 3 } }, good: [['a', 'b'], []], bad: [['a']] },
  maxItems: { node: { type: 'array', maxItems: 1, items: { type: 'string', maxLength: 3 } }, good: [['a']], bad: [['a', 'b']] },
  uniqueItems: { node: { type: 'array', uniqueItems: true, items: { type: 'string', maxLength: 3 } }, good: [['a', 'b']], bad: [['a', 'a']] },
  properties: { node: { type: 'object', properties: { deep: { type: 'integer' } } }, good: [{ deep: 3 }], bad: [{ deep: 'x' }, { other: 1 }] },
  $ref: { node: { $ref: 'parts/contract.json' }, good: [], bad: ['x'] },
};
/** Those that are about more than one value, or about the page. */
const wider: Record<string, Case> = {
  dependentRequired: {
    top: { dependentRequired: { cname: ['ename'] } },
    use: async ({ make }) =>
      expect([(await make({ id: 'a', cname: 'x' })).fields, (await make({ id: 'b', cname: 'x', ename: 'y' })).status]).toEqual([['ename'], 201]),
  },
  dependencies: {
    top: { dependencies: { cname: ['ename'] } },
    use: async ({ make }) => expect([(await make({ id: 'a', cname: 'x' })).fields, (await make({ id: 'b' })).status]).toEqual([['ename'], 201]),
  },
  'if/then/else': {
    // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
    top: { if: { properties: { program: { const: 'I' } } }, then: { required: ['cname'] }, else: { required: ['ename'] } },
    use: async ({ make }) =>
      expect([(await make({ id: 'a', program: 'I' })).fields, (await make({ id: 'b', program: 'C' })).fields]).toEqual([['cname'], ['ename']]),
  },
  default: {
    ...asField({ ...text, default: 'as usual' }),
    use: async ({ make }) => expect((await make({ id: 'a' })).body.probe).toBe('as usual'),
  },
  'title, description, examples': {
    ...asField({ ...text, title: 'Named', description: 'Helped', examples: ['such as'] }),
    use: async ({ model }) => expect(probe(model)).toMatchObject({ label: { en: 'Named' }, help: { en: 'Helped' }, ui: { placeholder: { en: 'such as' } } }),
  },
  readOnly: {
    ...asField({ ...text, readOnly: true }),
    use: async ({ make, change }) => {
      await make({ id: 'a' });
      expect((await change('a', { probe: 'x' })).fields).toEqual(['probe']);
    },
  },
  writeOnly: {
    ...asField({ ...text, writeOnly: true }),
    use: async ({ make, read }) => {
      await make({ id: 'a', probe: 'hidden' });
      expect(Object.hasOwn(await read('a'), 'probe')).toBe(false);
    },
  },
  deprecated: {
    ...asField({ ...text, deprecated: true }),
    use: async ({ model }) => expect(probe(model)).toMatchObject({ deprecated: true, surfaces: { create: false, edit: true } }),
  },
  'a shared shape': {
    ...asField({ $ref: 'parts/contract.json', title: 'Its contract' }),
    use: async ({ model }) => expect(probe(model)).toMatchObject({ label: { en: 'Its contract' } }),
  },
  'one field of a part': {
    ...asField({ $ref: 'parts/project.json#/properties/cname' }),
    use: async ({ make }) => expect((await make({ id: 'a', probe: '片名' })).body.probe).toBe('片名'),
  },
  'a place by its name': {
    fields: { probe: { $ref: '#money' }, other: { $anchor: 'money', type: 'integer', maximum: 5 } },
    use: async ({ make }) => expect((await make({ id: 'a', probe: 6 })).fields).toEqual(['probe']),
  },
  'all fields of a part': {
    top: { allOf: [{ $ref: 'parts/bank.json' }] },
    use: async ({ model }) => {
      const part = JSON.parse(readFileSync('schemas/parts/bank.json', 'utf8')) as { properties: Row }; // an object's schema
      const names = Object.keys(part.properties);
      expect(names.length).toBeGreaterThan(2);
      expect(model.fields.map((field) => field.name)).toEqual(expect.arrayContaining(names));
    },
  },
  'labels of an object': {
    labels: { name: '參考', fields: { cname: '片名', 'contract.start': '起' }, options: { status: { draft: '草稿' } }, tabs: { main: '主要' } },
    top: { 'x-form': { tabs: [{ key: 'main', sections: [{ key: 'all', fields: ['id', 'cname', 'status', 'contract'] }] }] } },
    use: async ({ model }) => {
      const field = (name: string) => model.fields.find((one) => one.name === name);
      expect([model.label.tw, field('cname')?.label.tw, field('contract')?.fields?.[0]?.label.tw, model.form.tabs[0]?.label.tw]).toEqual([
        '參考',
        '片名',
        '起',
        '主要',
      ]);
      expect(field('status')?.options?.find(({ value }) => value === 'draft')?.label.tw).toBe('草稿');
    },
  },
};

const rows = [
  ...readReference('Object level').map((row) => ({ ...row, level: 'object' as const, cases: ofObject })),
  ...readReference('Field level').map((row) => ({ ...row, level: 'field' as const, cases: ofField })),
];
const dropped = rows.flatMap(({ keyword, examples, level, cases }) =>
  (examples.length ? examples : [null]).flatMap((example, index) => {
    const one = Object.hasOwn(cases, keyword) ? cases[keyword]?.(example) : undefined;
    return one
      ? [
          {
            title: `${keyword} (${level}) ${example === null ? '' : JSON.stringify(example).slice(0, 70)}`,
            name: `ref_${level}_${keyword.slice(2).toLowerCase()}_${index}`,
            one,
          },
        ]
      : [];
  }),
);

const plainly = [
  ...Object.entries(standard).map(([title, { node, good, bad, required }]): [string, Case] => [
    title,
    {
      ...asField(node),
      ...(required && { top: { required: ['probe'] } }),
      async use({ make }) {
        for (const [index, value] of good.entries()) expect([value, (await make({ id: `good-${index}`, probe: value })).body.probe]).toEqual([value, value]);
        for (const [index, value] of bad.entries()) {
          const { status, fields } = await make({ id: `bad-${index}`, probe: value });
          expect([value, status, fields.every((path) => path.split('/')[0] === 'probe') && fields.length > 0]).toEqual([value, 422, true]);
        }
      },
    },
  ]),
  ...Object.entries(wider),
].map(([title, one], index) => ({ title, name: `ref_plain_${index}`, one }));
const all = [...dropped, ...plainly];

it('docs/schema-reference.md has a row for every keyword of the grammar, and each has a case here', () => {
  const grammar = JSON.parse(readFileSync('codegen/meta.json', 'utf8')) as { definitions: { node: { properties: Row } } }; // the file of this repository
  const own = Object.keys(grammar.definitions.node.properties).filter((name) => name.startsWith('x-'));
  const shown = new Set(rows.map(({ keyword }) => keyword));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
  expect([...shown].filter((name) => !own.includes(name))).toEqual([]);
  expect(rows.filter(({ keyword, cases }) => !Object.hasOwn(cases, keyword)).map(({ keyword, level }) => `${keyword} (${level})`)).toEqual([]);
  const standard = Object.keys(grammar.definitions.node.properties).filter((name) => !name.startsWith('x-'));
  const named = new Set(['Sharing', 'Standard keywords', 'Kinds', 'Limits'].flatMap(namesIn));
  expect(standard.filter((name) => !named.has(name))).toEqual([]);
});

describe.each(testDatabases)('the schema reference on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'reference-'));
  const locales = mkdtempSync(join(tmpdir(), 'reference-locales-'));
  let server: TestServer;
  let as: Used['as'];
  beforeAll(async () => {
    cpSync('schemas', root, { recursive: true });
    const drop = (name: string, schema: JsonSchema) => writeFileSync(join(root, `${name}.json`), JSON.stringify({ title: name, type: 'object', ...schema }));
    for (const { name, one } of all) drop(name, { ...one.top, properties: { ...plain, ...one.fields } });
    drop('ref_company', { properties: { name: text, type: { type: 'integer' }, currency: choice('TWD', 'USD') } });
    cpSync('locales', locales, { recursive: true });
    for (const { name, one } of all) if (one.labels) writeFileSync(join(locales, 'tw', `${name}.json`), JSON.stringify(one.labels));
    server = await startServer({ kind, schemasDir: root, localesDir: locales });
    as = { admin: await server.signIn('admin'), op: await server.signIn('op'), gs: await server.signIn('gs') };
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    for (const folder of [root, locales]) rmSync(folder, { recursive: true, force: true });
  });

  it('takes every example', () => {
    const ours = (file: string) => file.startsWith('schemas/ref_');
    expect(server.registry.quarantined().flatMap(({ findings }) => findings.filter(({ file }) => ours(file)).map(({ message }) => message))).toEqual([]);
  });

  it.each(all)('$title', async ({ name, one }) => {
    await one.use(used(server, as, name));
  });
});

function used(server: TestServer, as: Used['as'], name: string): Used {
  const entry = server.registry.get(name);
  if (!entry) throw new Error(`${name} is not taken`);
  const answer = async (sent: Response) => {
    const body = await sent.json();
    return { status: sent.status, body, fields: [...new Set<string>((body.err?.fields ?? []).map(({ path }: { path: string }) => path))] };
  };
  const read: Used['read'] = async (id, who = as.admin) => (await who(`/api/pb/${name}/${id}`)).json();
  return {
    name,
    model: entry.model,
    server,
    as,
    read,
    make: async (row, who = as.admin) => answer(await who(`/api/pb/${name}`, { method: 'POST', json: row })),
    change: async (id, row, who = as.admin) =>
      answer(await who(`/api/pb/${name}/${id}`, { method: 'PUT', json: row, headers: { 'if-match': `"${(await read(id)).ver}"` } })),
    async list(query = {}, who = as.admin) {
      const asked = new URLSearchParams(Object.entries({ sort: ['id', 'ASC'], ...query }).map(([key, value]) => [key, JSON.stringify(value)]));
      return ((await (await who(`/api/pb/${name}?${asked}`)).json()) as { id: string }[]).map(({ id }) => id);
    },
    act: async (id, action, order = {}, who = as.admin) =>
      (await answer(await who(`/api/pb/${name}/${id}/actions/${action}`, { method: 'POST', json: { ver: (await read(id)).ver, ...order } }))).status,
  };
}

async function indexesOf(server: TestServer, table: string): Promise<{ columns: string[]; unique: boolean }[]> {
  const found = (await inspect(server.db, table)).get(table);
  return (found?.indexes ?? []).map(({ columns, unique }) => ({ columns, unique }));
}

async function imported(server: TestServer, admin: Client, name: string, csv: string): Promise<{ body: Row }> {
  const { data } = (await (
    await admin(`/api/pb/${name}/import?mode=write`, { method: 'POST', body: csv, headers: { 'content-type': 'application/octet-stream' } })
  ).json()) as { data: { job: string } };
  await server.tools.jobs.settled(data.job);
  return { body: (await (await admin(`/api/pb/${name}/one`)).json()) as Row };
}
