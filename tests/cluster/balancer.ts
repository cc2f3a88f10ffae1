/** haproxy in front of nodes and instances, and the answers to its health checks, as docs/deploy shows them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseCluster } from './galera.ts';
import { type Program, startProgram } from './processes.ts';

const check = fileURLToPath(new URL('../../docs/deploy/haproxy/check-node.sh', import.meta.url));

export interface Balancer {
  /** the address that everybody calls */
  url: string;
  /** the same, with one instance behind it */
  urlOf(instance: number): string;
  /** DATABASE_URL of the instance */
  databaseUrl(instance: number): string;
  program: Program;
  start(): void;
  stop(): Promise<void>;
}

/** One writer: all instances reach the first healthy node. Many: each reaches the node beside it, and the next where that is away. */
export function startBalancer(folder: string, first: number, { nodes }: DatabaseCluster, instances: number[], isMany: boolean): Balancer {
  const web = first + 60;
  const database = (instance: number) => first + 61 + (isMany ? instance : 0);
  const checks = nodes.map(({ port }, index) =>
    startProgram('socat', [`TCP-LISTEN:${first + 70 + index},bind=127.0.0.1,reuseaddr,fork`, `EXEC:"${check} 127.0.0.1 ${port} reelbase reels"`], {
      log: join(folder, 'socat'),
      group: true,
    }),
  );
  const backend = (name: string, port: number, order: number[]) => [
    `frontend ${name}`,
    '  mode tcp',
    `  bind 127.0.0.1:${port}`,
    `  default_backend ${name}_nodes`,
    `backend ${name}_nodes`,
    '  mode tcp',
    '  balance first',
    '  option httpchk GET /',
    '  timeout check 3s',
    '  default-server inter 1s fall 2 rise 2 on-marked-down shutdown-sessions',
    ...order.map(
      (at, place) =>
        `  server node${at + 1} 127.0.0.1:${nodes[at]?.port} check port ${first + 70 + at}${place ? ' backup' : ' on-marked-up shutdown-backup-sessions'}`,
    ),
  ];
  const turns = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ];
  const alone = (instance: number) => first + 65 + instance;
  const site = (name: string, port: number, served: number[]) => [
    `frontend ${name}`,
    '  mode http',
    '  option forwardfor',
    '  http-request set-header X-Forwarded-Proto http',
    `  bind 127.0.0.1:${port}`,
    `  default_backend ${name}_instances`,
    `backend ${name}_instances`,
    '  mode http',
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    '  option redispatch',
    // Those by themselves are known to be there.
    `  default-server inter ${served.length > 1 ? '1s' : '1h'} fall 2 rise 1`,
    ...served.map((to, at) => `  server instance${at + 1} 127.0.0.1:${to} check`),
  ];
  const config = [
    'global',
    '  maxconn 4000',
    'defaults',
    '  timeout connect 1s',
    '  timeout client 2m',
    '  timeout server 2m',
    '  retries 2',
    ...(isMany ? turns.flatMap((order, at) => backend(`database${at + 1}`, database(at), order)) : backend('database', database(0), turns[0] ?? [])),
    ...site('web', web, instances),
    ...instances.flatMap((port, at) => site(`web${at + 1}`, alone(at), [port])),
    '',
  ].join('\n');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const begin = () => startProgram('/usr/sbin/haproxy', ['-db', '-f', file], { log: join(folder, 'haproxy') });
  const balancer: Balancer = {
    url: `http://127.0.0.1:${web}`,
    urlOf: (instance) => `http://127.0.0.1:${alone(instance)}`,
    databaseUrl: (instance) => `mysql://reelbase:reels@127.0.0.1:${database(instance)}/reelbase${isMany ? '?writers=many' : ''}`,
    program: begin(),
    start() {
      if (!balancer.program.isRunning()) balancer.program = begin();
    },
    async stop() {
      await balancer.program.kill();
      for (const one of checks) await one.kill();
    },
  };
  return balancer;
}
