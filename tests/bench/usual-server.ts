/**
 * Baseline (b): the usual way. Express, knex, COUNT(*) and OFFSET for every list, LIKE for words, Ajv before an insert, a version
 * check and a history row with an update. No sign-in, no rights. Started as a process of its own: BENCH_SERVER = JSON of {url, shape}.
 */
import { Ajv } from 'ajv';
import express, { type NextFunction, type Request, type Response } from 'express';
import knexFactory from 'knex';
import { formats } from '#codegen/emit/formats.ts';
import { narrowed, present, type Shape, stored } from './shape.ts';

const { url, shape } = JSON.parse(process.env.BENCH_SERVER ?? '') as { url: string; shape: Shape }; // written by processes.ts
const { hostname, port, username, password, pathname } = new URL(url);
const connection = {
  host: hostname,
  port: Number(port),
  user: username,
  password,
  database: pathname.slice(1),
  dateStrings: true,
  decimalNumbers: true,
  timezone: 'Z',
};
const knex = knexFactory({ client: 'mysql2', connection, pool: { min: 2, max: 10 } });
const validate = new Ajv({ strict: false, allErrors: true, formats, multipleOfPrecision: 9 }).compile(shape.validation);
const names = shape.columns.map(({ name }) => name);
const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');

const app = express();
app.use(express.json());

app.get(`/${shape.table}`, async (request, response) => {
  const { limit = '25', offset = '0', filter = '', q = '', columns = '' } = request.query as Record<string, string>; // the bench sends each once
  const asked = columns ? narrowed(shape, columns) : shape;
  const rows = knex(shape.table);
  const [field, value] = filter.split(':');
  if (field && value) rows.where(field, value);
  if (q) rows.where((any) => shape.text.reduce((so, name) => so.orWhere(name, 'like', `%${q}%`), any));
  const [counted] = await rows.clone().count({ total: '*' });
  const order = [
    { column: 'update_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ];
  const page = await rows
    .clone()
    .select(asked.columns.map(({ name }) => name))
    .orderBy(order)
    .limit(Number(limit))
    .offset(Number(offset));
  response.set('Content-Range', `${shape.table} ${offset}-${Number(offset) + page.length - 1}/${counted?.total}`);
  response.json(page.map((row) => present(row, asked)));
});

app.get(`/${shape.table}/:id`, async (request, response) => {
  const row = await knex(shape.table).select(names).where({ id: request.params.id }).first();
  if (!row) return void response.status(404).json(null);
  response.json(present(row, shape));
});

app.put(`/${shape.table}/:id`, async (request, response) => {
  const { id } = request.params;
  const row = await knex.transaction(async (trx) => {
    const before = await trx(shape.table).select(names).where({ id }).forUpdate().first();
    if (!before || before.ver !== Number(request.headers['if-match']?.replaceAll('"', ''))) return undefined;
    const changed = { ...request.body, ver: before.ver + 1, update_at: now(), update_by: 'bench' };
    await trx(shape.table).where({ id }).update(changed);
    const changes = JSON.stringify(Object.fromEntries(Object.keys(request.body).map((name) => [name, [before[name], request.body[name]]])));
    await trx('_history').insert({ obj: shape.table, row_id: id, ver: changed.ver, at: Date.now(), by: 'bench', action: 'update', changes });
    return trx(shape.table).select(names).where({ id }).first();
  });
  if (!row) return void response.status(412).json(null);
  response.json(present(row, shape));
});

app.post(`/${shape.table}`, async (request, response) => {
  const body: Record<string, unknown> = request.body;
  if (!validate(body)) return void response.status(422).json(validate.errors);
  const given = Object.fromEntries(shape.columns.map(({ name, empty }) => [name, body[name] ?? empty]));
  const row: Record<string, unknown> = { ...given, ver: 1, create_at: now(), update_at: now(), update_by: 'bench' };
  const values = stored(row, shape);
  await knex(shape.table).insert(Object.fromEntries(names.map((name, index) => [name, values[index]])));
  const saved = await knex(shape.table).select(names).where({ id: row.id }).first();
  response.status(201).json(present(saved, shape));
});

app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => void response.status(500).json({ error: error.message }));
const server = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())));
