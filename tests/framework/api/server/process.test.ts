import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { tokenOf } from '#application/personal/actions/link-token.ts';
import { ConfigError, readConfig } from '#backend/config.ts';
import { type Running, start } from '#backend/main.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { runServer as run, serverCommand } from '../../../support/process.ts';

describe('settings', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-config-'));
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env });

  it('are all optional', () => {
    expect(read({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      ipAccess: true,
      sites: {},
      demo: true,
      passwordMin: 4,
      logLevel: 'info',
      mode: 'production',
    });
    expect(read({}).databaseUrl).toBe(`sqlite:${join(dataDir, 'reelbase.db')}`);
  });

  it('R41 IP access is off once there is a site mapping, unless it is enabled', () => {
    const SITES = '{"erp.example.com":"/erp"}';
    expect(read({ SITES }).ipAccess).toBe(false);
    expect(read({ SITES, IP_ACCESS: '1' }).ipAccess).toBe(true);
  });

  it('the public secret survives a restart', () => {
    expect(read({}).publicSecret).toBe(read({}).publicSecret);
    expect(read({ PUBLIC_SECRET: 'given' }).publicSecret).toBe('given');
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'postgres://x'],
    ['SITES', 'erp.example.com=/erp'],
    ['SITES', '{"erp.example.com":"erp"}'],
    ['IP_ACCESS', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['DEMO', 'no'],
    ['PASSWORD_MIN', '3'],
    ['SECOND_FACTOR_ROLES', 'op'],
    ['OIDC_URL', 'http://sign-in.example.com'],
    ['OIDC_URL', 'sign-in.example.com'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'mail.example.com'],
    ['STORAGE_URL', 'ftp://x'],
    ['BASE_URL', 'example.com'],
  ])('a wrong %s (%s) prevents the start and is named', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(name);
  });

  it('a provider needs the id that it gave this place, and is called by its host where no name is given', () => {
    expect(() => read({ OIDC_URL: 'https://sign-in.example.com' })).toThrow('OIDC_CLIENT_ID');
    expect(read({ OIDC_URL: 'https://sign-in.example.com', OIDC_CLIENT_ID: 'reelbase' }).oidc).toMatchObject({
      name: 'sign-in.example.com',
      trustEmail: false,
    });
    expect(read({}).oidc).toBeUndefined();
  });

  it('a wrong address is not repeated, because it may contain a password', () => {
    expect(() => read({ SMTP_URL: 'smpt://user:hush@mail.example.com' })).toThrow(/^(?!.*hush)/);
  });
});

/** Vitest sets BASE_URL for its own ends. */
const inherited = { ...process.env, BASE_URL: '' };
/** A start that is expected to fail: how it ended and all that it said. */
function refusedStart(env: Record<string, string>, uid?: number, command = serverCommand()): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, command, {
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
  });
  const late = setTimeout(() => child.kill('SIGKILL'), 100_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(late);
      resolve({ code, output });
    }),
  );
}

describe.each(testDatabases)('the process on %s', (kind) => {
  it('kill -9 at any moment needs no repair; SIGTERM finishes running requests', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-process-'));
    const database = freshUrl(kind);
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, ADMIN_PASSWORD: 'kept-by-hand' };

    // Killed while it starts, several times: tables half made, lock files left behind.
    for (const ms of [300, 600, 900]) {
      const child = spawn(process.execPath, serverCommand(), { env: { ...inherited, PORT: '0', ...env }, stdio: 'ignore' });
      await new Promise((resolve) => setTimeout(resolve, ms));
      const gone = new Promise((resolve) => child.on('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }

    const first = await run(env);
    const signIn = async (url: string) => {
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'admin', pw: 'kept-by-hand' }),
      });
      return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
    };
    const { cookie } = await signIn(first.url);
    const call = (url: string, path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { cookie, 'content-type': 'application/json' } });
    const made = await call(first.url, '/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'kept', name: 'Retention', type: 1 }) });
    expect(made.status, await made.text()).toBe(201);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await run(env);
    expect((await call(second.url, '/api/pb/company/kept')).status, 'done: true meant on disk, the session too').toBe(200);
    expect(await finishAfter(second.url, JSON.stringify({ id: 'admin', pw: 'kept-by-hand' }), () => second.child.kill('SIGTERM'))).toBe(200);
    expect(await second.ended).toBe(0);

    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }, 180_000);
});

/** A sign-in whose body is sent only after `meanwhile`; the server has said by '100 Continue' that the request is under way. */
function finishAfter(url: string, body: string, meanwhile: () => void): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), expect: '100-continue' };
    const sent = request(`${url}/api/auth/login`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.on('continue', () => {
      meanwhile();
      setTimeout(() => sent.end(body), 300);
    });
    sent.flushHeaders();
  });
}

describe('a start', () => {
  it('makes the first administrator and prints the one-time password once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-process-'));
    const first = await run({ DATA_DIR: dataDir });
    await expect.poll(first.output).toMatch(/First administrator: admin \/ \w{20}/);
    const pw = /admin \/ (\w{20})/.exec(first.output())?.[1];
    const login = (url: string) =>
      fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: 'admin', pw }) });
    expect((await login(first.url)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = await run({ DATA_DIR: dataDir });
    expect((await login(second.url)).status).toBe(200);
    expect(second.output()).not.toContain('First administrator');
    second.child.kill('SIGTERM');
    await second.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }, 120_000);

  it('gives back the memory that only it needed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-process-'));
    const watch = `
      const { getHeapSpaceStatistics } = await import('node:v8');
      const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').physical_space_size / 1024 ** 2;
      console.log('young at first: ' + young());
      setInterval(() => young() < 8 && console.log('young is small'), 200).unref();`;
    const { child, output, ended } = await run({ DATA_DIR: dataDir }, { more: watch });
    await expect.poll(output).toMatch(/young at first: \d+/);
    expect(Number(/young at first: (\S+)/.exec(output())?.[1])).toBeGreaterThan(8);
    await expect.poll(output).toContain('young is small');
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }, 120_000);

  it('or another command that cannot be says why in one sentence without a stack and ends with 1, each of them', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-commands-'));
    chmodSync(folder, 0o755);
    // A clone in which nothing was built.
    mkdirSync(join(folder, 'backend/cli'), { recursive: true });
    cpSync('backend/cli/built.js', join(folder, 'backend/cli/built.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const away = 'mysql://root:hush@127.0.0.1:1/none';
    const command = (file: string, ...args: string[]) => ['--import', 'tsx', `backend/cli/${file}.ts`, ...args];
    const cases: [string[], Record<string, string>, RegExp, uid?: number][] = [
      [[join(folder, 'backend/cli/built.js'), 'server'], {}, /^Reelbase cannot start: nothing is built yet; run npm run build first\n$/],
      [
        command('dev'),
        { PORT: port },
        new RegExp(`^(?:[^\n]*\\[vite\\][^\n]*\n)*Reelbase cannot start: PORT ${port} is taken; another process listens on it\n$`),
      ],
      [command('dev'), { PORT: 'x' }, /^Reelbase cannot start: PORT is "x"[^\n]+\n$/],
      [
        command('dev'),
        { PORT: '0', DATABASE_URL: away },
        /^(?:[^\n]*\[vite\][^\n]*\n)*Reelbase cannot start: The database at [^\n]+ cannot be opened[^\n]+\n$/,
      ],
      [command('demo'), { PORT: port }, new RegExp(`^Reelbase cannot start: PORT ${port} is taken[^\n]+\n$`)],
      [command('db', 'plan'), { DATABASE_URL: away }, /^The tables were not looked at: The database at [^\n]+\n$/],
      [command('db', 'plan', 'nobody'), {}, /^The tables were not looked at: There is no object nobody[^\n]+\n$/],
      [command('restore'), {}, /^Not restored: which backup\?[^\n]+\n$/],
      [command('restore', join(folder, 'none.tar.gz')), {}, /^Not restored: there is no backup [^\n]+\n$/],
    ];
    // Root may write everywhere; as anybody else the folder of the build is somebody else's.
    if (process.getuid?.() === 0) cases.push([command('build'), {}, /^Not built: [^\n]+\n$/, 65534]);
    const env = (index: number) => ({ DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: join(folder, `data${index}`) });
    const ends = [];
    // Two at a time: each is a process that loads the whole server.
    for (let at = 0; at < cases.length; at += 2) {
      const some = cases.slice(at, at + 2).map(([args, more, , uid], index) => refusedStart({ ...env(at + index), ...more }, uid, args));
      ends.push(...(await Promise.all(some)));
    }
    for (const [index, { code, output }] of ends.entries()) {
      const [args, , sentence] = cases[index]!; // one an end
      expect([code, output], args.join(' ')).toEqual([1, expect.stringMatching(sentence)]);
      expect(output, 'no password').not.toContain('hush');
    }
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }, 240_000);

  it('that cannot be says why in one sentence without a stack and ends with 1', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-process-'));
    const file = join(folder, 'a-file');
    writeFileSync(file, 'no folder');
    // A folder of somebody else; for root every folder is its own, so another account starts that one.
    const isRoot = process.getuid?.() === 0;
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    chmodSync(folder, 0o755);
    chmodSync(foreign, isRoot ? 0o755 : 0o500);
    // Nothing answers on port 1 of this machine.
    const cases: [Record<string, string>, RegExp, uid?: number][] = [
      [{ PORT: port }, new RegExp(`PORT ${port} is taken`)],
      [{ DATA_DIR: foreign }, /DATA_DIR \S+ cannot be written to: no permission/, isRoot ? 65534 : undefined],
      [{ DATABASE_URL: 'mysql://root:hush@127.0.0.1:1/none' }, /The database at mysql:\/\/127\.0\.0\.1:1\/none cannot be opened: \S+/],
    ];
    const ends = cases.map(([env, , uid]) => refusedStart({ DATA_DIR: join(folder, String(Object.keys(env))), ...env }, uid));
    for (const [index, { code, output }] of (await Promise.all(ends)).entries()) {
      const [env, sentence] = cases[index]!; // one an end
      expect([code, output], JSON.stringify(env)).toEqual([1, expect.stringMatching(sentence)]);
      expect(output, JSON.stringify(env)).toMatch(/^Reelbase cannot start: [^\n]+\n$/);
      expect(output, 'no password').not.toContain('hush');
    }
    // Its siblings, with the same words without a process each.
    const brothers: [Record<string, string>, RegExp][] = [
      [{ PORT: 'x' }, /^PORT is "x"; it should be a whole number/],
      [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is no address of this machine$/],
      [{ DATA_DIR: join(file, 'data') }, /^DATA_DIR \S+ cannot be written to: a file stands in its way$/],
      [{ SCHEMAS_DIR: join(folder, 'none') }, /^SCHEMAS_DIR \S+ cannot be read: \S+/],
      [{ STORAGE_URL: `file:${file}/files` }, /^STORAGE_URL: files cannot be written to \S+/],
      [{ DATABASE_URL: 'mysql://x:y@[/' }, /^DATABASE_URL cannot be read/],
      [{ DATABASE_URL: `sqlite:${file}/db` }, /^The database \S+ cannot be opened: \S+/],
      [{ DATABASE_URL: `sqlite:${file}` }, /^The database \S+ cannot be opened: file is not a database$/],
      [{ SERVER_SECRET: 'short' }, /^SERVER_SECRET is too short/],
    ];
    for (const [env, sentence] of brothers) {
      // One folder for all: a start that failed has let go of its database.
      const begin = async () => start({ config: readConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', ...env }) });
      await expect(begin(), JSON.stringify(env)).rejects.toThrow(sentence);
    }
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);
});

describe.runIf(testDatabases.includes('mariadb'))('three first starts at once on one empty MariaDB', () => {
  const secret = { SERVER_SECRET: 'shared-by-all-processes', PUBLIC_SECRET: 'public' };
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-three-'));
  const database = freshUrl('mariadb');
  let servers: Running[] = [];
  let seeding = 0;
  const mostAtOnce: number[] = [];
  const begin = (name: string, env: Record<string, string>) =>
    start({
      config: readConfig({
        DATA_DIR: join(folder, name),
        DATABASE_URL: database.url,
        PORT: '0',
        LOG_LEVEL: 'silent',
        BASE_URL: 'https://films.example',
        ...env,
      }),
      log: pino({ level: 'silent' }),
      watch: false,
      seed: async ({ db }) => {
        seeding += 1;
        mostAtOnce.push(seeding);
        await db.query('SELECT SLEEP(0.2)');
        seeding -= 1;
        return false;
      },
    });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('all start; one of them makes the first administrator, seeds run one after the other', async () => {
    servers = await Promise.all(['a', 'b', 'c'].map((name) => begin(name, secret)));
    expect(servers.filter(({ madePassword }) => madePassword !== undefined)).toHaveLength(1);
    expect(mostAtOnce).toEqual([1, 1, 1]);
    for (const { url } of servers) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const { tools } of servers) expect(tools.tables.pending()).toEqual([]);
  }, 120_000);

  it('P04 with one SERVER_SECRET a code or link made by one process is valid in another; with another secret it would not be, and none starts', async () => {
    const [first, second] = servers as [Running, Running];
    const call = (server: Running, path: string, json: object) =>
      fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
    await call(first, '/api/auth/forgot', { id: 'admin' });
    const [mail] = await first.tools.db.query("SELECT body FROM mail WHERE template = 'reset'");
    const sent = /\b\d{6}\b/.exec(String(mail?.body))?.[0];
    const reset = { id: 'admin', code: sent, pw: 'made elsewhere', confirm: 'made elsewhere' };
    const stranger = { SERVER_SECRET: 'of somebody else altogether' };
    await expect(begin('stranger', { ...secret, ...stranger })).rejects.toThrow(/^SERVER_SECRET is another/);
    expect((await call(second, '/api/auth/reset', reset)).status).toBe(200);
    // The seal of a personal link.
    expect(tokenOf(first.tools.config, 'link')).toBe(tokenOf(second.tools.config, 'link'));
    expect(tokenOf(first.tools.config, 'link')).not.toBe(tokenOf(readConfig({ DATA_DIR: folder, ...stranger }), 'link'));
  }, 60_000);
});
