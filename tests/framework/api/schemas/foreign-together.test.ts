/** What a file from elsewhere asks of its whole record is asked on save, and told at the field that it is about (issue 13.1). */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string' };
const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Delivery',
  type: 'object',
  required: ['label'],
  properties: { label: text, country: { enum: ['TW', 'JP'] }, district: text, prefecture: text, mail: text, phone: text },
  oneOf: [
    { properties: { kind: { const: 'disc' }, shelf: { type: 'string', pattern: '^[A-Z]\\d+$' } }, required: ['kind', 'shelf'] },
    { properties: { kind: { const: 'file' }, address: text, size: { type: 'integer', minimum: 1 } }, required: ['kind', 'address'] },
  ],
  anyOf: [{ required: ['mail'] }, { required: ['phone'] }],
  if: { properties: { country: { const: 'JP' } }, required: ['country'] },
  // biome-ignore lint/suspicious/noThenProperty: the standard's keyword
  then: { required: ['prefecture'] },
};

describe.each(testDatabases)('what goes together in a file from elsewhere on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const schemasDir = mkdtempSync(join(tmpdir(), 'together-'));
  beforeAll(async () => {
    cpSync('schemas', schemasDir, { recursive: true });
    writeFileSync(join(schemasDir, 'delivery.json'), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(schemasDir, { recursive: true });
  });

  const answered = async (row: Row, method = 'POST', at = '', headers = {}) => {
    const answer = await admin(`/api/pb/delivery${at}`, { method, json: row, headers });
    const body = await answer.json();
    return answer.status === 422 ? body.err.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).sort() : answer.status;
  };

  it('is asked at the field of the way that was meant, when a record is made and when it is changed', async () => {
    const disc = { id: 'd1', label: 'Reel', kind: 'disc', shelf: 'A12', mail: 'x@example.com' };
    expect(await answered({ ...disc, shelf: '' })).toEqual(['shelf field.required']);
    expect(await answered({ ...disc, shelf: 'a12' })).toEqual(['shelf field.pattern']);
    expect(await answered({ ...disc, mail: '' })).toEqual(['mail field.required', 'phone field.required']);
    expect(await answered({ ...disc, country: 'JP' })).toEqual(['prefecture field.required']);
    expect(await answered({ id: 'd2', label: 'File', kind: 'file', address: 'x', size: 0, phone: '1' })).toEqual(['size field.range']);
    expect(await answered(disc)).toBe(201);
    expect(await answered({ id: 'd2', label: 'File', kind: 'file', address: 'x', size: 5, phone: '1', country: 'JP', prefecture: 'Nara' })).toBe(201);
    const { ver } = await (await admin('/api/pb/delivery/d1')).json();
    const match = { 'if-match': `"${ver}"` };
    expect(await answered({ kind: 'file' }, 'PUT', '/d1', match)).toEqual(['address field.required']);
    expect(await answered({ kind: 'file', address: 'y' }, 'PUT', '/d1', match)).toBe(200);
  });
});
