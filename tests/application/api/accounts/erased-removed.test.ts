/** Who was erased stays erased where fields were removed or renamed before: neither come their values back with the field, nor do deleted rows that pointed at the account (issue 14.1). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema, Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { addApplicant } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 64 };
const more = {
  hobby: text,
  isFond: { type: 'boolean' },
  since: { type: 'string', format: 'date' },
  home: { type: 'object', properties: { town: text, street: text } },
  pets: { type: 'array', 'x-child': true, items: { type: 'object', properties: { name: text } } },
};
const less = { home: { type: 'object', properties: { town: text } } };

describe.each(testDatabases)('an erased account whose object has lost fields on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'erased-'));
  let server: TestServer;
  let admin: Client;
  const applicant = () => join(root, 'applicant.json');
  const shipped = readFileSync(new URL('../../../../schemas/applicant.json', import.meta.url), 'utf8');
  const put = async (properties: object) => {
    const schema = JSON.parse(shipped) as { properties: JsonSchema };
    writeFileSync(applicant(), JSON.stringify({ ...schema, properties: { ...schema.properties, ...properties } }));
    await server?.registry.reload();
    expect(server?.registry.quarantined() ?? []).toEqual([]);
  };
  const note = (who: object) =>
    writeFileSync(join(root, 'note.json'), JSON.stringify({ title: 'Note', type: 'object', 'x-access': { '[]': 'all' }, properties: { id: text, ...who } }));
  const erase = async (id: string, confirm: string) =>
    expect((await admin(`/api/pb/applicant/${id}/actions/erase`, { method: 'POST', json: { confirm } })).status).toBe(200);

  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    await put(more);
    note({ who: { ...text, 'x-relation': 'applicant' } });
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('has nothing of it when they come back', async () => {
    const said = { hobby: 'chess', isFond: true, since: '2020-02-02', home: { town: 'Yilan', street: '5 Side Lane' }, pets: [{ name: 'Momo' }] };
    const [gone, stays] = [await addApplicant(server, 'gone@example.com', { name: '季霜' }), await addApplicant(server, 'stays@example.com', { name: '溫庭' })];
    for (const id of [gone, stays]) {
      const answer = await admin(`/api/pb/applicant/${id}`, { method: 'PUT', json: said, headers: { 'if-match': '*' } });
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    }
    await put(less);
    await erase(gone, '季霜');
    await put(more);
    const read = async (id: string): Promise<Row> => (await admin(`/api/pb/applicant/${id}`)).json();
    expect(await read(stays)).toMatchObject(said);
    expect(await read(gone)).toMatchObject({ hobby: '', isFond: false, since: '', home: {}, pets: [] });
    expect(JSON.stringify(await read(gone))).not.toContain('Side Lane');
    const held = await server.db.query('SELECT * FROM applicant WHERE id = ?', [gone]);
    expect(JSON.stringify(held)).not.toMatch(/chess|Side Lane|Momo/);
  });

  it('and has no deleted rows that pointed at it by a field’s former name', async () => {
    const id = await addApplicant(server, 'noted@example.com', { name: '方夏' });
    for (const name of ['n1', 'n2']) expect((await admin('/api/pb/note', { method: 'POST', json: { id: name, who: id } })).status).toBe(201);
    expect((await admin('/api/pb/note/n1', { method: 'DELETE' })).status).toBe(200);
    note({ about: { ...text, 'x-relation': 'applicant', 'x-was': 'who' } });
    await server.registry.reload();
    expect((await admin('/api/pb/note/n2', { method: 'DELETE' })).status).toBe(200);
    const trashed = async () => ((await (await admin('/api/trash?object=note')).json()).data.entries as Row[]).map(({ row }) => row).sort();
    expect(await trashed()).toEqual(['n1', 'n2']);
    await erase(id, '方夏');
    expect(await trashed()).toEqual([]);
  });
});
