/** Three nodes of OpenStack Swift with its S3 face: each object has three copies, two of which are enough to write. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startProgram, until } from './processes.ts';

const kinds = ['account', 'container', 'object'] as const;

export interface Store {
  /** STORAGE_URL */
  url: string;
  kill(...nodes: number[]): Promise<void>;
  heal(): Promise<void>;
  stop(): Promise<void>;
}

export async function startStore(folder: string, first: number): Promise<Store> {
  mkdirSync(folder, { recursive: true });
  const port = (kind: number, node: number) => first + 80 + kind * 3 + node;
  const [proxy, cache] = [first + 90, first + 91];
  const run = (command: string, ...args: string[]) => {
    const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0 && done.status !== 1) throw new Error(`${command} ${args.join(' ')}: ${done.stdout}${done.stderr}`);
  };
  for (const [at, kind] of kinds.entries()) {
    const builder = `${kind}.builder`;
    run('swift-ring-builder', builder, 'create', '6', '3', '0');
    for (const node of [0, 1, 2]) run('swift-ring-builder', builder, 'add', `r1z${node + 1}-127.0.0.1:${port(at, node)}/disk${node}`, '1');
    run('swift-ring-builder', builder, 'rebalance');
  }
  const common = [
    `swift_dir = ${folder}`,
    'bind_ip = 127.0.0.1',
    'workers = 0',
    `user = ${process.getuid?.() === 0 ? 'root' : (process.env.USER ?? '')}`,
    'log_level = ERROR',
  ];
  const file = (name: string, lines: string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const server = (at: number, node: number): string => {
    const kind = kinds[at] ?? 'object';
    mkdirSync(join(folder, `devices${node}`, `disk${node}`), { recursive: true });
    return file(`${kind}${node}.conf`, [
      '[DEFAULT]',
      ...common,
      `bind_port = ${port(at, node)}`,
      `devices = ${join(folder, `devices${node}`)}`,
      'mount_check = false',
      `recon_cache_path = ${folder}`,
      '[pipeline:main]',
      `pipeline = ${kind}-server`,
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ]);
  };
  const configs = [0, 1, 2].map((node) => kinds.map((_, at) => server(at, node)));
  const front = file('proxy.conf', [
    '[DEFAULT]',
    ...common,
    `bind_port = ${proxy}`,
    '[pipeline:main]',
    'pipeline = catch_errors gatekeeper healthcheck cache bulk s3api tempauth slo dlo versioned_writes proxy-server',
    ...['catch_errors', 'gatekeeper', 'healthcheck', 'bulk', 'slo', 'dlo', 'versioned_writes'].flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${name}`,
    ]),
    '[filter:cache]',
    'use = egg:swift#memcache',
    `memcache_servers = 127.0.0.1:${cache}`,
    '[filter:s3api]',
    'use = egg:swift#s3api',
    'location = us-east-1',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    'user_reelbase_staff = films .admin',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'allow_account_management = true',
    'account_autocreate = true',
    // A node that came back is asked again soon.
    'error_suppression_interval = 5',
    'node_timeout = 3',
    'conn_timeout = 0.5',
  ]);
  const log = join(folder, 'log');
  const nodes: Program[][] = [[], [], []];
  const begin = (node: number) => {
    nodes[node] = kinds.map((kind, at) => {
      const known = nodes[node]?.[at];
      if (known?.isRunning()) return known;
      return startProgram(`/usr/bin/swift-${kind}-server`, [configs[node]?.[at] ?? ''], { log, group: true });
    });
  };
  const memcached = startProgram('memcached', ['-l', '127.0.0.1', '-p', String(cache), '-U', '0', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : [])], {
    log,
  });
  for (const node of [0, 1, 2]) begin(node);
  const gate = startProgram('/usr/bin/swift-proxy-server', [front], { log, group: true });
  const url = `s3://reelbase%3Astaff:films@reels/films?endpoint=${encodeURIComponent(`http://127.0.0.1:${proxy}`)}&region=us-east-1`;
  await until('the store', async () => (await fetch(`http://127.0.0.1:${proxy}/healthcheck`)).status === 200);
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${proxy}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'reelbase:staff', secretAccessKey: 'films' },
  });
  await until('the bucket', () =>
    client.send(new CreateBucketCommand({ Bucket: 'reels' })).then(
      () => true,
      (error) => error.name === 'BucketAlreadyOwnedByYou',
    ),
  );
  return {
    url,
    kill: async (...which) => {
      for (const node of which) for (const one of nodes[node] ?? []) await one.kill();
    },
    heal: async () => {
      for (const node of [0, 1, 2]) begin(node);
    },
    stop: async () => {
      for (const one of [gate, memcached, ...nodes.flat()]) await one.kill();
    },
  };
}
