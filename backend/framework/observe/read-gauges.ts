/** What stands behind the gauges: asked when somebody reads them. A part that cannot be had is left out, and the rest is told. */
import { statfs } from 'node:fs/promises';
import { countJobs, findJobs } from '#framework/data/system/jobs.ts';
import { countMails, oldestWaiting } from '#framework/data/system/mail.ts';
import { databaseSize, filesSize, walSize } from '#framework/data/system/sizes.ts';
import { listWebhooks } from '#framework/data/system/webhooks.ts';
import { findFfmpeg } from '#framework/files/videos/ffmpeg.ts';
import { checkReadiness } from '#framework/system/check-health.ts';
import { brokenFiles } from '#framework/system/read-system.ts';
import { instant } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { GaugeName, Metrics, Said } from './metrics.ts';

/** How long what the database said holds, ms. */
const holds = 10_000;

/** Brings the gauges up to date; for one server. */
export function gaugeReader(tools: Tools, metrics: Metrics, build: string): () => Promise<void> {
  const { db, registry, tables, instances, config } = tools;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const one = (value: number): Said => [[{}, value]];
  const by = (label: string, counts: Record<string, number>): Said => Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]);

  const own = () => {
    metrics.tell('reelbase_build_info', [[{ build, node: process.version, database: `${db.kind} ${db.version}` }, 1]]);
    metrics.tell('reelbase_ffmpeg', one(findFfmpeg(config.ffmpeg) === undefined ? 0 : 1));
    metrics.tell('reelbase_instances', one(instances.others + 1));
    metrics.tell(
      'reelbase_database_pool',
      db.load().flatMap(({ lane, ...states }) => Object.entries(states).map(([state, count]) => [{ lane, state }, count])),
    );
    const waiting = tables.pending().filter(({ blocked }) => blocked !== undefined).length;
    metrics.tell('reelbase_schemas', by('state', { serving: registry.objects().length - waiting, waiting, quarantined: brokenFiles(tools).length }));
  };
  const stored: [GaugeName[], () => Promise<Said[]>][] = [
    [['reelbase_jobs'], async () => [(await countJobs(db)).map(({ kind, state, count }) => [{ kind, state }, count])]],
    [
      ['reelbase_backup_last_success_timestamp_seconds', 'reelbase_backup_last_failure_timestamp_seconds'],
      async () => {
        const last = async (kind: string, state: 'done' | 'failed') => (await findJobs(db, { kind, state }))[0]?.endedAt ?? 0;
        return [one((await last('backup', 'done')) / 1000), one(Math.max(await last('backup', 'failed'), await last('backupcheck', 'failed')) / 1000)];
      },
    ],
    [
      ['reelbase_mails', 'reelbase_mail_oldest_waiting_seconds'],
      async () => {
        if (!registry.get('mail') || tables.blocked('mail') !== undefined) return [[], one(0)];
        const oldest = tools.outbox.sends ? await oldestWaiting(db) : undefined;
        return [by('state', await countMails(db)), one(oldest ? Math.max(0, (tools.now().getTime() - instant(oldest)) / 1000) : 0)];
      },
    ],
    [
      ['reelbase_webhooks'],
      async () => {
        const hooks = await listWebhooks(db);
        const count = (test: (hook: (typeof hooks)[number]) => boolean) => hooks.filter(test).length;
        return [
          by('state', {
            on: count(({ isOn, failingSince }) => isOn && failingSince === null),
            failing: count(({ isOn, failingSince }) => isOn && failingSince !== null),
            ended: count(({ endedAt }) => endedAt !== null),
          }),
        ];
      },
    ],
    [
      ['reelbase_files', 'reelbase_bytes'],
      async () => {
        const [database, wal, files, disk] = await Promise.all([databaseSize(db), walSize(db), filesSize(db), statfs(config.dataDir)]);
        const bytes = { database, wal, files: files.bytes, disk_free: disk.bavail * disk.bsize, disk: disk.blocks * disk.bsize };
        return [one(files.count), by('of', bytes)];
      },
    ],
  ];

  const read = async () => {
    const state = await checkReadiness(tools);
    metrics.tell('reelbase_ready', one(Number(state === 'ready')));
    metrics.tell('reelbase_database_up', one(Number(state !== 'database')));
    own();
    if (performance.now() - readAt < holds) return;
    readAt = performance.now();
    if (state === 'database') return;
    await Promise.all(
      stored.map(async ([names, ask]) => {
        const said = await ask().catch((error) => tools.log.warn({ err: error, names }, 'gauges not read'));
        for (const [at, name] of names.entries()) metrics.tell(name, said?.[at] ?? []);
      }),
    );
  };
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
