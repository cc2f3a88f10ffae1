/**
 * Baseline (a): node:http and mysql2, written for one table. It answers the same rows as the product from the same data, with no
 * total, no sign-in, no rights, no validation, no history. Started as a process of its own: BENCH_SERVER = JSON of {url, shape}.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createPool, type RowDataPacket } from 'mysql2/promise';
import { textTokens } from '#rules/queries/search-text.ts';
import { narrowed, present, type Shape, stored } from './shape.ts';

const { url, shape } = JSON.parse(process.env.BENCH_SERVER ?? '') as { url: string; shape: Shape }; // written by processes.ts
const pool = createPool({ uri: url, connectionLimit: 10, dateStrings: true, decimalNumbers: true, timezone: 'Z' });
const columns = shape.columns.map(({ name }) => `\`${name}\``).join(', ');
const marks = shape.columns.map(() => '?').join(', ');
const table = `\`${shape.table}\``;

const select = async (sql: string, params: (string | number)[]): Promise<RowDataPacket[]> => (await pool.execute<RowDataPacket[]>(sql, params))[0];
const send = (response: ServerResponse, status: number, value: unknown): void => {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
};
const list = async (response: ServerResponse, asked: Shape, end: string, params: (string | number)[]): Promise<void> => {
  const rows = await select(`SELECT ${asked.columns.map(({ name }) => `\`${name}\``).join(', ')} FROM ${table} ${end}`, params);
  for (const row of rows) present(row, asked);
  send(response, 200, rows);
};
const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding is set, so parts are buffers
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>; // the bench posts objects
};
/** What the text filter finds the row by; without it an inserted row is not found by its words. */
const words = (row: Record<string, unknown>): string => [...new Set(shape.text.flatMap((name) => textTokens(String(row[name] ?? ''))))].join(' ');
const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bench');
  const limit = searchParams.get('limit') ?? '25';
  const offset = searchParams.get('offset') ?? '0';
  const id = pathname.split('/')[2];
  if (request.method === 'GET' && id) {
    const [row] = await select(`SELECT ${columns} FROM ${table} WHERE id = ?`, [decodeURIComponent(id)]);
    return send(response, row ? 200 : 404, row ? present(row, shape) : null);
  }
  if (request.method === 'GET') {
    const [field, value] = (searchParams.get('filter') ?? '').split(':');
    const match = searchParams.get('match');
    const [after, afterId] = (searchParams.get('after') ?? '').split('|');
    const names = searchParams.get('columns');
    const asked = names ? narrowed(shape, names) : shape;
    const end = 'ORDER BY update_at DESC, id DESC LIMIT ?';
    if (field && value) return list(response, asked, `WHERE \`${field}\` = ? ${end} OFFSET ?`, [value, limit, offset]);
    if (match) return list(response, asked, `WHERE MATCH (_q) AGAINST (? IN BOOLEAN MODE) ${end} OFFSET ?`, [match, limit, offset]);
    if (after && afterId) {
      const behind = 'update_at <= ? AND (update_at < ? OR id < ?)';
      return list(response, asked, `WHERE ${behind} ${end}`, [after, after, afterId, limit]);
    }
    return list(response, asked, `${end} OFFSET ?`, [limit, offset]);
  }
  const body = await readBody(request);
  if (request.method === 'PUT' && id) {
    const [field, value] = Object.entries(body)[0] ?? [];
    await pool.execute(`UPDATE ${table} SET \`${field}\` = ?, ver = ver + 1, update_at = ?, update_by = ? WHERE id = ?`, [value as string, now(), 'bench', id]); // one text field
    const [row] = await select(`SELECT ${columns} FROM ${table} WHERE id = ?`, [id]);
    return send(response, 200, row && present(row, shape));
  }
  const row: Record<string, unknown> = {};
  for (const { name, empty } of shape.columns) row[name] = body[name] ?? empty;
  Object.assign(row, { ver: 1, create_at: now(), update_at: now(), update_by: 'bench' });
  if (searchParams.has('words')) await pool.execute(`INSERT INTO ${table} (${columns}, _q) VALUES (${marks}, ?)`, [...stored(row, shape), words(row)]);
  else await pool.execute(`INSERT INTO ${table} (${columns}) VALUES (${marks})`, stored(row, shape));
  send(response, 201, row);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => send(response, 500, { error: error.message }));
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())));
