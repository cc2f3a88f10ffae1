/** The server process: settings → database → objects → tables → listen. A start after kill -9 is a start like any other. */

import { constants, readFileSync } from 'node:fs';
import { access, chmod, mkdir, readdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { AutomationRunner } from '#framework/automations/runner.ts';
import { dateAt } from '#framework/time.ts';
import { WebhookSender } from '#framework/webhooks/deliver.ts';
import '#application/index.ts';
import { createFirstAdministrator } from '#framework/accounts/create-administrator.ts';
import { hasherOf } from '#framework/accounts/hash-password.ts';
import { tellAccount } from '#framework/accounts/tell-account.ts';
import { builtPages } from '#framework/api/pages/built-pages.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import { whileStarting } from '#framework/api/system/health.ts';
import { listeners } from '#framework/application.ts';
import { backupStore } from '#framework/backup/backup-store.ts';
import { eraseAgain, listErasures } from '#framework/backup/erasures.ts';
import { demandWhole } from '#framework/backup/restore-backup.ts';
import { BackupSchedule } from '#framework/backup/schedule.ts';
import { watchClock } from '#framework/clock.ts';
import { bringBack } from '#framework/data/engine/clock-back.ts';
import { connect, type Database } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { demandFormat, noteFormat } from '#framework/data/engine/format.ts';
import { ApiKeys } from '#framework/data/system/accounts/api-keys.ts';
import { readOwnRoles } from '#framework/data/system/accounts/own-roles.ts';
import { Sessions } from '#framework/data/system/accounts/sessions.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { fileNames, StoreAway } from '#framework/files/storage.ts';
import { sweepFiles } from '#framework/files/sweep-files.ts';
import { VideoMaker } from '#framework/files/videos/video-maker.ts';
import { takeUpAsking } from '#framework/import/ask-after.ts';
import { Instances } from '#framework/instances.ts';
import { Jobs } from '#framework/jobs/jobs.ts';
import { type Door, type Listening, openDoor } from '#framework/listen.ts';
import { houseName } from '#framework/mail/house-name.ts';
import { Outbox } from '#framework/mail/outbox.ts';
import { openTransport } from '#framework/mail/transport.ts';
import { readMessages } from '#framework/messages.ts';
import { openRegistry } from '#framework/objects/registry.ts';
import { Validators } from '#framework/objects/validators.ts';
import { Metrics } from '#framework/observe/metrics.ts';
import { Observer } from '#framework/observe/observer.ts';
import { openTraces } from '#framework/observe/traces.ts';
import { watchDatabase } from '#framework/observe/watch-database.ts';
import { Followers } from '#framework/save/followers.ts';
import { type SavedEvent, totalsOf } from '#framework/save/save.ts';
import { demandSecrets } from '#framework/system/demand-secrets.ts';
import { followChanges } from '#framework/system/follow-changes.ts';
import { noteOverlay, readOverlay } from '#framework/system/read-overlay.ts';
import { sweep } from '#framework/system/sweep.ts';
import { Tables } from '#framework/system/tables.ts';
import type { Tools } from '#framework/tools.ts';
import { moveFormerTrash } from '#framework/trash/move-former-trash.ts';
import { mailViews } from '#framework/views/mail-views.ts';
import { resumeCopies } from '#framework/workbench/copy-table.ts';
import { ownFolders, SchemaFollower } from '#framework/workbench/follow-schemas.ts';
import { realmNames, realmOf, staff } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig, reasonOf } from './config.ts';

export interface StartOptions {
  config?: Config;
  /** where pages come from; the build's by default */
  pages?: Pages;
  log?: Logger;
  now?: () => Date;
  /** watches the schema folder, and roles that other processes change */
  watch?: boolean;
  /** a server that listens already and hands its requests to the app: development keeps one port over many reloads */
  attach?: (app: RequestListener) => Listening;
  /** called before listening; tells whether the demo's sign-ins work here */
  seed?: (tools: Tools) => Promise<boolean>;
}

export interface Running {
  url: string;
  tools: Tools;
  /** the first administrator's password, if one was made now */
  madePassword: string | undefined;
  demo: boolean;
  /** finishes what runs, then closes; `grace`: ms that a silent connection stays open for a next request */
  stop: (grace?: number) => Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;

/** Starts the server. @throws ConfigError, ForeignData, or what the database says when it cannot be opened */
export async function start(options: StartOptions = {}): Promise<Running> {
  const given = options.config ?? readConfig();
  const log = options.log ?? pino({ level: given.logLevel, redact: ['pw', '*.pw', 'req.headers.cookie', 'req.headers.authorization', 'err.parameters'] });
  await demandFolders(given);
  const config = (options.watch ?? true) ? await ownFolders(given) : given;
  await demandWhole(config);
  const traces = config.traces && (await openTraces({ ...config.traces, build: buildId(config) }, log));
  const observer = new Observer({ slowMs: config.slowMs, traces, log });
  const connected = await connect(config.databaseUrl);
  const db = observer.isWatching ? watchDatabase(connected, observer) : connected;
  const instances = new Instances(db, log);
  let door: Door | undefined;
  try {
    await demandFormat(db);
    // Open from here on: tables that change may take their time, and whoever watches the process sees that it is alive.
    door = options.attach ? undefined : await openDoor(whileStarting(config.localesDir), config);
    return await startOn({ db, instances, observer, door }, config, log, options);
  } catch (error) {
    await door?.detach();
    await instances.close();
    await db.close().catch(() => undefined);
    throw error;
  }
}

interface Ground {
  db: Database;
  instances: Instances;
  observer: Observer;
  /** none where another listens (`attach`) */
  door: Door | undefined;
}

async function startOn({ db, instances, observer, door }: Ground, config: Config, log: Logger, options: StartOptions): Promise<Running> {
  const clock = watchClock(options.now ?? (() => dateAt(Date.now())), async (at) => {
    log.warn({ now: dateAt(at) }, 'the clock was set back; what was noted in its future counts from now on');
    await bringBack(db, at);
    for (const one of [...realms.values(), keys]) one.forget();
  });
  const { now } = clock;
  const validators = new Validators(config);
  const tables = new Tables(db, log, (entry) => validators.of(entry));
  const [registry, storage] = await Promise.all([
    openRegistry({
      schemasDir: config.schemasDir,
      localesDir: config.localesDir,
      cacheDir: config.cacheDir,
      distDir: config.distDir,
      watch: options.watch ?? true,
      // On MariaDB the follower of other processes looks at the same files.
      polls: db.kind === 'sqlite',
      ownRoles: () => readOwnRoles(db),
      overlay: () => readOverlay(db),
      log: (message) => log.warn(message),
      accept: (next, previous) => tables.accept(next, previous),
    }),
    openStorage(config.storageUrl, config.dataDir, fileNames, config.storageDirect),
  ]);
  registry.onChange(() => tables.followUp((name) => registry.get(name)));
  const realms = new Map(realmNames().map((realm) => [realm, new Sessions(db, realm, realm === staff ? config.factorRoles : [])]));
  const keys = new ApiKeys(db);
  const sessionsOf = (realm: string): Sessions => {
    const found = realms.get(realm);
    if (!found) throw new Error(`no realm ${realm}`);
    return found;
  };
  // A written account may have lost its role: its sessions are looked up anew from the next request on.
  const onSaved = ({ object, id, after, hasFollowers }: SavedEvent) => {
    const realm = realmOf(object);
    const own = realm === undefined ? undefined : sessionsOf(realm);
    own?.forget();
    // A key ends with its maker's rights.
    keys.forget();
    // Its sessions are refused from now on; here they also leave the list.
    if (own && (after === undefined || after.enabled === false)) void own.endAllOf(id).catch(() => undefined);
    // What tellAccount wrote to its owner goes out now.
    if (own) outbox.wake();
    if (hasFollowers) followers.wake();
    webhooks.noteWrite();
    automations.noteWrite(object);
    noteOverlay(tools, object);
  };
  const jobs = new Jobs(db, log, observer);
  const outbox = new Outbox({
    db,
    log,
    observer,
    now,
    transport: openTransport(config),
    ready: () => registry.get('mail') !== undefined && tables.blocked('mail') === undefined,
    sender: async (mail) => (await listeners.value.senderOf({ db, registry }, mail)) ?? houseName,
  });
  const tools: Tools = {
    config,
    db,
    instances,
    registry,
    tables,
    storage,
    backups: backupStore(config),
    sessions: sessionsOf(staff),
    sessionsOf,
    keys,
    jobs,
    outbox,
    log,
    now,
    hashPassword: hasherOf(config.passwordMin),
    onSaved,
    signs: { unreadProxy: false, isDraining: false },
    observer,
  };
  const webhooks = new WebhookSender(tools);
  const automations = new AutomationRunner(tools);
  const followers = new Followers(tools);
  const videos = new VideoMaker(tools);
  tools.videos = videos;
  // An embedded database has no other process.
  const follower = db.kind === 'mariadb' && (options.watch ?? true) ? new SchemaFollower(tools) : undefined;
  const backups = new BackupSchedule(tools);
  tools.beforeUpdate = listeners.value.beforeUpdate(tools);
  tools.onStep = listeners.value.onStep(tools);
  tools.afterImport = listeners.value.afterImport(tools);
  takeUpAsking(tools);
  tools.onErased = () => void listErasures(tools);
  const [tell, onChange] = [tellAccount(tools), listeners.value.onChange(tools)];
  tools.onChange = async (tx, change) => {
    await tell(tx, change);
    await onChange?.(tx, change);
  };
  // Several processes may start on one database at once: the first makes what is missing, the others find it made.
  const { demo, madePassword } = await db.alone('start', async () => {
    await ensureSystemTables(db);
    await noteFormat(db);
    await bringBack(db, now().getTime());
    await instances.open();
    totalsOf(db).isShared = () => instances.others > 0;
    await demandSecrets(tools, instances.others);
    await follower?.join();
    await tables.ensure(registry.objects());
    const usable = registry.objects().flatMap(({ model }) => (tables.blocked(model.name) === undefined ? [model] : []));
    for (const row of await moveFormerTrash(tools, usable)) log.warn(row, 'a row of the former trash is back: other rows point at it');
    await eraseAgain(tools);
    return { demo: (await options.seed?.(tools)) ?? false, madePassword: await createFirstAdministrator(tools) };
  });
  await jobs.open();
  await sweep(tools);
  let copying: Promise<void> | undefined;
  const copyOn = () => {
    copying ??= resumeCopies(tools)
      .catch((error) => log.warn({ err: error }, 'rows of a table are not copied on'))
      .finally(() => {
        copying = undefined;
      });
  };
  const sweeping = setInterval(() => {
    void sweep(tools);
    followers.wake();
    copyOn();
    videos.wake();
    void sweepFiles(tools).catch((error) => log.warn({ err: error }, 'files not swept'));
  }, hour);
  sweeping.unref();
  const mailing = setInterval(() => void mailViews(tools), minute);
  mailing.unref();

  const app = buildApp({
    ...tools,
    metrics: new Metrics(),
    pages: options.pages ?? (await builtPages(join(config.distDir, 'public'))),
    messages: readMessages(config.localesDir),
    build: buildId(config),
    demo,
    clockSettled: clock.settled,
    asRefusal: (error) =>
      error instanceof StoreAway ? new Refusal('msg.unavailable') : asRefusal(error, undefined, { development: config.mode === 'development' }),
  });
  // What a killed process left behind; not waited for, since a large store takes its time.
  const swept = sweepFiles(tools).catch((error) => log.warn({ err: error }, 'files not swept'));
  door?.serve(app);
  const { url, detach } = options.attach ? options.attach(app) : (door as Door); // there is one or the other
  outbox.open();
  webhooks.open();
  automations.open();
  followers.wake();
  copyOn();
  videos.wake();
  backups.open();
  log.info({ url }, 'listening');

  if (options.watch ?? true) instances.onLook(() => followChanges(tools));
  if (follower) instances.onLook(() => follower.look());
  // What was changed here is known at the others at their next look. Not waited for: it may read the files again itself.
  registry.onChange(() => void follower?.look().catch((error) => log.warn({ err: error }, 'schema files not handed over')));
  const stop = async (grace?: number) => {
    tools.signs.isDraining = true;
    clearInterval(sweeping);
    clearInterval(mailing);
    clock.close();
    await backups.close();
    await Promise.all([detach(grace), jobs.close()]);
    await followers.settled();
    await copying;
    await jobs.close(); // what a last request has begun
    await automations.close();
    await outbox.close();
    await webhooks.close();
    registry.close();
    await swept;
    await tables.settled();
    await instances.close();
    await follower?.close();
    await db.close();
    await observer.traces?.close();
    log.info('stopped');
  };
  return { url, tools, madePassword, demo, stop };
}

/**
 * The folders of the settings can be read and written. The data folder and all that is made in it from now on are the server's alone (safety
 * section 18), its database and its secrets among them.
 * @throws ConfigError
 */
async function demandFolders({ dataDir, cacheDir, schemasDir }: Config): Promise<void> {
  const refuse = (sentence: string) => (error: unknown) => Promise.reject(new ConfigError(`${sentence}: ${reasonOf(error)}`));
  const unwritable = refuse(`DATA_DIR ${dataDir} cannot be written to`);
  process.umask(0o077);
  await mkdir(cacheDir, { recursive: true }).catch(unwritable);
  // One that was made by an older release, or by whoever unpacked a backup; where it belongs to somebody else, that is their affair.
  await chmod(dataDir, 0o700).catch(() => undefined);
  for (const folder of [dataDir, cacheDir]) await access(folder, constants.W_OK | constants.X_OK).catch(unwritable);
  await readdir(schemasDir).catch(refuse(`SCHEMAS_DIR ${schemasDir} cannot be read`));
}

/** The build's hash; 'development' where nothing was built. */
function buildId(config: Config): string {
  try {
    return readFileSync(join(config.distDir, 'build-id'), 'utf8').trim();
  } catch {
    return 'development';
  }
}
