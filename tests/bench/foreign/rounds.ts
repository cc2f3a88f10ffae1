/**
 * Rows of foreign objects, all the ways over HTTP on SQLite: created, read back equal, listed, searched, filtered, sorted, exported and brought in again, changed, in
 * the history, deleted. The rows are the file's own examples (`examples` at its top, or `NAME.example.json` beside it), else what the house's generator makes of it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#backend/config.ts';
import { generate } from '#backend/framework/samples/generate-rows.ts';
import { start } from '#backend/main.ts';
import type { FieldModel, JsonSchema, ObjectEntry, Row } from '#codegen/model.ts';
import { asArray, asObject, dereferenced, objects } from '#codegen/schema-node.ts';
import type { Tools } from '#framework/tools.ts';
import { stepOf } from '#rules/records/field-path.ts';

export interface Taken {
  path: string;
  text: string;
  schema: JsonSchema;
}

/** Files that are served at once. */
const batch = 25;

export async function goAllTheWays(taken: readonly Taken[]): Promise<void> {
  const schemasDir = mkdtempSync(join(tmpdir(), 'foreign-'));
  cpSync('schemas', schemasDir, { recursive: true });
  const { tools, admin, stop } = await startEmpty(schemasDir);
  const steps = new Map<string, { right: number; wrong: string[] }>();
  const note = (step: string, path: string, wrong: string | undefined): void => {
    const found = steps.get(step) ?? { right: 0, wrong: [] };
    steps.set(step, found);
    if (wrong === undefined) found.right += 1;
    else found.wrong.push(`${path}: ${wrong}`.slice(0, 400));
  };
  let whole = 0;
  for (let start = 0; start < taken.length; start += batch) {
    const names = taken.slice(start, start + batch).map((one, at) => ({ ...one, name: `foreign_${start + at}` }));
    for (const { name, text } of names) writeFileSync(join(schemasDir, `${name}.json`), text);
    await tools.registry.reload();
    for (const one of names) {
      const before = [...steps.values()].reduce((sum, { wrong }) => sum + wrong.length, 0);
      const entry = tools.registry.get(one.name);
      note('served', one.path, entry ? undefined : JSON.stringify(tools.registry.quarantined().find(({ file }) => file.includes(one.name))?.findings));
      if (entry) await rounds(tools, admin, entry, one, (step, wrong) => note(step, one.path, wrong));
      if ([...steps.values()].reduce((sum, { wrong }) => sum + wrong.length, 0) === before) whole += 1;
    }
    for (const { name } of names) rmSync(join(schemasDir, `${name}.json`));
  }
  await tools.registry.reload();
  await stop();
  rmSync(schemasDir, { recursive: true });
  console.log(`\n${whole} of ${taken.length} go all the ways without a fault`);
  for (const [step, { right, wrong }] of steps) {
    console.log(`${step}: ${right} of ${right + wrong.length}`);
    for (const line of wrong.slice(0, 80)) console.log(`    ${line}`);
  }
}

interface Answer {
  status: number;
  body: Buffer;
}
type Client = (path: string, init?: { method?: string; json?: unknown; body?: Uint8Array; headers?: Record<string, string> }) => Promise<Answer>;

/** A server of its own on an empty SQLite, and the administrator's calls to it. */
async function startEmpty(schemasDir: string): Promise<{ tools: Tools; admin: Client; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'foreign-data-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${join(dataDir, 'foreign.db')}`, PORT: '0', SCHEMAS_DIR: schemasDir, ADMIN_PASSWORD: 'of the bench' };
  const config = readConfig({
    ...env,
    PUBLIC_SECRET: 'public',
    SERVER_SECRET: 'of a bench of foreign schemas',
    LOG_LEVEL: 'silent',
    OEMBED_URL: 'off',
    DEMO: '0',
  });
  const pages = { development: false, html: async () => '<!doctype html>', assets: (_req: unknown, _res: unknown, next: () => void) => next() };
  const running = await start({ config, now: () => new Date(), log: pino({ level: 'silent' }), watch: false, pages });
  let cookie = '';
  const admin: Client = async (path, { json, headers, body, method } = {}) => {
    const answer = await fetch(`${running.url}${path}`, {
      method: method ?? 'GET',
      headers: { cookie, ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(json === undefined ? body && { body: Buffer.from(body) } : { body: JSON.stringify(json) }),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  };
  await admin('/api/auth/login', { method: 'POST', json: { id: 'admin', pw: 'of the bench' } });
  const stop = async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { tools: running.tools, admin, stop };
}

type Say = (step: string, wrong: string | undefined) => void;

async function rounds(tools: Tools, admin: Client, entry: ObjectEntry, { path, schema, name }: Taken & { name: string }, say: Say): Promise<void> {
  const json = async (to: string, init: Parameters<Client>[1] = {}) => {
    const answer = await admin(`/api/pb/${name}${to}`, init);
    return { status: answer.status, body: JSON.parse(answer.body.toString('utf8')) };
  };
  const { model } = entry;
  const key = stepOf(model.entity.key);
  const own = ownExamples(path, schema);
  const ids: string[] = [];
  const sent: Row[] = [];
  for (const [at, sample] of (own.length > 0 ? own : generate(entry, 1, 3)).entries()) {
    const row: Row = { ...sample };
    row[key] ??= `row-${at}`;
    let made = await json('', { method: 'POST', json: row });
    const refused = said(made);
    say(own.length > 0 ? 'an own example is stored' : 'a generated row is stored', made.status === 201 ? undefined : refused);
    // An invented row may miss what the file says of several fields at once: without those it is one too.
    for (let attempt = 0; made.status === 422 && attempt < 4; attempt += 1) {
      for (const problem of objects(asObject(made.body.err)?.fields)) delete row[String(problem.path).split('/')[0] ?? ''];
      row[key] ??= `row-${at}`;
      made = await json('', { method: 'POST', json: row });
    }
    if (made.status !== 201) continue;
    ids.push(String(made.body[key]));
    sent.push(row);
    const read = (await json(`/${encodeURIComponent(String(made.body[key]))}`)).body;
    const lost = Object.keys(row).filter((member) => !includes(read[member], row[member]));
    say('read back equal', lost.length === 0 ? undefined : lost.map((member) => `${member} ${short(row[member])} -> ${short(read[member])}`).join('; '));
  }
  say('has a row', ids.length > 0 ? undefined : 'none was stored');
  const [id] = ids;
  if (id === undefined) return;
  const list = async (query: Record<string, string>) => {
    const { status, body } = await json(`?${new URLSearchParams({ sort: JSON.stringify([key, 'ASC']), ...query })}`);
    return status === 200 ? (body as Row[]).map((row) => String(row[key])) : `${status} ${short(body)}`;
  };
  const has = (found: string[] | string) => (Array.isArray(found) && found.includes(id) ? undefined : short(found));
  say('listed', has(await list({})));
  const stored = (await json(`/${encodeURIComponent(id)}`)).body as Row;
  const words = model.search.map((one) => stored[one]).find((value) => typeof value === 'string' && /[\p{L}\p{N}]{3}/u.test(value));
  const word = String(words ?? '').match(/[\p{L}\p{N}]{3,}/u)?.[0];
  if (word) say('found by its words', has(await list({ filter: JSON.stringify({ q: word }) })));
  for (const field of model.fields.filter((one) => one.surfaces.filter && isPlain(stored[one.name], one)))
    say(
      'filtered',
      ((fault) => fault && `${field.name} = ${short(stored[field.name])}: ${fault}`)(
        has(await list({ filter: JSON.stringify({ [field.name]: stored[field.name] }) })),
      ),
    );
  for (const field of model.fields.filter(({ surfaces }) => surfaces.sort))
    say('sorted', ((fault) => fault && `${field.name}: ${fault}`)(has(await list({ sort: JSON.stringify([field.name, 'DESC']) }))));
  for (const format of ['csv', 'xlsx']) {
    const sheet = (await admin(`/api/pb/${name}/export?format=${format}`)).body;
    const asked = await json('/import?mode=write', { method: 'POST', body: new Uint8Array(sheet), headers: { 'content-type': 'application/octet-stream' } });
    if (asked.status >= 300) {
      say(`out and in again as ${format}`, short(asked.body));
      continue;
    }
    await tools.jobs.settled(asked.body.data.job);
    const { result } = JSON.parse((await admin(`/api/jobs/${asked.body.data.job}`)).body.toString('utf8')).data;
    say(`out and in again as ${format}`, result?.counts?.same === ids.length ? undefined : short(result));
  }
  const changing = model.fields.filter(
    (one) =>
      ['string', 'text'].includes(one.kind) &&
      !one.setOnce &&
      !one.readOnly &&
      one.format === undefined &&
      one.pattern === undefined &&
      !one.unset &&
      (one.maxLength ?? 99) > 9 &&
      dereferenced(asObject(asObject(entry.schema.properties)?.[one.name]) ?? {}, entry.schema)?.node.const === undefined,
  );
  for (const [at, { name: field }] of changing.entries()) {
    const changed = await json(`/${encodeURIComponent(id)}`, { method: 'PUT', json: { [field]: 'changed' }, headers: { 'if-match': `"${stored.ver}"` } });
    // What a text may be is also said by constants, behind references: another field is tried.
    if (changed.status === 422 && at < changing.length - 1) continue;
    say('changed', changed.status === 200 && changed.body[field] === 'changed' ? undefined : said(changed));
    const history = await json(`/${encodeURIComponent(id)}/history`);
    say('in the history', history.status === 200 && JSON.stringify(history.body).includes('"changed"') ? undefined : short(history.body));
    break;
  }
  const gone = await admin(`/api/pb/${name}/${encodeURIComponent(id)}`, { method: 'DELETE' });
  say('deleted', gone.status === 200 ? undefined : String(gone.status));
}

function ownExamples(path: string, schema: JsonSchema): Row[] {
  let beside: Row[] = [];
  try {
    beside = [JSON.parse(readFileSync(path.replace(/\.json$/, '.example.json'), 'utf8')) as Row].flat(); // one or a list; asked below
  } catch {
    // there is none
  }
  const all = objects([...beside, ...(asArray(schema.examples) ?? [])]);
  // An id says which record it is: a second row of it is no other one.
  return all.filter(({ id }, at) => id === undefined || all.findIndex((one) => one.id === id) === at).slice(0, 3);
}

/** Every member that was sent is there as it was; the house's empty values may stand beside them. */
function includes(stored: unknown, sent: unknown): boolean {
  // null, missing and empty are alike (decision 002)
  if (sent === null) return stored === undefined || ['null', '""', '"-"', '[]', '{}'].includes(JSON.stringify(stored));
  if (typeof sent !== 'object') return stored === sent;
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(sent) && Array.isArray(stored) && sent.length !== stored.length) return false;
  return Object.entries(sent).every(([member, value]) => includes((stored as Record<string, unknown>)[member], value)); // asked above
}

function isPlain(value: Row[string] | undefined, field: FieldModel): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && value !== field.unset && field.kind !== 'text';
}

const short = (value: unknown): string => String(JSON.stringify(value)).slice(0, 220);
const said = ({ status, body }: { status: number; body: { err?: { fields?: JsonSchema[] } } }): string =>
  `${status} ${(body.err?.fields ?? []).map(({ path, message }) => `${String(path)}: ${String(message)}`).join(' | ') || short(body)}`;
