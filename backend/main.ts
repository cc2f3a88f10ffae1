/** The server process: settings → database → objects → tables → listen. A start after kill -9 is a start like any other. */
import { constants, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { createFirstAdministrator } from '#backend/actions/create-administrator.ts';
import { hasherOf } from '#backend/actions/hash-password.ts';
import { Jobs } from '#backend/actions/jobs.ts';
import { Tables } from '#backend/actions/keep-tables.ts';
import type { SavedEvent } from '#backend/actions/record-tools.ts';
import { tellReturned } from '#backend/actions/site/enrolments/tell-returned.ts';
import { sweep } from '#backend/actions/sweep.ts';
import { sweepFiles } from '#backend/actions/sweep-files.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { connect } from '#backend/data/connect.ts';
import { asRefusal } from '#backend/data/db-problem.ts';
import { Sessions } from '#backend/data/sessions.ts';
import { ensureSystemTables } from '#backend/data/system-tables.ts';
import { openStorage } from '#backend/files/open-storage.ts';
import { Outbox } from '#backend/mail/outbox.ts';
import { senderName } from '#backend/mail/sender-name.ts';
import { openTransport } from '#backend/mail/transport.ts';
import { openRegistry } from '#backend/objects/registry.ts';
import { Validators } from '#backend/objects/validators.ts';
import { builtPages } from './api/built-pages.ts';
import type { Pages } from './api/page-source.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { readMessages } from './messages.ts';

export interface StartOptions {
  config?: Config;
  /** where pages come from; the build's by default */
  pages?: Pages;
  log?: Logger;
  now?: () => Date;
  /** watches the schema folder */
  watch?: boolean;
  /** a server that listens already and hands its requests to the app: development keeps one port over many reloads */
  attach?: (app: RequestListener) => { url: string; detach: () => Promise<void> };
  /** called before listening; tells whether the demo's sign-ins work here */
  seed?: (tools: Tools) => Promise<boolean>;
}

export interface Running {
  url: string;
  tools: Tools;
  /** the first administrator's password, if one was made now */
  madePassword: string | undefined;
  demo: boolean;
  /** finishes what runs, then closes */
  stop: () => Promise<void>;
}

/** ms; longer than the usual proxy's 60 s, so that a kept connection is never closed under a request on its way */
const keepAliveTimeout = 65_000;
/** Header and request time-outs, ms: a slow line gets its time for a file (calls have their own, in api/files), a held-open connection does not. */
const headersTimeout = 20_000;
const requestTimeout = 900_000;
const hour = 3_600_000;
/** How long a stop waits for what runs, ms. */
const patience = 10_000;

/** Starts the server. Throws ConfigError, or what the database says when it cannot be opened. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const config = options.config ?? readConfig();
  const now = options.now ?? (() => new Date());
  const startedAt = Date.now();
  const log = options.log ?? pino({ level: config.logLevel, redact: ['pw', '*.pw', 'req.headers.cookie', 'err.parameters'] });
  await mkdir(config.cacheDir, { recursive: true });
  await takeBuiltObjects(config);
  const db = await connect(config.databaseUrl);
  const prebuiltDir = join(config.distDir, 'validators');
  const validators = new Validators(config.cacheDir, prebuiltDir);
  const tables = new Tables(db, log, (entry) => validators.of(entry));
  const [registry, storage] = await Promise.all([
    openRegistry({
      schemasDir: config.schemasDir,
      localesDir: config.localesDir,
      cacheDir: config.cacheDir,
      prebuiltDir,
      watch: options.watch ?? true,
      log: (message) => log.warn(message),
      accept: (next, previous) => tables.accept(next, previous),
    }),
    openStorage(config.storageUrl, config.dataDir),
    ensureSystemTables(db),
  ]);
  await tables.ensure(registry.objects());
  const sessions = new Sessions(db);
  const siteSessions = { applicant: new Sessions(db, 'applicant'), jury: new Sessions(db, 'jury') };
  const sessionsOf = new Map([
    ['user', sessions],
    ['applicant', siteSessions.applicant],
    ['jury', siteSessions.jury],
  ]);
  // A written account may have lost its role: its sessions are looked up anew from the next request on.
  const onSaved = ({ object, id, after }: SavedEvent) => {
    const own = sessionsOf.get(object);
    own?.forget();
    // Its sessions are refused from now on; here they also leave the list.
    if (own && (after === undefined || after.enabled === false)) void own.endAllOf(id).catch(() => undefined);
  };
  const jobs = new Jobs(db, log);
  const outbox = new Outbox({
    db,
    log,
    now,
    transport: openTransport(config),
    ready: () => registry.get('mail') !== undefined && tables.blocked('mail') === undefined,
    sender: (mail) => senderName(db, { mail: registry.get('mail')?.model, campaign: registry.get('campaign')?.model }, mail),
  });
  const tools: Tools = {
    config,
    db,
    registry,
    tables,
    storage,
    sessions,
    siteSessions,
    jobs,
    outbox,
    log,
    now,
    hashPassword: hasherOf(config.passwordMin),
    onSaved,
  };
  tools.onStep = tellReturned(tools);
  const demo = (await options.seed?.(tools)) ?? false;
  const madePassword = await createFirstAdministrator(tools);
  await jobs.open();
  await sweep(tools);
  const sweeping = setInterval(() => {
    void sweep(tools);
    void sweepFiles(tools, Date.now() - hour).catch((error) => log.warn({ err: error }, 'files not swept'));
  }, hour);
  sweeping.unref();

  const app = buildApp({
    ...tools,
    pages: options.pages ?? (await builtPages(join(config.distDir, 'public'))),
    messages: readMessages(config.localesDir),
    build: buildId(config),
    demo,
    asRefusal: (error) => asRefusal(error, undefined, { development: config.mode === 'development' }),
  });
  // What a killed process left behind; not waited for, since a large store takes its time.
  const swept = sweepFiles(tools, startedAt).catch((error) => log.warn({ err: error }, 'files not swept'));
  const { url, detach } = options.attach ? options.attach(app) : await listen(app, config);
  outbox.open();
  log.info({ url }, 'listening');

  const stop = async () => {
    clearInterval(sweeping);
    await detach();
    await jobs.close();
    await outbox.close();
    registry.close();
    await swept;
    await tables.settled();
    await db.close();
    log.info('stopped');
  };
  return { url, tools, madePassword, demo, stop };
}

/** Stops the server on SIGTERM and SIGINT once what runs is finished. */
export function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function listen(app: RequestListener, config: Config): Promise<{ url: string; detach: () => Promise<void> }> {
  const server = createServer(app);
  server.keepAliveTimeout = keepAliveTimeout;
  server.headersTimeout = headersTimeout;
  server.requestTimeout = requestTimeout;
  const url = await openPort(server, config);
  return { url, detach: () => close(server) };
}

/** Listens on the settings' port; gives the address. Throws with a sentence for a port that is taken. */
export function openPort(server: Server, config: Pick<Config, 'port' | 'host'>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${config.port} is taken; another process listens on it`) : error);
    });
    server.listen(config.port, config.host, () => {
      const { port } = server.address() as AddressInfo; // a TCP server's address is never a path
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      resolve(`http://${host}:${port}`);
    });
  });
}

/** Takes no new connection, lets requests under way finish, and cuts what is left after the patience. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The objects that the build described, so that a first start need not; their names carry the hash of everything they were made of. */
async function takeBuiltObjects({ distDir, cacheDir }: Config): Promise<void> {
  const files = await readdir(distDir).catch(() => []);
  for (const file of files.filter((name) => /^objects-\w+\.json$/.test(name))) {
    await copyFile(join(distDir, file), join(cacheDir, file), constants.COPYFILE_EXCL).catch(() => undefined); // there already, or described anew
  }
}

/** The build's hash; 'development' where nothing was built. */
function buildId(config: Config): string {
  try {
    return readFileSync(join(config.distDir, 'build-id'), 'utf8').trim();
  } catch {
    return 'development';
  }
}
