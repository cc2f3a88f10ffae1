/** A campaign's own question that is answered by files: how many, how large, of which kinds, and that answers are printed (issue 14.3, decision 116); on both databases. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EnrolmentFacts, FormFacts, Merged } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import type { Answer } from '#rules/answer.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pagesOf } from '../../../support/files/pdf-text.ts';
import { pdf } from '../../../support/files/pictures.ts';
import { plantApplicant, plantCampaign } from '../../../support/forum/applicants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const questions: Row[] = [
  { key: 'letters', kind: 'file', labelTw: '推薦信', labelEn: 'Letters of support', most: 2 },
  { key: 'aim', kind: 'text', labelTw: '目標', labelEn: 'What you aim at' },
];
const letter = Buffer.concat([pdf, Buffer.alloc(600_000, '%')]);

describe.each(testDatabases)('files that answer a question on %s', (kind) => {
  let server: TestServer;
  let mei: Client;
  let id: string;
  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date('2026-03-15T10:00:00Z') });
    await plantCampaign(server, 'ccdf15', { edition: 15 });
    const admin = await server.signIn('admin');
    const { ver } = (await (await admin('/api/pb/campaign/ccdf15')).json()) as Row;
    const json = { questions, ver: ver ?? null };
    expect((await admin('/api/pb/campaign/ccdf15', { method: 'PUT', json })).status).toBe(200);
    mei = await plantApplicant(server, 'mei');
    const asked = async () => (await call<FormFacts>('GET', '/api/site/form?campaign=ccdf15')).data.model.fields.some(({ name }) => name === 'q_letters');
    await vi.waitFor(async () => expect(await asked()).toBe(true), { timeout: 60_000, interval: 200 });
    id = (await call<EnrolmentFacts>('POST', '/api/site/enrolments', { campaign: 'ccdf15' })).data.id;
  }, 120_000);
  afterAll(() => server.stop());

  const call = async <T>(method: string, path: string, json?: unknown) => {
    const answer = await mei(path, { method, ...(json === undefined ? {} : { json }) });
    const body = (await answer.json()) as Answer<T>;
    return { status: answer.status, data: body.data, code: body.err?.code ?? '', fields: body.err?.fields ?? [] };
  };
  const begin = (fileName: string, size: number) => call<{ id: string }>('POST', '/api/site/uploads', { enrolment: id, field: 'q_letters', fileName, size });
  const codes = ({ code, fields }: { code: string; fields: { code: string }[] }) => [code, ...fields.map((field) => field.code)];

  it('are as large and as many as the campaign takes, and of its kinds', async () => {
    expect(codes(await begin('large.pdf', 20 * 1_048_576 + 1))).toContain('file.size');
    expect(codes(await begin('program.exe', 1_000))).toContain('file.kind');
    for (const name of ['one.pdf', 'two.pdf']) {
      const begun = await begin(name, letter.length);
      expect([name, begun.status]).toEqual([name, 200]);
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = await mei(`/api/site/uploads/${begun.data.id}?offset=0`, { method: 'PATCH', body: new Uint8Array(letter), headers });
      expect([name, sent.status]).toEqual([name, 200]);
    }
    expect(codes(await begin('three.pdf', letter.length))).toContain('file.count');
    const { values } = (await call<EnrolmentFacts>('GET', `/api/site/enrolments/${id}`)).data;
    const stored = (values as Row).q_letters as Row[]; // a field of the campaign's own
    expect(stored.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two.pdf']);
  });

  it('are named in the print, with the other answers', async () => {
    await call<Merged>('PATCH', `/api/site/enrolments/${id}`, { changes: [{ path: 'q_aim', from: '', to: 'A cinema in every harbour' }] });
    for (const [lang, label] of [
      ['en', 'Letters of support'],
      ['tw', '推薦信'],
    ] as const) {
      const answer = await mei(`/api/site/enrolments/${id}/print.pdf?lang=${lang}`);
      expect(answer.status).toBe(200);
      const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n');
      for (const said of [label, 'one.pdf', 'two.pdf', 'A cinema in every harbour']) expect(text).toContain(said);
    }
  });
});
