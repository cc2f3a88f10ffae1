/** S01: a field that a row's state or a condition of the schema has locked takes no file and gives none away, by whichever door; nothing is left behind. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectModel, Row, Transition } from '#codegen/model.ts';
import { compareFiles } from '#framework/files/sweep-files.ts';
import { type FileField, fileFieldsOf } from '#rules/records/upload.ts';
import { initialState } from '#rules/records/workflow.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf, picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { campaign, project } from '../../../support/forum/forum.ts';
import { addApplicant, signInApplicant } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const files = (title: string, purpose: string, more: object) => ({
  type: 'array',
  title,
  items: { $ref: 'parts/attachment.json' },
  maxItems: 3,
  'x-file': { purpose, kinds: ['pdf'], size: '1MB', count: 3, public: false },
  ...more,
});
/** What is inside can be changed until it is sealed; the label is put on once. */
const box = {
  title: 'Box',
  type: 'object',
  properties: {
    id: { type: 'string', title: 'ID', maxLength: 20 },
    isSealed: { type: 'boolean', title: 'Sealed' },
    inside: files('Inside', 'box_inside', { 'x-readOnlyWhen': { properties: { isSealed: { const: true } }, required: ['isSealed'] } }),
    label: files('Label', 'box_label', { 'x-setOnce': true }),
  },
};

describe.each(testDatabases)('files of locked fields on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let applicant: Client;
  let owner: string;
  let upload: ReturnType<typeof uploader>;
  let schemasDir: string;
  beforeAll(async () => {
    schemasDir = mkdtempSync(join(tmpdir(), 'reelbase-schemas-'));
    cpSync('schemas', schemasDir, { recursive: true });
    writeFileSync(join(schemasDir, 'box.json'), JSON.stringify(box));
    server = await startServer({ kind, schemasDir, now: () => new Date('2026-01-10T00:00:00Z') });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    upload = uploader(server);
    await send('POST', 'campaign', campaign);
    owner = await addApplicant(server, 'maker@example.com');
    applicant = await signInApplicant(server, 'maker@example.com');
    await send('POST', 'company', { id: 'buyer', name: 'Buyer', type: 2 });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(schemasDir, { recursive: true, force: true });
  });

  const send = async (method: string, path: string, json: Row): Promise<Row> => {
    const answer = await admin(`/api/pb/${path}`, { method, json });
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const refusalOf = async (answer: Response) => {
    const { err, data } = await answer.json();
    return { status: answer.status, code: err?.code ?? '', fields: ((err?.fields ?? []) as Row[]).map(({ path, code }) => `${path} ${code}`), data };
  };
  const byForm = async (object: string, id: string, { path, rule }: FileField) => {
    const { status, body } = await upload(admin, { di: rule.purpose, pl: { object, id, field: path.join('.') }, files: [await fileOf(rule.kinds)] });
    return { status, fields: (body.err?.fields ?? []).map(({ path: at, code }) => `${at} ${code}`), data: body.data };
  };
  const begin = async (object: string, id: string, { path, rule }: FileField) => {
    const { name, bytes } = await fileOf(rule.kinds);
    return refusalOf(await admin('/api/uploads', { method: 'POST', json: { object, id, field: path.join('.'), fileName: name, size: bytes.length } }));
  };
  const piece = async (client: Client, base: string, id: unknown, bytes: Uint8Array) =>
    refusalOf(
      await client(`${base}/${id}?offset=0`, { method: 'PATCH', body: new Uint8Array(bytes), headers: { 'content-type': 'application/octet-stream' } }),
    );
  const counts = async () => {
    const rows = async (table: string) => Number((await server.db.query(`SELECT COUNT(*) AS n FROM \`${table}\``))[0]?.n);
    return { files: await rows('_file'), uploads: await rows('_upload'), incoming: readdirSync(server.tools.storage.incoming).length };
  };

  /** Whatever tries to change the field of the row is refused by the field's name, and leaves nothing; `begun` is an upload from before it was locked. */
  async function expectLocked(model: ObjectModel, row: Row, field: FileField, begun: unknown, loose: Row, code = 'field.readonly'): Promise<void> {
    const name = field.path.join('.');
    const where = `${model.name}.${name} in ${row[model.workflow?.field ?? ''] ?? 'its condition'}`;
    const id = String(row.id);
    const before = await counts();
    const refused = { status: 422, fields: [`${name} ${code}`] };
    expect(await byForm(model.name, id, field), `${where}, by the form's call`).toMatchObject(refused);
    expect(await begin(model.name, id, field), `${where}, in pieces`).toMatchObject(refused);
    expect(await counts(), where).toEqual(before);
    const { bytes } = await fileOf(field.rule.kinds);
    expect(await piece(admin, '/api/uploads', begun, bytes), `${where}, begun before`).toMatchObject(refused);
    expect(await counts(), `${where}, begun before`).toEqual({ ...before, uploads: before.uploads - 1 });
    const existing = row[name] as Row[]; // a field of files
    for (const value of [[], [loose], [...existing, loose]]) {
      const answer = await refusalOf(await admin(`/api/pb/${model.name}/${id}`, { method: 'PUT', json: { [name]: value, ver: row.ver ?? 1 } }));
      expect(answer, `${where}, saved`).toMatchObject(refused);
    }
    for (const file of existing) expect((await admin(String(file.link))).status, `${where} keeps its file`).toBe(200);
    expect(await (await admin(`/api/pb/${model.name}/${id}`)).json()).toMatchObject({ [name]: existing, ver: row.ver ?? 1 });
  }

  it('S01 for every shipped object and state: by the form, in pieces, in pieces begun before, by a save that adds, replaces or removes', async () => {
    const rows: Record<string, () => Row> = {
      enrolment: () => ({ cid: campaign.id as string, applicant: owner, attProgram: ['C'], ...project }),
      pitch: () => ({ cid: campaign.id as string, attProgram: 'C', ...project }),
      sales_order: () => ({ date: '2026-01-05', customer: 'buyer', currency: 'TWD', exchange: 1, lines: [{ amount: 10, taxRate: 0 }] }),
    };
    const seen: string[] = [];
    for (const { model } of server.registry.objects()) {
      const { workflow } = model;
      const states = [...new Set((workflow?.transitions ?? []).filter(({ locks }) => locks?.length).map(({ to }) => to))];
      for (const state of states) {
        const locks = new Set(workflow?.transitions.filter(({ to }) => to === state).flatMap((step) => step.locks ?? []));
        const fields = fileFieldsOf(model).filter(({ path }) => locks.has(path[0] ?? ''));
        if (!fields.length) continue;
        let row = await send('POST', model.name, rows[model.name]?.() ?? {});
        const uploads = new Map<FileField, { begun: unknown; loose: Row }>();
        for (const field of fields) {
          const name = field.path.join('.');
          const [first] = (await byForm(model.name, String(row.id), field)).data ?? [];
          row = await send('PUT', `${model.name}/${row.id}`, { [name]: [first ?? {}], ver: row.ver ?? 0 });
          const [loose] = (await byForm(model.name, String(row.id), field)).data ?? [];
          uploads.set(field, { begun: (await begin(model.name, String(row.id), field)).data.id, loose: loose ?? {} });
        }
        for (const { name, asks = [] } of wayTo(model, state)) {
          const input = Object.fromEntries(asks.map((asked) => [asked, '—']));
          await send('POST', `${model.name}/${row.id}/actions/${name}`, { ver: row.ver ?? 0, input });
          row = await (await admin(`/api/pb/${model.name}/${row.id}`)).json();
        }
        for (const [field, { begun, loose }] of uploads) {
          await expectLocked(model, row, field, begun, loose);
          seen.push(`${model.name} ${state} ${field.path.join('.')}`);
        }
      }
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        ...['submitted', 'verified', 'selected', 'withdrawn'].flatMap((state) => [`enrolment ${state} stills`, `enrolment ${state} proposal`]),
        ...['submitted', 'verified', 'selected'].flatMap((state) => [`pitch ${state} stills`, `pitch ${state} proposal`]),
        'sales_order void attachment',
      ]),
    );
    expect(await compareFiles(server.tools)).toEqual({ orphans: [], missing: [] });
  });

  it('S01 films and subtitles of a pitch are added after its submission, and accepted', async () => {
    let row = await send('POST', 'pitch', { cid: campaign.id as string, attProgram: 'C', ...project });
    row = await send('PUT', `pitch/${row.id}`, { status: 'submitted', ver: row.ver ?? 0 });
    for (const [field, fileName] of [
      ['videos', 'a.mp4'],
      ['subtitles', 'a.vtt'],
    ]) {
      const begun = await refusalOf(
        await admin('/api/uploads', { method: 'POST', json: { object: 'pitch', id: row.id ?? '', field: field ?? '', fileName: fileName ?? '', size: 100 } }),
      );
      expect(begun).toMatchObject({ status: 200 });
      expect((await admin(`/api/uploads/${begun.data.id}`, { method: 'DELETE' })).status).toBe(200);
    }
  });

  it('S01 for a schema that was dropped in: locked by x-readOnlyWhen and x-setOnce', async () => {
    const model = server.registry.get('box')?.model;
    if (!model) throw new Error('no box');
    const [inside, label] = fileFieldsOf(model);
    if (!inside || !label) throw new Error('no fields of files');
    const [first] = (await byForm('box', '', inside)).data ?? [];
    const [given] = (await byForm('box', '', label)).data ?? [];
    let row = await send('POST', 'box', { id: 'b1', inside: [first ?? {}], label: [given ?? {}] });
    const [loose] = (await byForm('box', 'b1', inside)).data ?? [];
    const { id } = (await begin('box', 'b1', inside)).data;
    row = await send('PUT', 'box/b1', { isSealed: true, ver: row.ver ?? 0 });
    await expectLocked(model, row, inside, id, loose ?? {});
    expect(await byForm('box', 'b1', label)).toMatchObject({ status: 422, fields: ['label field.once'] });
    expect(await begin('box', 'b1', label)).toMatchObject({ status: 422, fields: ['label field.once'] });
    row = await send('PUT', 'box/b1', { isSealed: false, ver: row.ver ?? 0 });
    expect((await byForm('box', 'b1', inside)).status).toBe(200);
    expect(await compareFiles(server.tools)).toEqual({ orphans: [], missing: [] });
  });

  it('S01 through the applicant’s calls: no upload begins, ends, replaces or removes once the enrolment is submitted', async () => {
    const site = async (method: string, path: string, json?: Row) => refusalOf(await applicant(`/api/site${path}`, { method, ...(json && { json }) }));
    const { data: made } = await site('POST', '/enrolments', { campaign: campaign.id as string });
    const id = String(made.id);
    const wanted = async (field: string) => {
      const { name, bytes } = await fileOf(field === 'stills' ? ['image'] : ['pdf']);
      return { bytes, reply: await site('POST', '/uploads', { enrolment: id, field, fileName: name, size: bytes.length }) };
    };
    const wantedFiles = await wanted('stills');
    expect(await piece(applicant, '/api/site/uploads', wantedFiles.reply.data.id, wantedFiles.bytes)).toMatchObject({ status: 200 });
    const late = [await wanted('stills'), await wanted('proposal')];
    const row = (await (await admin(`/api/pb/enrolment/${id}`)).json()) as Row;
    const { ver } = await send('PUT', `enrolment/${id}`, { attProgram: ['C'], ...project, ver: row.ver ?? 0 });
    await send('PUT', `enrolment/${id}`, { status: 'submitted', ver: ver ?? 0 });
    const before = await counts();
    for (const field of ['stills', 'proposal']) expect((await wanted(field)).reply).toMatchObject({ status: 422, code: 'msg.locked' });
    expect(await counts()).toEqual(before);
    for (const { bytes, reply } of late)
      expect(await piece(applicant, '/api/site/uploads', reply.data.id, bytes)).toMatchObject({ status: 422, code: 'msg.locked' });
    expect(await counts()).toEqual({ ...before, uploads: before.uploads - 2 });
    const [still] = row.stills as Row[]; // the one that was stored
    const taken = await site('PATCH', `/enrolments/${id}`, { changes: [{ path: 'stills', from: [still ?? {}], to: [] }] });
    expect(taken).toMatchObject({ status: 422, code: 'msg.locked' });
    expect(((await (await admin(`/api/pb/enrolment/${id}`)).json()) as Row).stills).toEqual(row.stills);
    expect((await applicant(String(still?.link))).status).toBe(200);
    expect(await compareFiles(server.tools)).toEqual({ orphans: [], missing: [] });
  });
});

async function fileOf(kinds: readonly string[]): Promise<{ name: string; bytes: Uint8Array }> {
  return kinds.includes('pdf') ? { name: 'a.pdf', bytes: pdf } : { name: 'a.jpg', bytes: await picture() };
}

/** The steps from the first state to the wanted. */
function wayTo(model: ObjectModel, state: string): Transition[] {
  const steps = model.workflow?.transitions ?? [];
  let ways: Transition[][] = [[]];
  const end = (way: Transition[]) => way.at(-1)?.to ?? initialState(model);
  for (let length = 0; length <= steps.length; length += 1) {
    const found = ways.find((way) => end(way) === state);
    if (found) return found;
    ways = ways.flatMap((way) => steps.filter(({ from }) => from.includes(end(way) ?? '')).map((step) => [...way, step]));
  }
  throw new Error(`no way to ${state}`);
}
