/** What a change has set off is done once each, however often the process is killed with -9 between the change and it (decision 080, issue 13.3). */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { killRunning, runServer } from '../../../support/process.ts';

afterEach(killRunning);

const text = { type: 'string', maxLength: 80 };
const bell = {
  title: 'Bell',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40 }, name: text, rung: { type: 'integer', default: 0 } },
  'x-on': [{ name: 'ring', when: 'created', do: [{ set: { rung: 'rung + 1' } }, { create: { object: 'echo', values: { of: 'id' } } }] }],
};
const echo = { title: 'Echo', type: 'object', properties: { of: text } };
const kills = 4;
const each = 6;

it.each(testDatabases)(
  'steps are done once after kills, on %s',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'automations-kill-'));
    const schemas = join(folder, 'schemas');
    cpSync('schemas', schemas, { recursive: true });
    for (const [name, schema] of Object.entries({ bell, echo })) writeFileSync(join(schemas, `${name}.json`), JSON.stringify(schema));
    const database = freshUrl(kind);
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, SCHEMAS_DIR: schemas, ADMIN_PASSWORD: 'kept-by-hand' };
    const made: string[] = [];
    let server = await runServer(env);
    const signIn = async () => {
      const body = JSON.stringify({ id: 'admin', pw: 'kept-by-hand' });
      const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    for (let turn = 0; turn < kills; turn += 1) {
      const cookie = await signIn();
      for (let index = 0; index < each; index += 1) {
        const id = `bell-${turn}-${index}`;
        const answer = await fetch(`${server.url}/api/pb/bell`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ id }),
        });
        expect(answer.status).toBe(201);
        made.push(id);
      }
      // Before the runner's first look, within it, and after it.
      await new Promise((resolve) => setTimeout(resolve, turn * 60));
      await server.kill();
      // A process of many waits until the lease of the dead one is over; here it is over at once.
      const db = await connect(database.url);
      await db.run('UPDATE _automation_run SET claimed_until = 0');
      await db.close();
      server = await runServer(env);
    }
    const waiting = async () => {
      const answer = await fetch(`${server.url}/api/automations?state=waiting`, { headers: { cookie: await signIn() } });
      return ((await answer.json()) as { data: { runs: unknown[] } }).data.runs.length;
    };
    await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toBe(0);
    await server.kill();
    const db = await connect(database.url);
    const count = async (sql: string) => Number((await db.query<{ n: number }>(sql))[0]?.n);
    expect(await count("SELECT COUNT(*) AS n FROM _automation_run WHERE state = 'done'")).toBe(made.length * 2);
    expect(await count('SELECT COUNT(*) AS n FROM _automation_run')).toBe(made.length * 2);
    expect(await count('SELECT COUNT(*) AS n FROM bell WHERE rung = 1')).toBe(made.length);
    expect(await count('SELECT COUNT(*) AS n FROM echo')).toBe(made.length);
    expect(await count('SELECT COUNT(DISTINCT `of`) AS n FROM echo')).toBe(made.length);
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  },
  240_000,
);
