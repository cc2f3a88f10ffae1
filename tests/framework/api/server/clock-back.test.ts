/** A clock that is set back: whatever limits or lets in ends by the time that passes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMinute } from '#framework/count-calls.ts';
import { claimMail } from '#framework/data/system/mail.ts';
import { sessionIdle } from '#rules/accounts/session.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { passwordOf, startServer, type TestServer } from '../../../support/server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

describe.each(testDatabases)('a clock that is set back by two years, on %s', (kind) => {
  const right = Date.now();
  const wrong = right + 730 * day;
  let clock = wrong;
  let server: TestServer;
  const signIn = async (id: string, pw = passwordOf(id)) =>
    (await server.anonymous('/api/auth/login', { method: 'POST', json: { id, pw }, headers: { connection: 'close' } })).status;
  const forgot = (id: string) => server.anonymous('/api/auth/forgot', { method: 'POST', json: { id } });
  const mailsTo = (address: string) => server.db.query("SELECT body FROM mail WHERE template = 'reset' AND `to` = ? ORDER BY create_at, id", [address]);
  const codeIn = (mail: Record<string, unknown> | undefined) => /\b\d{6}\b/.exec(String(mail?.body))?.[0];
  const reset = async (id: string, code: string | undefined) =>
    (await server.anonymous('/api/auth/reset', { method: 'POST', json: { id, code, pw: 'set anew', confirm: 'set anew' } })).status;

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock) });
    for (const id of ['locked', 'coded', 'late']) await server.addUser(id, ['[op]']);
  });
  afterAll(() => server.stop());

  it('K01 P04 lock-outs, codes, sessions and leases use the time that has passed', async () => {
    // Twenty failures: only a reset or a day helps.
    for (let tries = 0; tries < 20; tries += 1, clock += 16 * minute) expect(await signIn('locked', 'wrong')).toBe(401);
    expect(await signIn('locked')).toBe(401);
    const old = await server.signIn('gs');
    await forgot('coded');
    await forgot('late');
    const before = codeIn((await mailsTo('coded@example.com'))[0]);
    const [held] = await mailsTo('late@example.com');
    const until = stamp(clock + 2 * minute);
    const claimed = await claimMail(server.db, stamp(clock), until);
    expect(claimed).toBeDefined();

    clock = right;
    expect((await server.withCookie(old.cookie)('/api/auth/me')).status, 'whoever is at work goes on').toBe(200);
    clock += 5_000;
    expect(await signIn('locked'), 'a lock-out does not end by the clock that was set back').toBe(401);
    clock += 61_000;
    await forgot('coded');
    const codes = (await mailsTo('coded@example.com')).map(codeIn);
    expect(codes, 'a minute after the clock was set back the next code is sent').toHaveLength(2);
    const newest = codes.find((code) => code !== before);
    expect(await reset('coded', newest), 'and it is the newest').toBe(200);
    const [waiting] = await server.db.query('SELECT nextAt FROM mail WHERE id = ?', [String(claimed?.id)]);
    expect(String(waiting?.nextAt) <= stamp(right + 3 * minute), 'the lease of a mail is over when its time has passed').toBe(true);
    clock = right + 11 * minute;
    expect(await reset('late', codeIn(held)), 'a code holds ten minutes').toBe(422);
    clock = right + sessionIdle + 2 * minute;
    expect((await server.withCookie(old.cookie)('/api/auth/me')).status, 'a session ends when it has lain idle').toBe(440);
    clock = right + day + minute;
    expect(await signIn('locked'), 'a day has passed').toBe(200);
    const ahead = await server.db.query('SELECT realm FROM _attempt WHERE at > ?', [clock]);
    expect(ahead).toEqual([]);
  }, 120_000);
});

describe('calls a minute', () => {
  it('continue when the clock is set back', () => {
    const count = countMinute(2);
    const may = (key: string, now: number) => count(key, now).isOpen;
    const at = Date.now();
    expect([may('a', at), may('a', at), may('a', at)]).toEqual([true, true, false]);
    expect([may('a', at - day), may('a', at - day), may('a', at - day), may('a', at - day + minute)]).toEqual([true, true, false, true]);
  });
});
