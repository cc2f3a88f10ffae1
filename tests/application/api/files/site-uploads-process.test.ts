import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pdf } from '../../../support/files/pictures.ts';
import { campaign } from '../../../support/forum/forum.ts';
import { cookieOf } from '../../../support/forum/site.ts';
import { runServer as run } from '../../../support/process.ts';
import { type Client, clientWith } from '../../../support/server.ts';

it('an upload continues where it was after kill -9 in the middle of a piece', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-upload-'));
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'kept-by-hand' };
  const file = Buffer.concat([pdf, randomBytes(4_000_000)]);
  const first = await run(env);
  const signIn = async (path: string, body: object, cookie: string): Promise<Client> => {
    const answer = await clientWith(first.url, '')(path, { method: 'POST', json: body });
    expect(answer.status).toBe(200);
    return clientWith(first.url, cookieOf(answer, cookie));
  };
  const admin = await signIn('/api/auth/login', { id: 'admin', pw: 'kept-by-hand' }, 'reelbase_staff');
  const open = { ...campaign, cEnd: '2099-01-01 00:00:00', sStart: '2099-02-01 00:00:00', sEnd: '2099-03-01 00:00:00' };
  expect((await admin('/api/pb/campaign', { method: 'POST', json: open })).status).toBe(201);
  const account = { email: 'mine@example.com', name: 'Mine', pw: 'by-the-sea', verified: true };
  expect((await admin('/api/pb/applicant', { method: 'POST', json: account })).status).toBe(201);
  const { cookie } = await signIn('/api/site/applicant/login', { email: account.email, pw: account.pw }, 'reelbase_applicant');
  const data = async (answer: Response) => (await answer.json()).data;
  const mine = clientWith(first.url, cookie);
  const { id: enrolment } = await data(await mine('/api/site/enrolments', { method: 'POST', json: { campaign: campaign.id } }));
  const wanted = { enrolment, field: 'proposal', fileName: 'a.pdf', size: file.length };
  const { id } = await data(await mine('/api/site/uploads', { method: 'POST', json: wanted }));

  // A piece whose second half never comes: what the server has of it is on its way to the disk when it is killed.
  const sending = request(`${first.url}/api/site/uploads/${id}?offset=0`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/octet-stream', 'content-length': file.length },
  });
  sending.on('error', () => undefined);
  sending.write(file.subarray(0, 1_500_000));
  const offsetNow = async (client: Client): Promise<number> => (await data(await client(`/api/site/uploads/${id}`))).offset;
  for (let waited = 0; (await offsetNow(mine)) < 1_000_000 && waited < 100; waited += 1) await new Promise((go) => setTimeout(go, 50));
  await first.kill();

  const second = await run(env);
  const again = clientWith(second.url, cookie);
  const offset = await offsetNow(again);
  expect(offset).toBeGreaterThanOrEqual(1_000_000);
  const whole = await again(`/api/site/uploads/${id}?offset=${offset}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file.subarray(offset)),
  });
  const { attachment } = await data(whole);
  const stored = Buffer.from(await (await again(String(attachment.link))).arrayBuffer());
  expect(stored.equals(file)).toBe(true);
  await second.kill();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);
