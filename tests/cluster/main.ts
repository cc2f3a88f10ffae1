/**
 * Three instances behind haproxy, three MariaDB nodes of one Galera cluster and an S3 store of three nodes, all on this machine's loopback, worked with by
 * some people while one thing after the other is killed, hung or upgraded. `npm run test:cluster -- --rounds 10 --writers one|many --only kill,hangs`.
 * Round by round, all faults of it, so that one that is cut short (`--minutes 20`, SIGINT) has as many of each. Prints a line a round and a table; ends with 1
 * where anything that was acknowledged is gone, given twice, half there, or late.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../bench/product.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { startBalancer } from './balancer.ts';
import { check, type Found, zero } from './check.ts';
import { type Fault, faults, heal, type Stage } from './faults.ts';
import { startGalera } from './galera.ts';
import { makeInstance, makeNewerBuild } from './instances.ts';
import { type Call, Crowd, newLedger } from './load.ts';
import { endAll, until } from './processes.ts';
import { demandPrograms } from './programs.ts';
import { countAtAllNodes } from './rules.ts';
import { type Seeded, seed } from './seed.ts';
import { startStore } from './store.ts';

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    writers: { type: 'string', default: 'one' },
    /** parts of the names of faults, with commas between */
    only: { type: 'string', default: '' },
    /** no round begins after so many of them */
    minutes: { type: 'string', default: '600' },
    /** the first of a hundred ports */
    port: { type: 'string', default: '24600' },
    store: { type: 'string', default: 's3' },
    /** so many turns of what a call costs of the processor, over three instances and over one; then the faults of `--only`, if any are named */
    measure: { type: 'string', default: '0' },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(given.rounds);
const turns = Number(given.measure);
const first = Number(given.port);
const only = given.only.split(',').filter(Boolean);
const latest = performance.now() + Number(given.minutes) * 60_000;
/** ms of work before a fault, until it has to be well again, and of that then */
const [before, recovery, after] = [4_000, 10_000, 4_000];
/** how much longer the slowest of a hundred may take then, and ms that no busy machine notices */
const [factor, slack] = [2, 500];
const mails = 20;

const say = (line: string) => console.log(line);
const p99 = (calls: Call[]): number => {
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
};

interface Line {
  name: string;
  rounds: number;
  late: number;
  calls: number;
  longest: number[];
  p99: [number, number][];
  load: number[];
  /** of each round */
  mails: string[][];
  found: Found;
}

const lines: Line[] = [];
let mailServer: MailServer;
/** of all its rounds, of which the table is made */
function lineOf(name: string): Line {
  const line: Line = { name, rounds: 0, late: 0, calls: 0, longest: [], p99: [], load: [], mails: [], found: zero() };
  lines.push(line);
  return line;
}

async function main(): Promise<boolean> {
  demandPrograms();
  build(say);
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-cluster-'));
  chmodSync(folder, 0o755); // MariaDB runs as somebody else
  say(`everything lies in ${folder}`);
  mailServer = await startMailServer();
  const database = await startGalera(join(folder, 'database'), first);
  say('three database nodes');
  const store = given.store === 's3' ? await startStore(join(folder, 'store'), first) : undefined;
  if (store) say('three store nodes');
  const ports = [0, 1, 2].map((at) => first + 50 + at);
  const balancer = startBalancer(folder, first, database, ports, given.writers === 'many');
  const secrets = { SERVER_SECRET: 'of all instances of the cluster', PUBLIC_SECRET: 'public' };
  const shared = {
    ...secrets,
    ADMIN_PASSWORD: 'of-the-cluster',
    STORAGE_URL: store?.url ?? `file:${join(folder, 'files')}`,
    SMTP_URL: mailServer.url,
    TRUST_PROXY: '1',
    OEMBED_URL: 'off',
    FFMPEG: 'off',
    DIGEST: '0',
  };
  const seeded = await seed({ ...shared, DATABASE_URL: `mysql://reelbase:reels@127.0.0.1:${database.nodes[0]?.port}/reelbase`, SMTP_URL: '' }, folder);
  say('people and data');
  const instances = ports.map((port, at) =>
    makeInstance({ folder, name: `instance${at + 1}`, port, env: { ...shared, DATABASE_URL: balancer.databaseUrl(at), BASE_URL: balancer.url } }),
  );
  let builds = 0;
  const stage: Stage = {
    database,
    balancer,
    instances,
    store,
    newerBuild: () => {
      builds += 1;
      return makeNewerBuild(join(folder, `build${builds}`), `added${builds}`);
    },
  };
  await heal(stage);
  say(`three instances, ${given.writers === 'many' ? 'each writing to a node of its own' : 'one writer'}`);

  let isSound = true;
  if (turns) await measure(stage, seeded);
  else if (!only.length) {
    say(`a rule that counts, at all nodes at once, without its lock: ${JSON.stringify(await countAtAllNodes(database.nodes, false))}`);
    const locked = await countAtAllNodes(database.nodes, true);
    say(`the same under its lock: ${JSON.stringify(locked)}`);
    isSound &&= !locked.above && !locked.halves && !locked.givenUp;
  }
  const isWanted = ({ name, needsStore }: Fault) => (only.length ? only.some((part) => name.includes(part)) : !turns) && (!needsStore || store);
  const wanted = faults.filter(isWanted).map((fault) => ({ fault, line: lineOf(fault.name) }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { fault, line } of wanted) {
      if (performance.now() > latest) break;
      const ledger = newLedger();
      const crowd = new Crowd(balancer.url, seeded, ledger);
      crowd.begin();
      await wait(before);
      const sent = await writeMails(database.nodes[0], round, fault.name);
      const began = performance.now();
      await fault.happen(stage, round);
      const over = performance.now();
      // Counted from when it happened, or, of what takes its time, from when it is over.
      const from = fault.isOutage || fault.name.startsWith('rolling') ? over : began;
      await wait(Math.max(0, from + recovery + after - performance.now()));
      await crowd.end();
      await heal(stage);
      const missing = await missingOf(mailServer, sent);
      const { found, said } = await check(database, ledger, balancer.url, seeded.staff[1] ?? '');
      const base = p99(ledger.calls.filter(({ at, ms }) => at + ms < began));
      const well = p99(ledger.calls.filter(({ at }) => at >= from + recovery));
      const mayTake = base * factor + slack;
      const isLate = well > mayTake;
      line.rounds += 1;
      line.calls += ledger.calls.length;
      line.late += isLate ? 1 : 0;
      line.p99.push([base, well]);
      line.longest.push(Math.max(0, ...ledger.calls.map(({ ms }) => ms)));
      line.mails.push(sent);
      line.load.push(loadavg()[0] ?? 0);
      for (const key of Object.keys(found) as (keyof Found)[]) line.found[key] += found[key];
      const broken = Object.values(found).some(Boolean) || missing > 0 || isLate;
      isSound &&= !broken;
      const refusals = [...ledger.refusals].map(([code, n]) => `${code} ×${n}`).join(', ');
      say(
        `${broken ? 'BROKEN' : 'ok'} ${fault.name} ${round + 1}: ${ledger.calls.length} calls, ${ledger.companies.size} companies, ${ledger.orders.size} orders, ${ledger.files.length} files, p99 ${base.toFixed(0)} → ${well.toFixed(0)} ms, longest ${line.longest.at(-1)?.toFixed(0)} ms, mails missing ${missing}, load ${loadavg()[0]?.toFixed(1)}; ${refusals}`,
      );
      for (const one of said) say(`  ${one}`);
      if (isLate)
        for (const { what, at, ms, status } of ledger.calls.filter((call) => call.at >= from + recovery && call.ms > mayTake))
          say(`  ${what}, begun ${(at - began).toFixed(0)} ms after the fault: ${ms.toFixed(0)} ms, ${status}`);
    }
  }
  const open = "SELECT id FROM reelbase.mail WHERE status IN ('waiting', 'sending')";
  if (lines.length) await until('the last mails', async () => !(await database.nodes[0]?.ask(open))?.length, 200_000).catch((error) => say(String(error)));
  isSound &&= lines.every(({ mails: sent }) => sent.every((ids) => twiceOf(ids, mailServer.received) <= 1));
  for (const instance of instances) await instance.stop();
  await balancer.stop();
  await database.stop();
  await store?.stop();
  await mailServer.stop();
  if (!given.keep && isSound) rmSync(folder, { recursive: true, force: true });
  return isSound;
}

/**
 * Turn by turn, so that what else the machine does weighs on all alike: the same people on all three through the balancer, then through it on one of them,
 * each in its turn, then on that one by people who call about as often as each of the three is called, for the less a process has to do the longer it takes for each (171). All
 * have been worked with first, for a program takes half as much after some thousand calls.
 */
async function measure({ balancer, instances }: Stage, seeded: Seeded): Promise<void> {
  const work = async (url: string, ms: number, rest = 0) => {
    const own = newLedger();
    const crowd = new Crowd(url, seeded, own, rest);
    const before = instances.map(({ cpu }) => cpu());
    crowd.begin();
    await wait(ms);
    await crowd.end();
    return { calls: own.calls.length, each: instances.map(({ cpu }, at) => cpu() - (before[at] ?? 0)) };
  };
  // with which people, who are answered sooner, for nobody else is there, call about a third as often; the calls are said beside
  const rest = 13;
  for (const at of instances.keys()) await work(balancer.urlOf(at), 40_000);
  const idle = instances.map(({ cpu }) => cpu());
  await wait(20_000);
  say(`nobody calls: ${instances.map(({ cpu }, at) => ((cpu() - (idle[at] ?? 0)) / 20).toFixed(1)).join(', ')} ms of processor a second`);
  const spent = { three: { cpu: 0, calls: 0 }, one: { cpu: 0, calls: 0 }, 'one, as busy as each of three': { cpu: 0, calls: 0 } };
  for (let turn = 0; turn < turns; turn += 1)
    for (const name of ['three', 'one', 'one, as busy as each of three'] as const) {
      const at = turn % instances.length;
      const isAll = name === 'three';
      const { calls, each } = await work(isAll ? balancer.url : balancer.urlOf(at), 20_000, name === 'one, as busy as each of three' ? rest : 0);
      const cpu = isAll ? each.reduce((sum, ms) => sum + ms, 0) : (each[at] ?? 0);
      spent[name] = { cpu: spent[name].cpu + cpu, calls: spent[name].calls + calls };
      say(`${name}: ${(cpu / calls).toFixed(2)} ms of processor a call, ${calls} calls`);
    }
  for (const [name, { cpu, calls }] of Object.entries(spent)) say(`${name}: ${(cpu / calls).toFixed(2)} ms of processor a call over ${calls} calls`);
}

/** Mails that are due now, by which one is told from the other. */
async function writeMails(node: { ask(sql: string): Promise<unknown> } | undefined, round: number, name: string): Promise<string[]> {
  const ids = Array.from({ length: mails }, (_, n) => `m${Date.now()}${round}${n}`);
  const rows = ids.map((id) => `('${id}', '${id}@example.com', '${id}', '<p>${id}</p>', 'test', 'waiting', 0, 1, UTC_TIMESTAMP(), UTC_TIMESTAMP(), 'seed')`);
  await node
    ?.ask(`INSERT INTO reelbase.mail (id, \`to\`, subject, body, template, status, tries, ver, create_at, update_at, update_by) VALUES ${rows.join(', ')}`)
    .catch((error) => {
      say(`  mails of ${name} not written: ${String(error)}`);
      ids.length = 0;
    });
  return ids;
}

async function missingOf({ received }: MailServer, ids: string[]): Promise<number> {
  const isThere = (id: string) => received.some(({ subject }) => subject === id);
  for (let tries = 0; tries < 300 && !ids.every(isThere); tries += 1) await wait(300);
  return ids.filter((id) => !isThere(id)).length;
}

/** How often one came again, of each round: known once nobody holds any, for what a killed sender had in hand is sent again when its lease is over. */
const twiceOf = (ids: string[], received: MailServer['received']): number =>
  received.filter(({ subject }) => ids.includes(subject ?? '')).length -
  new Set(received.map(({ subject }) => subject ?? '').filter((id) => ids.includes(id))).size;

function printTable(): void {
  const { received } = mailServer;
  const arrived = new Set(received.map(({ subject }) => subject));
  const mailsOf = (sent: string[][]) => `${sent.flat().filter((id) => !arrived.has(id)).length} / ${sent.map((ids) => twiceOf(ids, received)).join(' ')}`;
  const mean = (values: number[]) => (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(0);
  say('');
  say(
    '| fault | rounds | calls | lost | serials | meetings | choices | no administrator | halves | invariants | nodes differ | mails missing / twice | p99 before → 10 s after, ms | longest, s | late rounds | load |',
  );
  say(`|${' --- |'.repeat(16)}`);
  for (const { name, rounds: n, calls, found, mails: sent, p99: p, longest, late, load } of lines)
    say(
      `| ${[name, n, calls, found.lost, found.serials, found.meetings, found.choices, found.administrators, found.halves, found.invariants, found.nodes, mailsOf(sent), `${mean(p.map(([one]) => one))} → ${mean(p.map(([, other]) => other))}`, (Math.max(0, ...longest) / 1_000).toFixed(1), late, mean(load)].join(' | ')} |`,
    );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    printTable();
    void endAll().then(() => process.exit(130));
  });
main()
  .then((isSound) => {
    process.exitCode = isSound ? 0 : 1;
  })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => {
    if (lines.length) printTable();
    return endAll().then(() => process.exit());
  });
