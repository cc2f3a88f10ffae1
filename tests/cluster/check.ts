/** What has to hold after each round: in the database, which has all of it, and of what people were told. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseCluster } from './galera.ts';
import type { Ledger } from './load.ts';
import { mostChosen, password } from './seed.ts';

export interface Found {
  /** acknowledged and not there, or not as it was acknowledged */
  lost: number;
  /** numbers of orders that were given twice */
  serials: number;
  /** meetings of one person, or at one table, at one time */
  meetings: number;
  /** jurors with more choices than there may be */
  choices: number;
  /** rounds without an administrator */
  administrators: number;
  /** rows without their history, orders without their lines or number */
  halves: number;
  /** what the server's own check says */
  invariants: number;
  /** tables that differ between the nodes */
  nodes: number;
}

export const zero = (): Found => ({ lost: 0, serials: 0, meetings: 0, choices: 0, administrators: 0, halves: 0, invariants: 0, nodes: 0 });

/** The session of an administrator who stands: of two who take each other away, whichever it is. */
async function administrator(url: string): Promise<string> {
  for (const id of ['admin', 'second']) {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, pw: password }),
    });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (answer.status === 200 && cookie) return cookie;
  }
  return '';
}

export async function check({ nodes }: DatabaseCluster, ledger: Ledger, url: string, cookie: string): Promise<{ found: Found; said: string[] }> {
  const node = nodes[0];
  if (!node) throw new Error('no node');
  // several statements answer a list each, which the type of one does not say
  const ask = (sql: string) =>
    node.ask(`USE reelbase; SET SESSION wsrep_sync_wait = 1; ${sql}`, 20_000).then((all) => (all as unknown as Record<string, string>[][]).at(-1) ?? []);
  const found = zero();
  const said: string[] = [];
  const count = (what: keyof Found, rows: unknown[], why: string) => {
    found[what] += rows.length;
    if (rows.length) said.push(`${what}: ${why}: ${JSON.stringify(rows.slice(0, 3))}`);
  };

  const companies = new Map((await ask('SELECT id, ver, taxID FROM company')).map((row) => [row.id, row]));
  const lost = [...ledger.companies].filter(([id, { saved, asked }]) => {
    const row = companies.get(id);
    if (!saved) return false;
    return !row || Number(row.ver) < saved.ver || (row.taxID !== saved.taxID && row.taxID !== asked);
  });
  count('lost', lost, 'companies that were acknowledged');
  const orders = new Map((await ask('SELECT id, serial, status FROM sales_order')).map((row) => [row.id, row]));
  count(
    'lost',
    [...ledger.orders].filter(([id, serial]) => orders.get(id)?.serial !== serial),
    'orders that were acknowledged',
  );

  const gone: string[] = [];
  for (const link of ledger.files) {
    const answer = await fetch(`${url}${link}`, { headers: { cookie }, signal: AbortSignal.timeout(20_000) });
    if (answer.status !== 200 || !(await answer.arrayBuffer()).byteLength) gone.push(`${link} ${answer.status}`);
  }
  count('lost', gone, 'files that were acknowledged');

  const twice = (table: string, columns: string, where = '1 = 1') =>
    ask(`SELECT ${columns}, COUNT(*) AS n FROM ${table} WHERE ${where} GROUP BY ${columns} HAVING n > 1`);
  count('serials', await twice('sales_order', 'serial', "serial <> ''"), 'given twice');
  for (const one of ['dm', 'pitch', 'room']) count('meetings', await twice('pairing', `cid, ${one}, start`), `two at one time: ${one}`);
  count('choices', await ask(`SELECT jury, COUNT(*) AS n FROM selection WHERE choice = 'primary' GROUP BY jury HAVING n > ${mostChosen}`), 'too many');
  const enabled = await ask(`SELECT id FROM user WHERE enabled = 1 AND roles LIKE '%"[]"%'`);
  if (!enabled.length) count('administrators', [1], 'nobody is left');

  for (const object of ['company', 'sales_order', 'pairing', 'selection'])
    count(
      'halves',
      await ask(
        `SELECT t.id FROM ${object} t WHERE t.update_by <> 'seed' AND NOT EXISTS (SELECT 1 FROM _history h WHERE h.obj = '${object}' AND h.row_id = t.id AND h.ver = t.ver)`,
      ),
      `${object} without the history of its version`,
    );
  count(
    'halves',
    await ask('SELECT o.id FROM sales_order o WHERE (SELECT COUNT(*) FROM sales_order__lines l WHERE l.parent = o.id) <> 2'),
    'orders without their lines',
  );
  count('halves', await ask("SELECT id FROM sales_order WHERE status = 'saved' AND serial = ''"), 'saved orders without a number');

  const asker = await administrator(url);
  const asked = () => fetch(`${url}/api/invariants`, { headers: { cookie: asker }, signal: AbortSignal.timeout(30_000) });
  let answer = await asked();
  // Who is told to come again does, as every client.
  for (let tries = 0; answer.status === 503 && tries < 10; tries += 1) {
    await wait(1_000);
    answer = await asked();
  }
  const { data } = (await answer.json()) as { data: { violations: unknown[] } };
  count('invariants', data?.violations ?? [answer.status], 'the server says');

  const tables = (await ask("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'reelbase' AND table_type = 'BASE TABLE'"))
    .map((row) => row.name)
    // These are written all the time.
    .filter((name) => !['_lease', '_session', '_lock'].includes(name ?? ''));
  const sums = await Promise.all(
    nodes.map((one) =>
      one
        .ask(`SET SESSION wsrep_sync_wait = 1; USE reelbase; CHECKSUM TABLE ${tables.join(', ')}`, 30_000)
        // several statements answer a list each
        .then((all) => (all as unknown as Record<string, string>[][]).at(-1) ?? []),
    ),
  );
  const differing = tables.filter((_, at) => new Set(sums.map((rows) => rows[at]?.Checksum)).size > 1);
  count('nodes', differing, 'tables that differ');
  return { found, said };
}
