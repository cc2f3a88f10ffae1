import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type ProviderProcess, runProvider, Visitor } from '../../../support/network/provider.ts';
import { passwordOf, startServer, type TestServer } from '../../../support/server.ts';

/** A provider of its own for all: it knows nothing of any database. */
let provider: ProviderProcess;
beforeAll(async () => {
  provider = await runProvider({
    opal: { email: 'OP@example.com', email_verified: true },
    stranger: { email: 'stranger@example.com', email_verified: true },
    unsure: { email: 'gs@example.com', email_verified: false },
    nameless: {},
    leaver: { email: 'leaver@example.com', email_verified: true },
    once: { email: 'once@example.com', email_verified: true },
    boss: { email: 'admin@example.com', email_verified: true },
  });
}, 30_000);
afterAll(() => provider.stop());

describe.each(testDatabases)('sign-in by a provider of OpenID Connect on %s', (kind) => {
  let server: TestServer;
  const start = (next = '/') => `${server.url}/api/auth/oidc/start?next=${encodeURIComponent(next)}`;
  const onLogin = ({ pathname }: URL) => pathname === '/erp/login';
  /** Where the browser ends, and what it carries. */
  const signIn = async (name: string, next?: string) => {
    const visitor = new Visitor();
    const { address } = await visitor.signIn(start(next), name, (at) => at.origin === server.url && !at.pathname.startsWith('/api/'));
    const cookie = /reelbase_staff=[\w-]{43}/.exec(visitor.cookies(server.url))?.[0] ?? '';
    return { visitor, address, cookie, client: server.withCookie(cookie) };
  };

  beforeAll(async () => {
    server = await startServer({ kind, env: { ...provider.env, SECOND_FACTOR_ROLES: '[op]' } });
  });
  afterAll(() => server.stop());

  it('signs the one account of the verified address in, where the person wanted to go', async () => {
    expect((await (await server.anonymous('/api/config')).json()).data.signInWith).toBe('Example Directory');
    const { address, client, visitor } = await signIn('opal', '/pb-company?page=2');
    expect(address.href).toBe(`${server.url}/erp/pb-company?page=2`);
    const me = await client('/api/auth/me');
    expect((await me.json()).data).toMatchObject({ id: 'op', roles: ['[op]'] });
    // The role demands a factor of whoever signs in by password; this one's is the provider's matter.
    expect(me.headers.get('x-must')).toBeNull();
    expect((await client('/api/pb/company')).status).toBe(200);
    expect(visitor.cookies(server.url)).not.toContain('reelbase_oidc');
    const [own] = (await (await client('/api/auth/sessions')).json()).data;
    expect(own).toMatchObject({ via: 'oidc', own: true });
  });

  it.each(['stranger', 'unsure', 'nameless'])('%s gets no session: no account, no verified address, no address', async (name) => {
    const { address, cookie } = await signIn(name);
    expect([onLogin(address), address.hash, cookie]).toEqual([true, '#refused=msg.oidcaccount', '']);
  });

  it('an account that was disabled or has no role is none', async () => {
    await server.addUser('leaver', ['[gs]'], { enabled: false });
    expect((await signIn('leaver')).address.hash).toBe('#refused=msg.oidcaccount');
    await server.db.run("UPDATE `user` SET enabled = 1, roles = '[]' WHERE id = 'leaver'", []);
    expect((await signIn('leaver')).address.hash).toBe('#refused=msg.oidcaccount');
  });

  it('a one-time password is not asked for, and other roles end the session as any', async () => {
    await server.addUser('once', ['[gs]'], { pwOnce: true });
    const { client } = await signIn('once');
    expect((await client('/api/pb/company')).status).toBe(200);
    const admin = await server.signIn('admin');
    const { ver } = await (await admin('/api/pb/user/once')).json();
    expect((await admin('/api/pb/user/once', { method: 'PUT', json: { roles: ['[op]'], ver } })).status).toBe(200);
    expect((await client('/api/auth/me')).status).toBe(440);
  });

  it('viewing as a role and back keeps how the session was made', async () => {
    const { client } = await signIn('boss');
    const view = (path: string, json: object) => client(path, { method: 'POST', json });
    expect((await view('/api/auth/view-as', { role: '[op]' })).status).toBe(200);
    expect((await client('/api/auth/me')).headers.get('x-view-as')).toBe('[op]');
    expect((await view('/api/auth/view-as/end', {})).status).toBe(200);
    const sessions = (await (await client('/api/auth/sessions')).json()).data as { own: boolean; via: string; viewAs: string }[];
    expect(sessions.find(({ own }) => own)).toMatchObject({ via: 'oidc', viewAs: '' });
  });

  it('an answer that this browser did not ask for opens nothing, nor one a second time', async () => {
    const victim = new Visitor();
    const isReturn = ({ pathname }: URL) => pathname === '/api/auth/oidc/return';
    const { address: back } = await victim.signIn(start(), 'opal', isReturn);
    expect(back.searchParams.get('code')).toBeTruthy();
    const elsewhere = async (visitor: Visitor, address: string) => (await visitor.go(address, {}, onLogin)).address.hash;
    expect(await elsewhere(new Visitor(), back.href)).toBe('#refused=msg.oidc');
    const other = new Visitor();
    await other.go(start(), {}, (at) => at.origin === provider.url); // has a ticket, of another state
    expect(await elsewhere(other, back.href)).toBe('#refused=msg.oidc');
    expect(other.cookies(server.url)).not.toContain('reelbase_staff');
    await victim.go(back.href, {}, ({ pathname }) => pathname === '/erp/');
    expect(victim.cookies(server.url)).toContain('reelbase_staff');
    expect(await elsewhere(victim, back.href)).toBe('#refused=msg.oidc');
  });

  it('a person who turns back at the provider’s comes to the sign-in page', async () => {
    const visitor = new Visitor();
    const asked = await visitor.go(start(), {}, (at) => at.origin === provider.url);
    const state = asked.address.searchParams.get('state') ?? '';
    expect(asked.address.searchParams.get('code_challenge_method')).toBe('S256');
    const denied = `${server.url}/api/auth/oidc/return?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.url)}`;
    expect((await visitor.go(denied, {}, onLogin)).address.hash).toBe('#refused=msg.oidc');
  });

  it.each(['//elsewhere.example.com', 'https://elsewhere.example.com', '/\\elsewhere.example.com', ''])('never sends anybody on to %j', async (next) => {
    const { address } = await signIn('opal', next);
    expect([address.origin, address.pathname]).toEqual([server.url, '/erp/']);
  });

  it('passwords go on working beside it', async () => {
    expect((await server.signIn('gs', passwordOf('gs'))).cookie).toContain('reelbase_staff');
  });
});

describe('a provider that is away', () => {
  it('leaves the sign-in page, with a sentence, and is asked again', async () => {
    const server = await startServer({ env: { OIDC_URL: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x' } });
    for (let times = 0; times < 2; times += 1) {
      const answer = await server.anonymous('/api/auth/oidc/start', { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/erp/login#refused=msg.oidc']);
    }
    await server.stop();
  });

  it('an address that is not verified counts where the settings trust it', async () => {
    const server = await startServer({ env: { ...provider.env, OIDC_TRUST_EMAIL: '1' } });
    const visitor = new Visitor();
    await visitor.signIn(`${server.url}/api/auth/oidc/start`, 'unsure', (at) => at.origin === server.url && !at.pathname.startsWith('/api/'));
    expect(visitor.cookies(server.url)).toContain('reelbase_staff');
    await server.stop();
  });
});
