/**
 * What the server counts and measures, in the text of Prometheus. Requests are counted as they end; what stands in the database is asked for when somebody
 * comes to read it, and not more often than every few seconds.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** More than all routes and answers together; what comes beyond is counted under one name. */
const mostSeries = 3_000;
/** Upper bounds of the time of a request, s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  count: () => void;
  measure: (seconds: number) => void;
}

/** Of everything that is read when somebody asks, by name: what it is, and its labels. */
const gauges = {
  reelbase_build_info: ['The build and what it runs on; always 1', ['build', 'node', 'database']],
  reelbase_ready: ['1 where the server can serve, as /readyz says', []],
  reelbase_database_up: ['1 where the database has answered', []],
  reelbase_database_pool: [
    'Callers of the database: at work, holding a connection and waiting for a row, in the queue, and how many may be at work',
    ['lane', 'state'],
  ],
  reelbase_instances: ['Servers on this database, with this one', []],
  reelbase_jobs: ['Jobs of the last 30 days', ['kind', 'state']],
  reelbase_mails: ['Mails of the outbox', ['state']],
  reelbase_mail_oldest_waiting_seconds: ['Since when the oldest mail that is to leave has waited', []],
  reelbase_webhooks: ['Webhooks: on, failing now, switched off by themselves', ['state']],
  reelbase_schemas: ['Objects: serving, waiting for their table, quarantined files', ['state']],
  reelbase_bytes: ['Sizes: the database with its WAL, the WAL of SQLite, files, what is free on the disk of the data folder and all of it', ['of']],
  reelbase_ffmpeg: ['Whether there is a program that makes posters and streams of videos', []],
  reelbase_files: ['Files of records', []],
  reelbase_backup_last_success_timestamp_seconds: ['When the newest backup was made, by hand or by the clock; 0 for never', []],
  reelbase_backup_last_failure_timestamp_seconds: ['When a backup or its trial failed last; 0 for never', []],
} as const satisfies Record<string, readonly [string, readonly string[]]>;

export type GaugeName = keyof typeof gauges;

/** What one gauge says: a number for each of its labels' values. */
export type Said = [labels: Record<string, string>, value: number][];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter;
  readonly #seconds: Histogram;
  readonly #slow: Counter;
  readonly #gauges = new Map<GaugeName, Gauge>();
  readonly #series = new Map<string, Series>();
  #hasDefaults = false;

  constructor() {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'reelbase_requests_total',
      help: 'Requests, by route and status',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'reelbase_request_seconds',
      help: 'Time of a request to the end of its answer',
      labelNames: ['method', 'route'],
      buckets,
      registers,
    });
    this.#slow = new Counter({ name: 'reelbase_slow_statements_total', help: 'Statements that took longer than SLOW_MS', registers });
    for (const [name, [help, labelNames]] of Object.entries(gauges)) this.#gauges.set(name as GaugeName, new Gauge({ name, help, labelNames, registers })); // a key of it
  }

  /** A request has ended. `route` is a pattern, never an address that somebody typed. */
  request(method: string, route: string, status: string, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let series = this.#series.get(key);
    if (!series) {
      series = this.#series.size < mostSeries ? this.#open(method, route, status) : this.#open('', 'other', status);
      if (this.#series.size < mostSeries) this.#series.set(key, series);
    }
    series.count();
    series.measure(seconds);
  }

  /** Says what was asked for, in place of what it said before. */
  tell(name: GaugeName, said: Said): void {
    const gauge = this.#gauges.get(name);
    gauge?.reset();
    for (const [labels, value] of said) gauge?.set(labels, value);
  }

  /** As Prometheus reads it. `slow`: statements so far. */
  async text(slow: number): Promise<{ type: string; text: string }> {
    // The process's own (memory, event loop, garbage) are watched from the first reader on, who waits for the first figures.
    if (!this.#hasDefaults) {
      collectDefaultMetrics({ register: this.#registry });
      this.#hasDefaults = true;
      await wait(50);
    }
    this.#slow.reset();
    this.#slow.inc(slow);
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #open(method: string, route: string, status: string): Series {
    const [requests, seconds] = [this.#requests.labels(method, route, status), this.#seconds.labels(method, route)];
    return { count: () => requests.inc(), measure: (time) => seconds.observe(time) };
  }
}
