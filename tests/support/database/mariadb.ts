/**
 * A private MariaDB for one run of the tests. Found in this order: TEST_MARIADB_URL (a server that may be filled with throw-away
 * databases) → mariadbd on the PATH → as root, apt-get install → none: a loud notice at home, a failure in CI.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface MariadbServer {
  /** address without a database: `mysql://root@127.0.0.1:port` */
  url: string;
  stop(): Promise<void>;
  /** of a private server: sends it a signal */
  signal?(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** of a private server: kills it, does something without it, and starts it again on the same port and data */
  restart?(meanwhile: () => Promise<void>): Promise<void>;
}

export interface MariadbOptions {
  /** further arguments of mariadbd, for a server that holds more than tests do */
  settings?: string[];
  /** a folder that is used again where it stands, and not cleared at the end */
  folder?: string;
}

/** Bytes that a small server with its logs takes. */
const roomNeeded = 600 * 2 ** 20;

/** Starts the server, or returns undefined where there is none to be had (which throws in CI). */
export async function startMariadb(options: MariadbOptions = {}): Promise<MariadbServer | undefined> {
  const given = process.env.TEST_MARIADB_URL;
  if (given) return { url: given.replace(/\/+$/, ''), stop: async () => {} };
  const program = findProgram('mariadbd') ?? installByApt('mariadb-server', 'mariadbd');
  const installer = findProgram('mariadb-install-db');
  if (!program || !installer) {
    const notice = 'No MariaDB: its half of the tests does not run. Put mariadbd on the PATH, or name a server in TEST_MARIADB_URL.';
    if (process.env.CI) throw new Error(notice);
    console.warn(`\n${'!'.repeat(notice.length + 4)}\n! ${notice} !\n${'!'.repeat(notice.length + 4)}\n`);
    return undefined;
  }
  return startPrivate(program, installer, options);
}

/** Where a test's files may lie: in memory if there is space. */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), prefix));
}

async function startPrivate(program: string, installer: string, options: MariadbOptions): Promise<MariadbServer> {
  const folder = options.folder ?? scratchFolder('mariadb-test-');
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--datadir=${data}`, '--innodb-log-file-size=8M', ...asRoot];
  if (!existsSync(data)) {
    const made = spawnSync(installer, [...common, '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}\n${made.stdout}`);
  }
  const port = await freePort();
  const settings = [
    '--bind-address=127.0.0.1',
    '--character-set-server=utf8mb4',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=128M',
    '--max-connections=300',
    '--skip-name-resolve',
    ...(options.settings ?? []),
  ];
  // A folder of its own: at its start a server clears away the temporary tables that it finds, those of its neighbours too.
  const own = [`--tmpdir=${folder}`, `--socket=${join(folder, 's')}`];
  const args = [...common, ...own, `--port=${port}`, ...settings, `--log-error=${log}`, `--pid-file=${join(folder, 'pid')}`];
  let guarded = await guard(program, args, { folder, isReused: options.folder !== undefined }, port, log);
  const pid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'));
  return {
    url: `mysql://root@127.0.0.1:${port}`,
    stop: async () => {
      await guarded.stop();
      if (!options.folder) rmSync(folder, { recursive: true, force: true });
    },
    signal: (signal) => process.kill(pid(), signal),
    restart: async (meanwhile) => {
      process.kill(pid(), 'SIGKILL');
      await meanwhile();
      await guarded.stop();
      guarded = await guard(program, args, { folder, isReused: options.folder !== undefined }, port, log);
    },
  };
}

/** Starts the server under a shell that outlives a killed test run by a moment: its input ends with us, and then it stops the server. */
async function guard(
  program: string,
  args: string[],
  place: { folder: string; isReused: boolean },
  port: number,
  log: string,
): Promise<{ stop(): Promise<void> }> {
  const script = '"$@" & server=$!; read -r word; kill $server; wait $server; [ "$word" = keep ] || [ -z "$FOLDER" ] || rm -rf "$FOLDER"';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    env: { ...process.env, FOLDER: place.isReused ? '' : place.folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((done) => shell.once('exit', () => done()));
  const stop = async () => {
    // an empty event loop would end the process here, with a success nobody earned
    shell.ref();
    shell.stdin.end('keep\n');
    await ended;
  };
  try {
    await answers(port);
  } catch (error) {
    const report = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : '';
    shell.stdin.end();
    throw new Error(`mariadbd did not start\n${report}`, { cause: error });
  }
  shell.unref();
  return { stop };
}

export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/mysql/bin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where Debian's packages can be had: installs one for the tests, and gives the program that it brings. */
export function installByApt(name: string, program: string): string | undefined {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return undefined;
  console.warn(`Installing ${name} for the tests (apt-get) …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore', timeout: 300_000 } as const;
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options).status === 0;
  if (!install()) {
    spawnSync('apt-get', ['update'], options);
    install();
  }
  return findProgram(program);
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    accessSync(folder, constants.W_OK);
    return bavail * bsize > roomNeeded;
  } catch {
    return false;
  }
}

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function answers(port: number): Promise<void> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const greeted = await new Promise<boolean>((done) => {
      const socket = createConnection(port, '127.0.0.1');
      socket.once('data', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (greeted) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no answer on port ${port} in 30 s`);
}
