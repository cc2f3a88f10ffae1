import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#backend/config.ts';
import { freshUrl, testDatabases } from '../support/database.ts';

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

  it('R41 IP access is off once there is a site mapping, unless it is asked for', () => {
    const SITES = '{"erp.example.com":"/erp"}';
    expect(read({ SITES }).ipAccess).toBe(false);
    expect(read({ SITES, IP_ACCESS: '1' }).ipAccess).toBe(true);
  });

  it('the public secret outlives a restart', () => {
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
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'mail.example.com'],
    ['STORAGE_URL', 'ftp://x'],
    ['BASE_URL', 'example.com'],
  ])('a wrong %s (%s) stops the start by its name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(name);
  });

  it('a wrong address is not repeated, for it may hold a password', () => {
    expect(() => read({ SMTP_URL: 'smpt://user:hush@mail.example.com' })).toThrow(/^(?!.*hush)/);
  });
});

/** Vitest sets BASE_URL for its own ends. */
const inherited = { ...process.env, BASE_URL: '' };
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

interface Started {
  child: ChildProcess;
  url: string;
  output: () => string;
  ended: Promise<number | null>;
}

function run(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'backend/cli/production.ts'], {
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /listens on (http:\S+)/.exec(output)?.[1];
      if (url) resolve({ child, url, output: () => output, ended });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

describe.each(testDatabases)('the process on %s', (kind) => {
  it('kill -9 at any moment needs no hand; SIGTERM finishes what runs', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-process-'));
    const database = freshUrl(kind);
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, ADMIN_PASSWORD: 'kept-by-hand' };

    // Killed while it starts, several times: tables half made, lock files left behind.
    for (const ms of [300, 600, 900]) {
      const child = spawn(process.execPath, ['--import', 'tsx', 'backend/cli/production.ts'], { env: { ...inherited, PORT: '0', ...env }, stdio: 'ignore' });
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
    const made = await call(first.url, '/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'kept', name: 'Kept', type: 1 }) });
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

  it('says in one line that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-process-'));
    await expect(run({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toThrow(new RegExp(`ended with 1: .*PORT ${port} is taken`, 's'));
    await expect(run({ DATA_DIR: dataDir, PORT: 'x' })).rejects.toThrow(/ended with 1: Reelbase cannot start: PORT is "x"/);
    other.close();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);
});
