/** The accounts of the public site under test: a server with a real mail server behind it, a clock, and the calls as a browser makes them. */
import { expect } from 'vitest';
import type { DatabaseKind } from '#framework/data/engine/connect.ts';
import { type MailServer, startMailServer } from '../network/mail-server.ts';
import { type Client, clientWith, startServer, type TestServer } from '../server.ts';
import { cookieOf } from './site.ts';

export interface Reply {
  status: number;
  code: string;
  msg: string;
  fields: { path: string; code: string; message: string }[];
  data: Record<string, unknown>;
  answer: Response;
}

export const minute = 60_000;
export const hour = 60 * minute;

export type AccountsApp = Awaited<ReturnType<typeof startAccounts>>;

export async function startAccounts(kind: DatabaseKind) {
  const clock = { now: Date.now() };
  const mails: MailServer = await startMailServer();
  const server: TestServer = await startServer({
    kind,
    now: () => new Date(clock.now),
    env: { SMTP_URL: mails.url, BASE_URL: 'https://forum.example' },
  });
  const staff = { admin: await server.signIn('admin') };
  const window = { cStart: '2026-01-01 00:00:00', cEnd: '2026-02-01 00:00:00', sStart: '2026-02-05 00:00:00', sEnd: '2099-01-01 00:00:00' };
  const mailVerify = { subjectTw: '第十五屆報名驗證', bodyTw: '{name} 的驗證碼：{code}', subjectEn: 'Fifteenth edition', bodyEn: 'Your code is {code}' };
  for (const [id, more] of [
    ['ccdf14', { sEnd: '2026-03-01 00:00:00' }],
    ['ccdf15', { mailVerify }],
  ] as const) {
    const answer = await staff.admin('/api/pb/campaign', { method: 'POST', json: { id, cna: id, edition: 14, maxSel: 2, ...window, ...more } });
    expect(answer.status, await answer.clone().text()).toBe(201);
  }
  const ask = async (client: Client, method: string, path: string, json?: unknown): Promise<Reply> => {
    const answer = await client(`/api/site/${path}`, { method, ...(json === undefined ? {} : { json }) });
    const said = await answer.json();
    return { status: answer.status, code: said.err?.code ?? '', msg: said.msg, fields: said.err?.fields ?? [], data: said.data, answer };
  };
  const post = (client: Client, path: string, json: unknown = {}) => ask(client, 'POST', path, json);
  const mailTo = async (address: string, count = 1) => {
    const found = () => mails.received.filter(({ recipients }) => recipients.includes(address));
    for (let tries = 0; tries < 200 && found().length < count; tries += 1) await new Promise((resume) => setTimeout(resume, 25));
    expect(found()).toHaveLength(count);
    return found().at(-1)!;
  };
  return {
    clock,
    server,
    staff,
    ask,
    post,
    mailTo,
    codeTo: async (address: string, count = 1) => codeOf((await mailTo(address, count)).text),
    /** the browser that got this answer: it holds the cookie that was set, of its registration or its session */
    withCookie: (answer: Response, name = 'reelbase_verify') => clientWith(server.url, cookieOf(answer, name)),
    register: (email: string, more: object = {}, client = server.anonymous) =>
      post(client, 'applicant/register', { name: '林美', email, pw: 'tide', confirm: 'tide', campaign: 'ccdf15', ...more }),
    login: (email: string, pw: string, realm = 'applicant') => post(server.anonymous, `${realm}/login`, { email, pw }),
    /** as staff save a row */
    changeRow: async (object: string, id: string, fields: object) => {
      const { ver } = await (await staff.admin(`/api/pb/${object}/${id}`)).json();
      expect((await staff.admin(`/api/pb/${object}/${id}`, { method: 'PUT', json: { ...fields, ver } })).status).toBe(200);
    },
    stop: async () => {
      await server.stop();
      await mails.stop();
    },
  };
}

export function codeOf(text: string | undefined): string {
  return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? 'none';
}

/** A code that is not this one. */
export function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
