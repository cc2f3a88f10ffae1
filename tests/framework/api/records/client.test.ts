/** The typed client that codegen puts beside the types, against the real server: what a program outside does with it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, Refused } from '#generated/client.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

const type = 1;

describe.each(testDatabases)('the typed client on %s', (kind) => {
  let server: TestServer;
  const api = async (user = 'admin') => {
    const { cookie } = await server.signIn(user);
    return connect({ address: server.url, headers: { cookie, origin: server.url } });
  };
  beforeAll(async () => {
    server = await startServer({ kind });
  });
  afterAll(() => server.stop());

  it('makes, reads, finds, changes and removes, and walks through all that match', async () => {
    const companies = (await api()).of('company');
    const made = await companies.create({ id: 'north', name: 'North', type });
    expect(made).toMatchObject({ id: 'north', name: 'North', ver: 1 });
    const changed = await companies.update({ id: made.id, ver: made.ver, name: 'Northern' });
    expect(await companies.get('north')).toEqual(changed);
    for (let n = 0; n < 30; n++) await companies.create({ id: `many${String(n).padStart(2, '0')}`, name: `Company ${n}`, type }, `key-${kind}-${n}`);
    const { rows, total, next } = await companies.list({ filter: { 'id@starts': 'many' }, sort: ['id', 'DESC'], fields: ['name'] });
    expect([total, rows.length, rows[0]?.name, typeof next]).toEqual([30, 25, 'Company 29', 'string']);
    expect(rows[0]).not.toHaveProperty('country');
    const all: string[] = [];
    for await (const { id } of companies.all({ filter: { 'id@starts': 'many' }, sort: ['id', 'ASC'], limit: 7 })) all.push(id);
    expect(all).toEqual(Array.from({ length: 30 }, (_, n) => `many${String(n).padStart(2, '0')}`));
    expect((await companies.many(['many03', 'nobody', 'north'])).map(({ id }) => id).sort()).toEqual(['many03', 'north']);
    expect(await companies.create({ id: 'many00', name: 'Company 0', type }, `key-${kind}-0`)).toMatchObject({ id: 'many00' });
    expect(await companies.remove(changed)).toMatchObject({ id: 'north' });
    await expect(companies.get('north')).rejects.toMatchObject({ status: 404 });
  });

  it('a refusal says its code and its fields', async () => {
    const companies = (await api()).of('company');
    const made = await companies.create({ id: 'south', name: 'South', type });
    await companies.update({ id: 'south', ver: made.ver, name: 'Southern' });
    const late = companies.update({ id: 'south', ver: made.ver, name: 'Too late' });
    await expect(late).rejects.toBeInstanceOf(Refused);
    await expect(late).rejects.toMatchObject({ status: 412 });
    const wrong = companies.create({ id: '!', name: '', type });
    await expect(wrong).rejects.toMatchObject({ status: 422, fields: expect.arrayContaining([expect.objectContaining({ path: 'id' })]) });
    await expect((await api('gs')).of('company').create({ id: 'guest', name: 'Guest', type })).rejects.toMatchObject({ status: 403 });
  });
});

it('the files alone are a client for other schemas, and the compiler refuses what they do not have', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    const text = { type: 'string', maxLength: 40 };
    writeFileSync(join(folder, 'kite.json'), JSON.stringify({ title: 'Kite', type: 'object', required: ['id'], properties: { id: text, colour: text } }));
    const node = (args: string[], env: Record<string, string> = {}) =>
      execFileSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' });
    node(['--import', 'tsx', 'codegen/main.ts'], { SCHEMAS_DIR: folder, GENERATED_DIR: join(folder, 'out') });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const compile = (body: string) => {
      writeFileSync(join(folder, 'use.ts'), `import { connect } from './out/client.ts';\nconst api = connect({ address: 'http://localhost' });\n${body}\n`);
      const options = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--allowImportingTsExtensions',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--ignoreConfig',
      ];
      const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options, '--types', 'node', join(folder, 'use.ts')], {
        encoding: 'utf8',
      });
      return status === 0 ? '' : stdout;
    };
    expect(compile("await api.of('kite').create({ id: 'a', colour: 'red' });")).toBe('');
    for (const wrong of [
      "await api.of('bird').get('a');",
      "await api.of('kite').create({ id: 'a', weight: 1 });",
      "await api.of('kite').list({ sort: ['weight', 'ASC'] });",
    ])
      expect(compile(wrong)).toMatch(/use\.ts.*error TS/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
