import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, passwordOf, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('the second factor on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let clock = Date.now();
  const env = { SECOND_FACTOR_ROLES: '[op]' };
  const post = (client: Client, path: string, json: unknown = {}) => client(path, { method: 'POST', json });
  const refusal = async (answer: Response) => {
    const { err } = await answer.json();
    return [answer.status, err?.code, err?.fields?.[0]?.path].filter(Boolean);
  };
  const login = (id: string, code?: unknown, pw = passwordOf(id)) => post(server.anonymous, '/api/auth/login', { id, pw, code });
  const clientOf = (answer: Response) => server.withCookie(answer.headers.get('set-cookie')?.split(';')[0] ?? '');
  /** what the app shows now, `off` half minutes away */
  const shown = (secret: string, off = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock + off * 30_000 });
  /** The app's next code: none opens twice. */
  const next = (secret: string) => {
    clock += 30_000;
    return shown(secret);
  };
  /** Somebody with a factor: signed in, what their app holds, and their recovery codes. */
  const withFactor = async (id: string, roles = ['[gs]']) => {
    await server.addUser(id, roles);
    const client = clientOf(await login(id));
    const { secret } = (await (await post(client, '/api/auth/factor', { old: passwordOf(id) })).json()).data as { secret: string };
    const { codes } = (await (await post(client, '/api/auth/factor/confirm', { code: shown(secret) })).json()).data as { codes: string[] };
    return { client, secret, codes };
  };

  beforeAll(async () => {
    server = await startServer({ kind, env, now: () => new Date(clock) });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.stop());

  it('is set up by the password and the app’s code; only then it counts, and other sessions end', async () => {
    await server.addUser('setter', ['[gs]']);
    const [here, other] = [await server.signIn('setter'), await server.signIn('setter')];
    expect((await (await here('/api/auth/factor')).json()).data).toEqual({ since: '', left: 0, demanded: false });
    expect(await refusal(await post(here, '/api/auth/factor', { old: 'wrong' }))).toEqual([422, 'msg.invalid', 'old']);
    const made = (await (await post(here, '/api/auth/factor', { old: passwordOf('setter') })).json()).data as { secret: string; uri: string };
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(made.uri).toContain(`secret=${made.secret}`);
    expect((await login('setter')).status).toBe(200); // not before a code has shown that the app has it
    expect(await refusal(await post(here, '/api/auth/factor/confirm', { code: shown(made.secret, 5) }))).toEqual([422, 'msg.invalid', 'code']);
    const { codes } = (await (await post(here, '/api/auth/factor/confirm', { code: shown(made.secret) })).json()).data as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/);
    expect((await here('/api/auth/me')).status).toBe(200);
    expect((await other('/api/auth/me')).status).toBe(440);
    expect((await (await here('/api/auth/factor')).json()).data).toMatchObject({ left: 10, since: expect.stringMatching(/^\d{4}-/) });
    expect(await refusal(await post(here, '/api/auth/factor', { old: passwordOf('setter') }))).toEqual([422, 'msg.factoron']);
    const stored = JSON.stringify(await server.db.query('SELECT * FROM _factor'));
    for (const secret of [made.secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(stored).not.toContain(secret);
    const mails = await server.db.query("SELECT template FROM mail WHERE `to` = 'setter@example.com'");
    expect(mails).toEqual([{ template: 'factorOn' }]);
  });

  it('is asked for at sign-in; a code opens once, of the neighbouring half minutes too, and no other', async () => {
    const { secret } = await withFactor('coder');
    const asked = await login('coder');
    expect(asked.headers.get('set-cookie')).toBeNull();
    expect(await refusal(asked)).toEqual([401, 'msg.factor']);
    expect(await refusal(await login('coder', shown(secret)))).toEqual([401, 'msg.factorcode', 'code']); // setting up has used it
    const code = next(secret);
    expect((await login('coder', code)).status).toBe(200);
    expect(await refusal(await login('coder', code))).toEqual([401, 'msg.factorcode', 'code']);
    clock += 120_000;
    expect(await refusal(await login('coder', shown(secret, -2)))).toEqual([401, 'msg.factorcode', 'code']);
    expect((await login('coder', shown(secret, -1))).status).toBe(200);
    expect((await login('coder', shown(secret, 1))).status).toBe(200);
    clock += 120_000;
    const same = shown(secret);
    const answers = await Promise.all([login('coder', same), login('coder', same), login('coder', same)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a right code under a wrong password says what a wrong password says', async () => {
    const { secret } = await withFactor('halved');
    expect(await refusal(await login('halved', next(secret), 'wrong'))).toEqual([401, 'msg.login']);
  });

  it('guesses at the code count as tries of the password do, and a right password alone clears none of them', async () => {
    const { secret } = await withFactor('guessed');
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await refusal(await login('guessed', '000000'))).toEqual([401, 'msg.factorcode', 'code']);
      expect(await refusal(await login('guessed'))).toEqual(tries < 4 ? [401, 'msg.factor'] : [401, 'msg.login']);
    }
    expect(await refusal(await login('guessed', shown(secret, 1)))).toEqual([401, 'msg.login']);
    clock += 60_000;
    expect((await login('guessed', shown(secret))).status).toBe(200);
    expect(await refusal(await login('guessed'))).toEqual([401, 'msg.factor']); // a success cleared them
  });

  it('a recovery code opens once, of parallel sign-ins one', async () => {
    const { codes, client } = await withFactor('saved');
    const [first = '', second = ''] = codes;
    const answers = await Promise.all([login('saved', first), login('saved', first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await login('saved', second.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await (await client('/api/auth/factor')).json()).data.left).toBe(8);
  });

  it('new recovery codes take the place of the old ones; password and code are asked for', async () => {
    const { codes, client, secret } = await withFactor('renewer');
    const renew = (old: string, code?: string) => post(client, '/api/auth/factor/codes', { old, code });
    expect(await refusal(await renew('wrong', next(secret)))).toEqual([422, 'msg.invalid', 'old']);
    expect(await refusal(await renew(passwordOf('renewer')))).toEqual([422, 'msg.invalid', 'code']);
    expect(await refusal(await renew(passwordOf('renewer'), '000000'))).toEqual([422, 'msg.invalid', 'code']);
    const renewed = (await (await renew(passwordOf('renewer'), next(secret))).json()).data.codes as string[];
    expect(await refusal(await login('renewer', codes[0]))).toEqual([401, 'msg.factorcode', 'code']);
    expect((await login('renewer', renewed[0])).status).toBe(200);
  });

  it('is turned off by password and code, and the history has all of it', async () => {
    const { client, secret } = await withFactor('ender');
    expect(await refusal(await post(client, '/api/auth/factor/end', { old: passwordOf('ender'), code: '000000' }))).toEqual([422, 'msg.invalid', 'code']);
    expect((await post(client, '/api/auth/factor/end', { old: passwordOf('ender'), code: next(secret) })).status).toBe(200);
    expect((await login('ender')).status).toBe(200);
    const history = (await (await admin('/api/pb/user/ender/history')).json()) as { action: string; by: string }[];
    expect(history.slice(0, 2).map(({ action, by }) => `${by} ${action}`)).toEqual(['ender factorend', 'ender factor']);
  });

  it('a new password by mail does not open it', async () => {
    const { secret } = await withFactor('resetter');
    const { link } = (await (await post(admin, '/api/pb/user/resetter/reset-link')).json()).data as { link: string };
    await post(server.anonymous, '/api/auth/reset', { token: link.split('#reset=')[1], pw: 'another one', confirm: 'another one' });
    expect(await refusal(await login('resetter', undefined, 'another one'))).toEqual([401, 'msg.factor']);
    expect((await login('resetter', next(secret), 'another one')).status).toBe(200);
  });

  it('an administrator resets somebody’s, never their own: history, mail, and the sessions end', async () => {
    const { client } = await withFactor('lost');
    expect(await refusal(await post(await server.signIn('gs'), '/api/pb/user/lost/factor/end'))).toEqual([403, 'msg.admin']);
    expect((await post(admin, '/api/pb/user/lost/factor/end')).status).toBe(200);
    expect((await client('/api/auth/me')).status).toBe(440);
    expect((await login('lost')).status).toBe(200);
    const history = (await (await admin('/api/pb/user/lost/history')).json()) as { action: string; by: string }[];
    expect(history[0]).toMatchObject({ action: 'factorreset', by: 'admin' });
    expect(await server.db.query("SELECT template FROM mail WHERE `to` = 'lost@example.com' AND template = 'factorReset'")).toHaveLength(1);
    expect(await refusal(await post(admin, '/api/pb/user/lost/factor/end'))).toEqual([422, 'msg.factoroff']);
    expect(await refusal(await post(admin, '/api/pb/user/nobody/factor/end'))).toEqual([422, 'msg.notexist']);
    expect(await refusal(await post(admin, '/api/pb/user/admin/factor/end'))).toEqual([422, 'msg.ownfactor']);
  });

  it('of an account that was deleted, a later one of the same id inherits nothing; one that comes back has its own', async () => {
    const { secret } = await withFactor('again');
    expect((await admin('/api/pb/user/again', { method: 'DELETE' })).status).toBe(200);
    const { entries } = (await (await admin('/api/trash?object=user')).json()).data as { entries: { id: number; row: string }[] };
    const ids = entries.filter(({ row }) => row === 'again').map(({ id }) => id);
    expect(ids).toHaveLength(1);
    clock += 5_000;
    await admin('/api/pb/user', { method: 'POST', json: { id: 'again', name: 'Again', email: 'later@example.com', pw: 'later pw', roles: ['[gs]'] } });
    expect((await login('again', undefined, 'later pw')).status).toBe(200);
    expect((await admin('/api/pb/user/again', { method: 'DELETE' })).status).toBe(200);
    expect((await post(admin, '/api/trash/restore', { ids })).status).toBe(200);
    expect(await refusal(await login('again'))).toEqual([401, 'msg.factor']);
    expect((await login('again', next(secret))).status).toBe(200);
  });

  it('a role of the setting may do nothing without one, and everything with it', async () => {
    await server.addUser('demanded', ['[op]']);
    const answer = await login('demanded');
    expect(answer.headers.get('x-must')).toBe('factor');
    const client = clientOf(answer);
    expect((await client('/api/auth/me')).headers.get('x-must')).toBe('factor');
    for (const path of ['/api/pb/company', '/api/recent', '/api/overview', '/api/jobs'])
      expect(await refusal(await client(path))).toEqual([403, 'msg.newfactor']);
    expect(await refusal(await client('/api/auth/profile', { method: 'PUT', json: { name: 'x', ver: 1 } }))).toEqual([403, 'msg.newfactor']);
    const { secret } = (await (await post(client, '/api/auth/factor', { old: passwordOf('demanded') })).json()).data as { secret: string };
    expect(await refusal(await client('/api/pb/company'))).toEqual([403, 'msg.newfactor']);
    expect((await post(client, '/api/auth/factor/confirm', { code: shown(secret) })).status).toBe(200);
    expect((await client('/api/pb/company')).status).toBe(200);
    expect((await client('/api/auth/me')).headers.get('x-must')).toBeNull();
    expect((await post(client, '/api/auth/factor/end', { old: passwordOf('demanded'), code: next(secret) })).status).toBe(200);
    expect(await refusal(await client('/api/pb/company'))).toEqual([403, 'msg.newfactor']);
  });

  it('a one-time password comes first', async () => {
    await server.addUser('fresh', ['[op]'], { pwOnce: true });
    const client = clientOf(await login('fresh'));
    expect(await refusal(await post(client, '/api/auth/factor', { old: passwordOf('fresh') }))).toEqual([403, 'msg.newpassword']);
    const changed = await post(client, '/api/auth/password', { old: passwordOf('fresh'), pw: 'my own one', confirm: 'my own one' });
    expect(await refusal(await clientOf(changed)('/api/pb/company'))).toEqual([403, 'msg.newfactor']);
  });

  // On SQLite one process holds the file: the server is stopped there for it.
  it.skipIf(kind === 'sqlite')(
    'on the server’s own machine it is taken away without anybody signed in',
    async () => {
      await withFactor('stuck');
      const { config } = server.tools;
      const settings = { ...process.env, BASE_URL: '', DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir };
      const run = (id: string) => promisify(execFile)(process.execPath, ['--import', 'tsx', 'backend/cli/db.ts', 'factor', id], { env: settings });
      expect((await run('stuck')).stdout).toContain('stuck signs in by password alone');
      expect((await login('stuck')).status).toBe(200);
      await expect(run('stuck')).rejects.toThrow();
    },
    30_000,
  );

  it('a clock that was set back locks nobody out for longer than a code stands', async () => {
    const { secret } = await withFactor('early');
    expect((await login('early', next(secret))).status).toBe(200);
    clock -= 48 * 3_600_000;
    await server.anonymous('/api/config');
    clock += 30_000;
    expect((await login('early', shown(secret))).status).toBe(200);
    expect(await refusal(await login('early', shown(secret)))).toEqual([401, 'msg.factorcode', 'code']);
  });
});
