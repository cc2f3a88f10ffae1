import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { pdf, picture } from '../../../support/files/pictures.ts';
import { campaign, project } from '../../../support/forum/forum.ts';
import { addApplicant, signInApplicant } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const at = '2026-01-20T15:30:45Z';
const synopsis = '小島的海岸線每年後退三公尺，最後一位燈塔守護人仍每天記錄潮位。'.repeat(110);

describe('printed enrolments', () => {
  let server: TestServer;
  let mine: Client;
  let other: Client;
  let op: Client;
  let gs: Client;
  let id: string;
  /** the bytes of each file as the applicant has them */
  const originals = new Map<string, Buffer>();
  let facts: { ver: number; values: Row; receipt: { no: string; hash: string; files: { fileName: string; size: number; sha256: string }[] } };

  beforeAll(async () => {
    let clock = Date.parse(at);
    server = await startServer({ now: () => new Date(clock) });
    [op, gs] = [await server.signIn('op'), await server.signIn('gs')];
    await op('/api/pb/campaign', { method: 'POST', json: { ...campaign, cna: '第十五屆 CCDF', enaName: 'CCDF 15' } });
    await addApplicant(server, 'mine@example.com', { name: '林海音' });
    await addApplicant(server, 'other@example.com');
    mine = await signInApplicant(server, 'mine@example.com');
    other = await signInApplicant(server, 'other@example.com');
    id = (await data(await mine('/api/site/enrolments', { method: 'POST', json: { campaign: 'ccdf15' }, headers: { 'idempotency-key': randomUUID() } }))).id;
    for (const [field, name, bytes] of [
      ['stills', '燈塔.jpg', await picture('jpeg', { width: 1600, height: 900 })],
      ['stills', 'portrait.png', await picture('png', { width: 300, height: 500 })],
      ['stills', 'wide.webp', await picture('webp', { width: 900, height: 200 })],
      ['proposal', '企劃書.pdf', pdf],
    ] as const) {
      originals.set(name, Buffer.from(bytes));
      const { id: upload } = await data(
        await mine('/api/site/uploads', { method: 'POST', json: { enrolment: id, field, fileName: name, size: bytes.length } }),
      );
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = await mine(`/api/site/uploads/${upload}?offset=0`, { method: 'PATCH', body: new Uint8Array(bytes), headers });
      facts = (await data(sent)).enrolment;
    }
    const wanted: Row = {
      ...project,
      attProgram: ['C', 'I'],
      synopsis,
      genre: ['[AR]', '[CU]'],
      roughCut: 'https://video.example.com/rough',
      pLocation: 'TW',
      'director/cname': '陳燈',
      'director/newDirector': true,
      'director/coDirectors': ['甲', '乙'],
      'producer/cname': '吳潮',
      'producer/phone': 'TW,+886912345678',
      rights: true,
      agree: true,
    };
    const from = (path: string) => path.split('/').reduce<unknown>((value, name) => (value as Row | undefined)?.[name], facts.values) ?? null;
    const changes = Object.entries(wanted).map(([path, to]) => ({ path, from: from(path), to }));
    const merged = await data(await mine(`/api/site/enrolments/${id}`, { method: 'PATCH', json: { changes } }));
    expect(merged.refused).toEqual([]);
    const ver = merged.enrolment.ver;
    facts = await data(await mine(`/api/site/enrolments/${id}/submit`, { method: 'POST', json: { ver, confirm: true } }));
    clock += 60_000;
  });
  afterAll(() => server.stop());

  const data = async (answer: Response) => {
    const { msg, err, data: given } = await answer.json();
    expect([answer.status, msg, JSON.stringify(err)]).toEqual([200, '', 'null']);
    return given;
  };
  const sheet = async (client: Client, path: string) => {
    const answer = await client(path);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { bytes, pages: await pagesOf(new Uint8Array(bytes)) };
  };

  it('a receipt says what was submitted and when, in the campaign’s time, in UTC and in the visitor’s', async () => {
    const { pages } = await sheet(mine, `/api/site/enrolments/${id}/receipt.pdf?lang=tw&zone=America/New_York`);
    const text = pages.join('\n');
    for (const said of [facts.receipt.no, facts.receipt.hash, '第十五屆 CCDF', '海的記憶', 'Memory of the Sea', 'CCDF、IFG', '報名收據'])
      expect(text).toContain(said);
    for (const said of [
      '送出時間（GMT+8）',
      '2026-01-20 23:30',
      '送出時間（UTC）',
      '2026-01-20 15:30:45',
      '送出時間（GMT-5）',
      '2026-01-20 10:30',
      'America/New York',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('CST');
    expect(facts.receipt.files).toHaveLength(4);
    // The receipt names the hash of the uploaded bytes, stills too, though they are stored re-encoded.
    for (const { fileName, size, sha256 } of facts.receipt.files) {
      const sent = originals.get(fileName) ?? Buffer.alloc(0);
      expect([fileName, size, sha256]).toEqual([fileName, sent.length, createHash('sha256').update(sent).digest('hex')]);
    }
    for (const { fileName, size, sha256 } of facts.receipt.files)
      for (const said of [fileName, `${size.toLocaleString('en')} B`, sha256]) expect(text).toContain(said);
    const english = (await sheet(mine, `/api/site/enrolments/${id}/receipt.pdf?lang=en&zone=%2B05:30`)).pages.join('\n');
    for (const said of ['Receipt of enrolment', 'CCDF 15', 'CCDF, IFG', 'Submitted (GMT+5:30)', '2026-01-20 21:00']) expect(english).toContain(said);
    const nowhere = (await sheet(mine, `/api/site/enrolments/${id}/receipt.pdf?lang=en&zone=Mars/Olympus`)).pages.join('\n');
    expect(nowhere.match(/Submitted \(/g)).toHaveLength(2);
  });

  it('the same receipt always gives the same document, byte for byte', async () => {
    const first = await sheet(mine, `/api/site/enrolments/${id}/receipt.pdf?lang=tw`);
    const second = await sheet(mine, `/api/site/enrolments/${id}/receipt.pdf?lang=tw`);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('B07 the whole enrolment is printed in both languages: every answer with its label, options in words, stills as pictures', async () => {
    const { pages, bytes } = await sheet(mine, `/api/site/enrolments/${id}/print.pdf?lang=tw`);
    const text = pages.join('\n');
    for (const said of ['海的記憶', 'Memory of the Sea', '主創團隊', '陳燈', '甲、乙', '吳潮', '+886912345678', '企劃書.pdf', '燈塔.jpg', 'CCDF、IFG', '台灣'])
      expect(text).toContain(said);
    expect(text).not.toContain('TW,+886');
    expect(text).not.toContain('草稿');
    // The synopsis runs over pages and loses nothing.
    expect(pages.length).toBeGreaterThan(2);
    expect(text.replace(/\s/g, '').split('最後一位燈塔守護人').length - 1).toBeGreaterThanOrEqual(100);
    for (const [index, page] of pages.entries()) expect(page).toContain(`第 ${index + 1} 頁，共 ${pages.length} 頁`);
    expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(3);
    const english = (await sheet(mine, `/api/site/enrolments/${id}/print.pdf?lang=en`)).pages.join('\n');
    // On the campaign's clock, as everywhere else.
    expect(english).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d \(GMT\+8\)/);
    expect(english).not.toContain('UTC');
    for (const said of ['Rights and declarations', 'Director: Co-directors', 'Yes', 'https://video.example.com/rough', 'CCDF 15'])
      expect(english).toContain(said);
  });

  it('P04 only its applicant and staff can print it; for others it is not found', async () => {
    const [receipt, print] = [`/api/site/enrolments/${id}/receipt.pdf`, `/api/site/enrolments/${id}/print.pdf`];
    const seen = async (client: Client) => [(await client(receipt)).status, (await client(print)).status];
    expect(await seen(mine)).toEqual([200, 200]);
    expect(await seen(other)).toEqual([404, 404]);
    expect(await seen(server.anonymous)).toEqual([401, 401]);
    expect(await seen(op)).toEqual([401, 200]);
    expect(await seen(gs)).toEqual([401, 200]);
    expect((await mine(`${print}?lang=fr`)).status).toBe(400);
    const { pages } = await sheet(op, `/api/pb/enrolment/${id}/print?lang=tw`);
    expect(pages[0]).toContain('林海音');
  });

  it('S01 a draft is printed as a draft and has no receipt', async () => {
    const draft = (await data(await mine('/api/site/enrolments', { method: 'POST', json: { campaign: 'ccdf15' } }))).id;
    expect((await mine(`/api/site/enrolments/${draft}/receipt.pdf`)).status).toBe(404);
    expect((await sheet(mine, `/api/site/enrolments/${draft}/print.pdf?lang=tw`)).pages[0]).toContain('草稿');
  });
});

/** The text of each page, as another program reads it out of the file. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: bytes, useSystemFonts: false, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await document.destroy();
  return pages;
}
