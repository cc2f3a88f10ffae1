/** Three MariaDB nodes of one Galera cluster on this machine's loopback. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2';
import { type Program, startProgram, until } from './processes.ts';

const host = '127.0.0.1';

export interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  program: Program | undefined;
  /** asks this node alone; rejects where it does not answer in time */
  ask(sql: string, patience?: number): Promise<Record<string, string>[]>;
  isSynced(): Promise<boolean>;
  start(isFirst?: boolean): Promise<void>;
}

export interface DatabaseCluster {
  nodes: DatabaseNode[];
  /** starts those that are down, and waits until all have the same data */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

/** Never root, as on a real machine. */
export function databaseUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('mysql:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('This machine has no user mysql, as whom MariaDB runs.');
  return { uid: Number(uid), gid: Number(gid) };
}

export async function startGalera(folder: string, first: number): Promise<DatabaseCluster> {
  const as = databaseUser();
  const own = (path: string): string => {
    mkdirSync(path, { recursive: true });
    if (as) chownSync(path, as.uid, as.gid);
    return path;
  };
  own(folder);
  const group = (index: number) => first + 10 + index;
  const address = [0, 1, 2].map((index) => `${host}:${group(index)}`).join(',');
  const nodes = [0, 1, 2].map((index) => nodeOf(index));

  function nodeOf(index: number): DatabaseNode {
    const name = `node${index + 1}`;
    const [port, home] = [first + index, own(join(folder, name))];
    const data = join(home, 'data');
    const made = spawnSync(
      'mariadb-install-db',
      ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'],
      {
        encoding: 'utf8',
        ...as,
      },
    );
    if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr}${made.stdout}`);
    // A file of its own: the machine's may send what a state transfer says to a syslog that is not there; the size of the pool would be given to mariabackup, which does not know it.
    const defaults = join(home, 'cnf');
    writeFileSync(defaults, '[mysqld]\ninnodb-buffer-pool-size=128M\n[sst]\nsst-syslog=0\n');
    const settings = (isFirst: boolean) => [
      `--defaults-file=${defaults}`,
      `--datadir=${data}`,
      `--socket=${join(home, 's')}`,
      `--pid-file=${join(home, 'pid')}`,
      `--log-error=${join(home, 'log')}`,
      `--port=${port}`,
      `--bind-address=${host}`,
      '--character-set-server=utf8mb4',
      '--skip-name-resolve',
      '--max-connections=400',
      '--innodb-log-file-size=48M',
      '--binlog-format=ROW',
      '--default-storage-engine=InnoDB',
      '--innodb-autoinc-lock-mode=2',
      '--innodb-flush-log-at-trx-commit=1',
      '--wsrep-on=ON',
      '--wsrep-provider=/usr/lib/galera/libgalera_smm.so',
      '--wsrep-cluster-name=reelbase',
      `--wsrep-cluster-address=gcomm://${isFirst ? '' : address}`,
      `--wsrep-node-name=${name}`,
      `--wsrep-node-address=${host}:${group(index)}`,
      `--wsrep-sst-receive-address=${host}:${first + 30 + index}`,
      '--wsrep-sst-method=mariabackup',
      '--wsrep-sst-auth=sst:transfers',
      '--wsrep-slave-threads=1',
      `--wsrep-provider-options=base_port=${group(index)};gmcast.listen_addr=tcp://${host}:${group(index)};ist.recv_addr=${host}:${first + 20 + index};gcache.size=64M;pc.recovery=true`,
    ];
    const ask: DatabaseNode['ask'] = (sql, patience = 2_000) =>
      new Promise((resolve, reject) => {
        const line: Connection = createConnection({ host, port, user: 'root', connectTimeout: patience, multipleStatements: true });
        const late = setTimeout(() => end(new Error(`${name} does not answer`)), patience);
        const end = (error: Error | null, rows: unknown = []) => {
          clearTimeout(late);
          line.destroy();
          if (error) reject(error);
          else resolve(rows as Record<string, string>[]); // rows of a SELECT or SHOW
        };
        line.on('error', end);
        line.query(sql, (error, rows) => end(error, rows));
      });
    const node: DatabaseNode = {
      name,
      port,
      program: undefined,
      ask,
      async isSynced() {
        const rows = await ask("SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')");
        const said = Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name, Value]));
        return said.wsrep_ready === 'ON' && said.wsrep_cluster_status === 'Primary' && said.wsrep_local_state === '4';
      },
      async start(isFirst = false) {
        if (node.program?.isRunning()) return;
        node.program = startProgram('/usr/sbin/mariadbd', settings(isFirst), { log: join(home, 'out'), as, group: true });
      },
    };
    return node;
  }

  await nodes[0]?.start(true);
  await until('the first node', () => nodes[0]?.isSynced() ?? false);
  await nodes[0]?.ask("CREATE USER sst@localhost IDENTIFIED BY 'transfers'; GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR ON *.* TO sst@localhost");
  for (const node of nodes.slice(1)) {
    await node.start();
    await until(node.name, () => node.isSynced(), 300_000);
  }
  await nodes[0]?.ask(
    "CREATE DATABASE reelbase CHARACTER SET utf8mb4; CREATE USER reelbase@'%' IDENTIFIED BY 'reels'; GRANT ALL ON reelbase.* TO reelbase@'%';",
  );
  return {
    nodes,
    async heal() {
      for (const node of nodes) {
        node.program?.signal('SIGCONT');
        await node.start();
      }
      // One that stood still says for a moment what held before; a causal read has to be told by the others.
      const isWhole = async (node: DatabaseNode) => {
        await node.ask('SET SESSION wsrep_sync_wait = 1; SELECT COUNT(*) FROM mysql.global_priv', 5_000);
        return node.isSynced();
      };
      for (const node of nodes) await until(`${node.name} to be synced`, () => isWhole(node), 300_000);
    },
    async stop() {
      for (const node of [...nodes].reverse()) await node.program?.end();
    },
  };
}
