/** A campaign's own question that is answered by files: how many, how large, of which kinds, and that answers are printed (issue 14.3, decision 116); on both databases. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EnrolmentFacts, FormFacts, Merged } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { noteVideo } from '#framework/data/system/files/videos.ts';
import type { Answer } from '#rules/answer.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pagesOf } from '../../../support/files/pdf-text.ts';
import { pdf } from '../../../support/files/pictures.ts';
import { mp4 } from '../../../support/files/videos.ts';
import { plantApplicant, plantCampaign } from '../../../support/forum/applicants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const questions: Row[] = [
  { key: 'letters', kind: 'file', labelTw: '推薦信', labelEn: 'Letters of support', most: 2 },
  { key: 'clip', kind: 'video', labelTw: '預告片檔', labelEn: 'Trailer as a file' },
  { key: 'aim', kind: 'text', labelTw: '目標', labelEn: 'What you aim at' },
];
const letter = Buffer.concat([pdf, Buffer.alloc(600_000, '%')]);

describe.each(testDatabases)('files that answer a question on %s', (kind) => {
  let server: TestServer;
  let mei: Client;
  let admin: Client;
  let id: string;
  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date('2026-03-15T10:00:00Z') });
    await plantCampaign(server, 'ccdf15', { edition: 15 });
    admin = await server.signIn('admin');
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
  const begin = (fileName: string, size: number, field = 'q_letters') =>
    call<{ id: string }>('POST', '/api/site/uploads', { enrolment: id, field, fileName, size });
  const send = (upload: string, bytes: Uint8Array) =>
    mei(`/api/site/uploads/${upload}?offset=0`, {
      method: 'PATCH',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const codes = ({ code, fields }: { code: string; fields: { code: string }[] }) => [code, ...fields.map((field) => field.code)];

  it('are as large and as many as the campaign takes, and of its kinds', async () => {
    expect(codes(await begin('large.pdf', 20 * 1_048_576 + 1))).toContain('file.size');
    expect(codes(await begin('program.exe', 1_000))).toContain('file.kind');
    for (const name of ['one.pdf', 'two.pdf']) {
      const begun = await begin(name, letter.length);
      expect([name, begun.status]).toEqual([name, 200]);
      expect([name, (await send(begun.data.id, letter)).status]).toEqual([name, 200]);
    }
    expect(codes(await begin('three.pdf', letter.length))).toContain('file.count');
    const { values } = (await call<EnrolmentFacts>('GET', `/api/site/enrolments/${id}`)).data;
    const stored = (values as Row).q_letters as Row[]; // a field of the campaign's own
    expect(stored.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two.pdf']);
  });

  it('may be films, whose length is held against what the campaign asks once it is known', async () => {
    expect(codes(await begin('one.pdf', letter.length, 'q_clip'))).toContain('file.kind');
    const film = mp4();
    const begun = await begin('trailer.mp4', film.length, 'q_clip');
    expect([begun.status, (await send(begun.data.id, film)).status]).toEqual([200, 200]);
    const { values } = (await call<EnrolmentFacts>('GET', `/api/site/enrolments/${id}`)).data;
    const [{ link }] = (values as Row).q_clip as [{ link: string }]; // as uploaded
    const campaign = (await (await admin('/api/pb/campaign/ccdf15')).json()) as Row;
    const demands = [{ field: 'q_clip', minMinutes: 3, maxMinutes: 5, stopsLength: true }];
    expect((await admin('/api/pb/campaign/ccdf15', { method: 'PUT', json: { demands, ver: campaign.ver ?? null } })).status).toBe(200);
    const said = async () => ((await (await admin(`/api/pb/enrolment/${id}/lengths`)).json()) as Answer<object[]>).data;
    expect(await said(), 'nobody has looked yet').toMatchObject([{ path: 'q_clip', isOther: false }]);
    const made = { duration: 90, width: 640, height: 360, poster: 0, sheet: 0, sprite: undefined, stream: [] };
    await noteVideo(server.db, nameInLink(link)!.slice(0, 26), 'done', made, 0); // as ffmpeg finds
    expect(await said()).toMatchObject([{ path: 'q_clip', message: expect.stringContaining('1:30'), isOther: true }]);
    const { ver } = (await (await admin(`/api/pb/enrolment/${id}`)).json()) as Row;
    const answer = await admin(`/api/pb/enrolment/${id}/actions/submit`, { method: 'POST', json: { ver: ver ?? null } });
    expect([answer.status, ((await answer.json()) as Answer).err?.fields]).toMatchObject([422, [{ path: 'q_clip', code: 'rule.minutes' }]]);
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
