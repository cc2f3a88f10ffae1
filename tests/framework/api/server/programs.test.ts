/** docs/programs.md does what it says: its pieces run one after the other, with a key, against a server. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#generated/client.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('docs/programs.md on %s', (kind) => {
  let server: TestServer;
  let key = '';
  beforeAll(async () => {
    server = await startServer({ kind, env: { CORS_ORIGINS: 'https://app.example.com' } });
    const admin = await server.signIn('admin');
    const made = await admin('/api/keys', { method: 'POST', json: { name: 'Docs', roles: ['[op]'], scope: 'all' } });
    key = (await made.json()).data.token;
  });
  afterAll(() => server.stop());

  it('each piece runs, and none is longer than five lines', async () => {
    const pieces = [...readFileSync('docs/programs.md', 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    expect(pieces.length).toBe(6);
    for (const piece of pieces) expect(piece.trim().split('\n').length).toBeLessThanOrEqual(5);
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
      ...texts: string[]
    ) => (address: string, key: string) => Promise<void>; // it has no name of its own
    await new AsyncFunction('address', 'key', pieces.join('\n'))(server.url.replace(/\/$/, ''), key);
    const companies = connect({ address: server.url, headers: { Authorization: `Bearer ${key}` } }).of('company');
    const { rows, total } = await companies.list({ filter: { 'name@starts': 'North' }, sort: ['name', 'ASC'] });
    expect([rows.map(({ name }) => name), total]).toEqual([['Northern'], 1]);
  });
});
