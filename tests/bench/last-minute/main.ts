/**
 * The last minute before a deadline: 50 applicants at once save as they type and submit, against the production server. Prints saves, errors, lost words and
 * p50/p99 of a save; fails above 500 ms, at the first error and at the first lost word. `npm run bench:site -- --seconds 60 --applicants 50`
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { startMariadb } from '../../support/database/mariadb.ts';
import { build, startServer } from '../product.ts';
import type { Crowd, Outcome } from './applicants.ts';

const { values: given } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, applicants: { type: 'string', default: '50' }, kind: { type: 'string' } },
});
const seconds = Number(given.seconds);
const applicants = Number(given.applicants);
/** Processes that the applicants are spread over, so that no client waits for its own. */
const processes = 2;
/** p99 of a save, ms */
const bar = 500;
const campaign = 'last-minute';
const say = (line: string) => console.log(line);

async function plant({ registry, db }: Tools, object: string, row: Row): Promise<void> {
  const model = registry.get(object)?.model;
  if (!model) throw new Error(`no object ${object}`);
  const stamp = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const whole = completeRow({ ...defaultsOf(model), ...row }, model.fields);
  await db.transaction((tx) => insertRow(tx, model, { ...whole, ver: 1, create_at: stamp, update_at: stamp, update_by: 'bench' }));
}

/** Tables, a campaign that ends in time, and applicants who are signed in. */
async function prepare(databaseUrl: string, dataDir: string, deadline: number): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'bench-administrator' });
  const html = '<!doctype html><html lang="tw"><head><title></title></head><body></body></html>';
  const { tools, stop } = await start({
    config,
    log: pino({ level: 'silent' }),
    watch: false,
    pages: { development: false, html: async () => html, assets: (_req, _res, next) => next() },
  });
  const end = new Date(deadline).toISOString().slice(0, 19).replace('T', ' ');
  await plant(tools, 'campaign', { id: campaign, cna: '最後一分鐘', edition: 14, maxSel: 3, cStart: '2026-01-01 00:00:00', cEnd: end });
  const cookies: string[] = [];
  for (let index = 0; index < applicants; index += 1) {
    const id = `applicant${index}`;
    await plant(tools, 'applicant', { id, email: `${id}@example.com`, name: id, verified: true, enabled: true });
    const account = await accountById(tools.db, 'applicant', id);
    if (account)
      cookies.push(`reelbase_applicant=${await tools.sessionsOf('applicant').create(account, { address: '127.0.0.1', agent: 'bench' }, Date.now())}`);
  }
  await stop();
  return cookies;
}

function crowdOf(crowd: Crowd): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('applicants.ts', import.meta.url))], {
    env: { ...process.env, CROWD: JSON.stringify(crowd) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(JSON.parse(text) as Outcome) : reject(new Error(`applicants ended with ${code}`)))); // one line of JSON
  });
}

const at = (sorted: number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const times = (all: number[]): string => {
  const sorted = [...all].sort((one, two) => one - two);
  return `${sorted.length}, p50 ${at(sorted, 0.5).toFixed(0)} ms, p99 ${at(sorted, 0.99).toFixed(0)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
};

async function lastMinute(name: string, databaseUrl: string): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-last-minute-'));
  try {
    // Preparing and starting take some seconds of it.
    const deadline = Math.ceil(Date.now() / 1_000) * 1_000 + 8_000 + seconds * 1_000;
    const cookies = await prepare(databaseUrl || `sqlite:${join(dataDir, 'bench.db')}`, dataDir, deadline);
    const server = await startServer(databaseUrl || `sqlite:${join(dataDir, 'bench.db')}`, dataDir);
    const before = server.cpu();
    const begun = Date.now();
    const share = Math.ceil(cookies.length / processes);
    const crowds = Array.from({ length: processes }, (_, index) => cookies.slice(index * share, (index + 1) * share));
    const outcomes = await Promise.all(crowds.map((own) => crowdOf({ url: `http://127.0.0.1:${server.port}`, campaign, cookies: own, deadline })));
    const all = (key: 'saves' | 'submits' | 'reads') => outcomes.flatMap((outcome) => outcome[key]);
    const [errors, lost] = [outcomes.flatMap((outcome) => outcome.errors), outcomes.flatMap((outcome) => outcome.lost)];
    const p99 = at(
      all('saves').sort((one, two) => one - two),
      0.99,
    );
    say(`${name}: ${applicants} applicants, ${((Date.now() - begun) / 1_000).toFixed(0)} s`);
    say(`  saves ${times(all('saves'))}`);
    say(`  submissions ${times(all('submits'))}`);
    say(`  reads ${times(all('reads'))}`);
    say(
      `  errors ${errors.length}${errors.length ? `: ${[...new Set(errors)].slice(0, 5).join('; ')}` : ''}, lost words ${lost.length}${lost.length ? `: ${[...new Set(lost)].join(', ')}` : ''}`,
    );
    say(
      `  server ${((server.cpu() - before) / all('saves').length).toFixed(1)} ms of CPU a save, ${server.memory().toFixed(0)} MB; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    await server.stop();
    return p99 <= bar && errors.length === 0 && lost.length === 0 && all('submits').length === applicants;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

build(say);
let isGood = true;
if (given.kind !== 'mariadb') isGood = (await lastMinute('SQLite', '')) && isGood;
if (given.kind !== 'sqlite') {
  const mariadb = await startMariadb();
  try {
    if (mariadb) {
      const { createConnection } = await import('mysql2/promise');
      const admin = await createConnection({ uri: mariadb.url });
      await admin.query('CREATE DATABASE last_minute CHARACTER SET utf8mb4');
      await admin.end();
      isGood = (await lastMinute('MariaDB', `${mariadb.url}/last_minute`)) && isGood;
    }
  } finally {
    await mariadb?.stop();
  }
}
say(isGood ? `Within the bar: p99 of a save ≤ ${bar} ms, no error, no lost word.` : 'NOT within the bar.');
process.exit(isGood ? 0 : 1);
