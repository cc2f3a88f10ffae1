import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { passwordOf, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('sign-in of staff on %s', (kind) => {
  let server: TestServer;
  let clock = Date.now();
  const minutes = (n: number) => {
    clock += n * 60_000;
  };
  const login = (id: unknown, pw: unknown, lang = 'en') =>
    server.anonymous('/api/auth/login', { method: 'POST', json: { id, pw }, headers: { cookie: `lang=${lang}` } });

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock) });
  });
  afterAll(() => server.stop());

  it('P01 signs in by id and by e-mail in any case; the answer is the user without the password', async () => {
    for (const id of ['op', 'OP@Example.com']) {
      const answer = await login(id, passwordOf('op'));
      expect(answer.status).toBe(200);
      const body = await answer.json();
      expect(body).toMatchObject({ done: true, err: null, stk: null, data: { id: 'op', roles: ['[op]'], email: 'op@example.com' } });
      expect(body.data).not.toHaveProperty('pw');
      const cookie = answer.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^reelbase_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
    }
  });

  it('K01 wrong password, unknown account, wrong type and empty roles get the same answer, in both languages', async () => {
    await server.addUser('noroles', []);
    for (const [id, pw] of [
      ['op', 'wrong'],
      ['nobody', 'wrong'],
      ['op', 0],
      [{ $ne: 1 }, 'x'],
      ['', ''],
      [undefined, undefined],
      ['noroles', passwordOf('noroles')],
    ]) {
      const answer = await login(id, pw);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        done: false,
        msg: 'Login failed',
        err: { code: 'msg.login', message: 'Login failed', fields: [] },
        stk: null,
        data: null,
      });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await (await login('op', 'wrong', 'tw')).json()).msg).toBe('帳號或密碼錯誤');
  });

  it('K01 after five failures even the right password has to wait; the wait ends, and success clears the failures', async () => {
    await server.addUser('slow', ['[gs]']);
    for (let i = 0; i < 5; i += 1) expect((await login('slow', 'wrong')).status).toBe(401);
    expect((await login('slow', passwordOf('slow'))).status).toBe(401);
    minutes(1);
    expect((await login('slow', passwordOf('slow'))).status).toBe(200);
    for (let i = 0; i < 4; i += 1) await login('slow', 'wrong');
    expect((await login('slow', passwordOf('slow'))).status).toBe(200);
  });

  it('K01 of thirty parallel guesses only the free ones are checked, and the right one does not pass behind them', async () => {
    await server.addUser('raced', ['[gs]']);
    for (let i = 0; i < 5; i += 1) await login('raced', 'wrong');
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('raced', passwordOf('raced'))));
    // The address may have to wait as well, and learns so.
    expect(answers.filter(({ status }) => status !== 401 && status !== 423)).toEqual([]);
  });

  it('P01 an invented token is 440 and none at all 401', async () => {
    expect((await server.anonymous('/api/auth/me')).status).toBe(401);
    const answer = await server.anonymous('/api/auth/me', { headers: { cookie: `reelbase_staff=${'x'.repeat(43)}; lang=en` } });
    expect(answer.status).toBe(440);
    expect((await answer.json()).msg).toBe('Login Time-out');
  });

  it('stores nothing of a session that somebody else could use', async () => {
    const client = await server.signIn('op');
    const token = client.cookie.split('=')[1] ?? '';
    const rows = await server.db.query('SELECT * FROM _session');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('a session ends with sign-out, at once', async () => {
    const client = await server.signIn('op');
    expect((await client('/api/auth/me')).status).toBe(200);
    expect((await client('/api/auth/logout', { method: 'POST', json: {} })).headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await client('/api/auth/me')).status).toBe(440);
  });

  it('a session ends after 60 idle minutes; use extends it up to 12 hours', async () => {
    const idle = await server.signIn('op');
    const used = await server.signIn('gs');
    for (let i = 0; i < 2; i += 1) {
      minutes(35);
      expect((await used('/api/auth/me')).status).toBe(200);
    }
    expect((await idle('/api/auth/me')).status).toBe(440);
    for (let i = 0; i < 19; i += 1) {
      minutes(30);
      expect((await used('/api/auth/me')).status).toBe(200);
    }
    minutes(90);
    expect((await used('/api/auth/me')).status).toBe(440);
  });

  it('P02 a change of roles ends the sessions of the account at once, and so does deleting it', async () => {
    await server.addUser('mover', ['[op]']);
    const admin = await server.signIn('admin');
    const mover = await server.signIn('mover');
    expect((await mover('/api/auth/me')).status).toBe(200);
    const row = await (await admin('/api/pb/user/mover')).json();
    const saved = await admin('/api/pb/user/mover', { method: 'PUT', json: { roles: ['[gs]'] }, headers: { 'if-match': `"${row.ver}"` } });
    expect(saved.status).toBe(200);
    expect((await mover('/api/auth/me')).status).toBe(440);
    const again = await server.signIn('mover');
    expect((await again('/api/auth/me')).status).toBe(200);
    expect((await admin('/api/pb/user/mover', { method: 'DELETE' })).status).toBe(200);
    expect((await again('/api/auth/me')).status).toBe(440);
  });

  it('V12 B04 a reset by the administrator ends the sessions of the account; the minimum is four characters', async () => {
    await server.addUser('forgot', ['[gs]']);
    const admin = await server.signIn('admin');
    const forgot = await server.signIn('forgot');
    const { ver } = await (await admin('/api/pb/user/forgot')).json();
    const put = (pw: string) => admin('/api/pb/user/forgot', { method: 'PUT', json: { pw, ver } });
    expect(await (await put('abc')).json()).toMatchObject({ err: { fields: [{ path: 'pw', code: 'field.short' }] } });
    expect((await forgot('/api/auth/me')).status).toBe(200);
    const saved = await put('abcd');
    expect(saved.status).toBe(200);
    expect(await saved.json()).not.toHaveProperty('pw');
    expect((await forgot('/api/auth/me')).status).toBe(440);
    expect((await login('forgot', 'abcd')).status).toBe(200);
  });

  it('PASSWORD_MIN raises the minimum wherever a password is set', async () => {
    const strict = await startServer({ kind, env: { PASSWORD_MIN: '10' } });
    const admin = await strict.signIn('admin');
    const made = await admin('/api/pb/user', { method: 'POST', json: { id: 'new', name: 'New', email: 'new@example.com', pw: 'short', roles: ['[gs]'] } });
    expect(await made.json()).toMatchObject({ err: { code: 'msg.invalid', fields: [{ path: 'pw', code: 'field.short' }] } });
    const own = await admin('/api/auth/password', { method: 'POST', json: { old: passwordOf('admin'), pw: 'short', confirm: 'short' } });
    expect((await own.json()).err.fields).toMatchObject([{ path: 'pw', code: 'field.short' }]);
    // The public forms say the same number.
    expect((await (await admin('/api/site')).json()).data.passwordMin).toBe(10);
    await strict.stop();
  });

  it('a disabled account can neither sign in nor continue', async () => {
    await server.addUser('left', ['[gs]']);
    const admin = await server.signIn('admin');
    const left = await server.signIn('left');
    const { ver } = await (await admin('/api/pb/user/left')).json();
    expect((await admin('/api/pb/user/left', { method: 'PUT', json: { enabled: false, ver } })).status).toBe(200);
    expect((await left('/api/auth/me')).status).toBe(440);
    expect((await login('left', passwordOf('left'))).status).toBe(401);
  });

  it('a new password ends the other sessions; the old one is needed, the minimum is four characters, and both must match', async () => {
    await server.addUser('changer', ['[gs]']);
    const here = await server.signIn('changer');
    const there = await server.signIn('changer');
    const change = (json: unknown) => here('/api/auth/password', { method: 'POST', json });
    const refusal = async (json: unknown) => (await (await change(json)).json()).err;
    expect(await refusal({ old: 'wrong', pw: 'new1', confirm: 'new1' })).toMatchObject({
      code: 'msg.invalid',
      fields: [{ path: 'old', code: 'field.invalid' }],
    });
    expect(await refusal({ old: passwordOf('changer'), pw: 'abc', confirm: 'abc' })).toMatchObject({ fields: [{ path: 'pw', code: 'field.short' }] });
    expect(await refusal({ old: passwordOf('changer'), pw: 'x'.repeat(129), confirm: 'x'.repeat(129) })).toMatchObject({
      fields: [{ path: 'pw', code: 'field.long' }],
    });
    expect(await refusal({ old: passwordOf('changer'), pw: 'new1', confirm: 'new2' })).toMatchObject({ code: 'msg.pwmatch' });
    const answer = await change({ old: passwordOf('changer'), pw: 'new1', confirm: 'new1' });
    expect(answer.status).toBe(200);
    expect((await there('/api/auth/me')).status).toBe(440);
    expect((await here('/api/auth/me')).status).toBe(440);
    const renewed = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await server.anonymous('/api/auth/me', { headers: { cookie: renewed } })).status).toBe(200);
    expect((await login('changer', passwordOf('changer'))).status).toBe(401);
    expect((await login('changer', 'new1')).status).toBe(200);
  });
});
