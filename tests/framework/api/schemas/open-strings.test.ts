/** Strings that name no width, as schemas from elsewhere have them: stored, given back, listed, sorted, searched, filtered, and refused where they are too long. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** As json-schema.org shows it, with `$defs`, words of other programs, and a few more. */
const person = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Person',
  'x-search': ['lastName'],
  type: 'object',
  $defs: { place: { type: 'object', properties: { town: { type: 'string' }, next: { $ref: '#/$defs/street' } } }, street: { type: 'string', maxLength: 30 } },
  properties: {
    id: { type: 'string' },
    firstName: { type: 'string', description: "The person's first name." },
    lastName: { type: 'string' },
    site: { type: 'string', format: 'uri', faker: 'internet.url', 'x-intellij-language': 'none' },
    mark: { type: 'string', format: 'color-of-the-house', maxLength: 20 },
    home: { $ref: '#/$defs/place' },
    code: { type: 'string', 'x-db': { unique: true } },
    plate: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
    toys: { type: 'array', 'x-child': true, items: { type: 'object', properties: { name: { type: 'string' } } } },
    age: { type: 'integer', minimum: 0 },
  },
};

describe.each(testDatabases)('strings without a width on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'open-strings-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'person.json'), JSON.stringify(person));
    server = await startServer({ kind, schemasDir: root });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });
  const make = (json: object) => admin('/api/pb/person', { method: 'POST', json });
  const list = async (query: Record<string, unknown>) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
    return ((await (await admin(`/api/pb/person?${text}`)).json()) as { id: string }[]).map(({ id }) => id);
  };

  it('are taken, with a warning for each', () => {
    expect(server.registry.quarantined()).toEqual([]);
    const warned = server.registry.warnings().filter(({ file, keyword }) => file === 'schemas/person.json' && keyword === 'maxLength');
    expect(warned.map(({ field, level }) => [field, level]).sort()).toEqual(
      ['code', 'firstName', 'id', 'lastName', 'plate', 'site', 'toys.name'].map((field) => [field, 'warning']),
    );
  });

  it('beside annotations and formats of others, which are passed over and named', () => {
    const said = server.registry.warnings().filter(({ file, keyword }) => file === 'schemas/person.json' && keyword !== 'maxLength');
    expect(said.map(({ field, keyword }) => `${field} ${keyword}`).sort()).toEqual(['mark format', 'site faker', 'site x-intellij-language']);
  });

  it('come back as they were written, long ones too', async () => {
    const long = '長'.repeat(16_000);
    const row = {
      id: 'p1',
      firstName: long,
      lastName: 'Lin',
      site: 'https://example.com/a',
      code: 'c1',
      plate: 'ABC-1234',
      toys: [{ name: 'Kite' }],
      age: 7,
      mark: 'any',
      home: { town: 'Tainan', next: 'Sea Road' },
    };
    expect((await make(row)).status).toBe(201);
    expect(await (await admin('/api/pb/person/p1')).json()).toMatchObject(row);
  });

  it('are refused where they are too long, each by its name', async () => {
    for (const [field, value, limit] of [
      ['firstName', 'x'.repeat(16_001), 16_000],
      ['code', 'x'.repeat(256), 255],
      ['id', 'x'.repeat(65), 64],
      ['site', `https://example.com/${'x'.repeat(500)}`, 500],
    ] as const) {
      const answer = await make({ id: `long-${field}`, [field]: value });
      expect([field, answer.status]).toEqual([field, 422]);
      const { err } = await answer.json();
      expect(err.fields).toContainEqual(
        expect.objectContaining({ path: field, code: 'field.long', message: expect.stringContaining(String(limit).replace('16000', '16')) }),
      );
    }
  });

  it('are searched, filtered, sorted and unique', async () => {
    await make({ id: 'p2', firstName: 'Ada', lastName: 'Byron', code: 'c2' });
    await make({ id: 'p3', firstName: 'Grace', lastName: 'Hopper' });
    expect(await list({ filter: { lastName: 'Byron' } })).toEqual(['p2']);
    expect(await list({ filter: { 'firstName@like': 'rac' } })).toEqual(['p3']);
    expect(await list({ filter: { q: 'Hopper' } })).toEqual(['p3']);
    expect(await list({ filter: { 'lastName@in': ['Byron', 'Hopper'] }, sort: ['lastName', 'DESC'] })).toEqual(['p3', 'p2']);
    expect((await make({ id: 'p4', code: 'c2' })).status).toBe(422);
  });
});
