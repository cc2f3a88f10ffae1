/** One's own data with the content of one's files, as a ZIP (issue 14.1, decision 148). */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf, picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { campaign, project } from '../../../support/forum/forum.ts';
import { addApplicant, addJuror, signInApplicant, signInJuror } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('one’s own data as a ZIP on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  const still: Record<'tw' | 'other', Buffer> = { tw: Buffer.alloc(0), other: Buffer.alloc(0) };

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date('2026-02-10T00:00:00Z') });
    op = await server.signIn('op');
    await op('/api/pb/campaign', { method: 'POST', json: campaign });
    [still.tw, still.other] = [await picture('jpeg', { width: 90, height: 60, noise: true }), await picture('jpeg', { width: 91, height: 60 })];
  });
  afterAll(() => server?.stop());

  const uploaded = async (object: string, field: string, di: string, name: string, bytes: Buffer): Promise<Row> => {
    const { body } = await uploader(server)(op, { di, pl: { object, id: '', field }, files: [{ name, bytes }] });
    return body.data?.[0] ?? {};
  };
  const enrol = async (applicant: string, files: Row): Promise<Row> =>
    (await op('/api/pb/enrolment', { method: 'POST', json: { cid: campaign.id, applicant, attProgram: ['C'], ...project, ...files } })).json();
  const unpacked = async (client: Client, realm: string) => {
    const answer = await client(`/api/site/${realm}/data.zip`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data-2026-02-10.zip"');
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return { entries, names: Object.keys(entries).sort(), data: JSON.parse(strFromU8(entries['my-data.json'] ?? new Uint8Array())) };
  };

  it('P04 it has the JSON, and of the files that one’s rows show those that one may read, byte by byte; nobody else’s', async () => {
    const mine = await addApplicant(server, 'mine@example.com');
    const one = await enrol(mine, {
      stills: [
        await uploaded('enrolment', 'stills', 'pitch_still', '海邊.jpg', still.tw),
        await uploaded('enrolment', 'stills', 'pitch_still', '海邊.jpg', still.other),
      ],
      proposal: [await uploaded('enrolment', 'proposal', 'proposal', 'proposal.pdf', pdf)],
    });
    const foreign = await enrol(await addApplicant(server, 'other@example.com'), {
      proposal: [await uploaded('enrolment', 'proposal', 'proposal', 'secret.pdf', Buffer.concat([pdf, Buffer.from('%secret')]))],
    });
    const { entries, names, data } = await unpacked(await signInApplicant(server, 'mine@example.com'), 'applicant');
    const folder = `files/enrolment/${one.id}`;
    expect(names).toEqual([`${folder}/2-海邊.jpg`, `${folder}/proposal.pdf`, `${folder}/海邊.jpg`, 'my-data.json'].sort());
    expect(Buffer.from(entries[`${folder}/proposal.pdf`] ?? [])).toEqual(pdf);
    const stored = async (link: unknown) => Buffer.from(await (await op(String(link))).arrayBuffer());
    const [first, second] = one.stills as Row[];
    expect(Buffer.from(entries[`${folder}/海邊.jpg`] ?? [])).toEqual(await stored(first?.link));
    expect(Buffer.from(entries[`${folder}/2-海邊.jpg`] ?? [])).toEqual(await stored(second?.link));
    expect(data).toMatchObject({ account: { row: { email: 'mine@example.com' } }, rows: { enrolment: [{ row: { id: one.id } }] } });
    expect(data.files).toHaveLength(3);
    expect(data.files).toContainEqual({
      object: 'enrolment',
      id: one.id,
      field: 'proposal',
      name: nameInLink((one.proposal as Row[])[0]?.link),
      fileName: 'proposal.pdf',
      size: pdf.length,
      path: `${folder}/proposal.pdf`,
    });
    expect(JSON.stringify(data)).not.toContain(String(foreign.id));
  });

  it('a file that the store does not have any more is listed as missing, and the rest comes whole', async () => {
    const maker = await addApplicant(server, 'lost@example.com');
    const row = await enrol(maker, {
      stills: [await uploaded('enrolment', 'stills', 'pitch_still', 'still.jpg', still.tw)],
      proposal: [await uploaded('enrolment', 'proposal', 'proposal', 'lost.pdf', pdf)],
    });
    await server.tools.storage.remove(nameInLink((row.proposal as Row[])[0]?.link) ?? '');
    const { names, data } = await unpacked(await signInApplicant(server, 'lost@example.com'), 'applicant');
    expect(names).toEqual([`files/enrolment/${row.id}/still.jpg`, 'my-data.json']);
    expect(data.files).toContainEqual(expect.objectContaining({ fileName: 'lost.pdf', leftOut: 'missing' }));
  });

  it('P04 a juror has the picture of themselves; asked for too often it says so', async () => {
    const photo = await uploaded('jury', 'photo', 'jury_photo', 'me.jpg', still.other);
    const id = await addJuror(server, String(campaign.id), 'juror@example.com', { photo: [photo] });
    const juror = await signInJuror(server, 'juror@example.com');
    expect((await unpacked(juror, 'jury')).names).toEqual([`files/jury/${id}/me.jpg`, 'my-data.json']);
    const asked = await Promise.all([1, 2, 3].map(async () => (await juror('/api/site/jury/data.zip')).status));
    expect(asked.sort()).toEqual([200, 200, 423]);
  });
});
