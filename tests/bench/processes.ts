/** The servers under measurement: each a process of its own that says where it listens and is ended by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Shape } from './shape.ts';

export interface Served {
  port: number;
  pid: number;
  /** ms from start to the moment at which it listened */
  startedIn: number;
  /** processor time since its start, ms */
  cpu(): number;
  /** resident memory, MB */
  memory(): number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** jiffies a second of /proc on every Linux we run on */
const ticks = 100;

/** Baseline `bare` or `usual` over one database. */
export function startBaseline(kind: 'bare' | 'usual', url: string, shape: Shape): Promise<Served> {
  return start(['--import', 'tsx', fileURLToPath(new URL(`${kind}-server.ts`, import.meta.url))], { BENCH_SERVER: JSON.stringify({ url, shape }) }, (line) => {
    const port = line.startsWith('{') ? (JSON.parse(line) as { port: number }).port : 0; // the server's address
    return port || undefined;
  });
}

/** Starts node with these arguments and waits for the line that names the port. */
export function start(args: string[], env: Record<string, string>, portOf: (line: string) => number | undefined, cwd = root): Promise<Served> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    let known = false;
    const read = (chunk: Buffer) => {
      if (known) return;
      output += chunk.toString('utf8');
      for (const line of output.split('\n')) {
        const port = portOf(line);
        if (!port) continue;
        known = true;
        resolve(served(child, port, performance.now() - begun));
        return;
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${args.at(-1)} ended with ${code}\n${output.slice(-3000)}`)));
  });
}

function served(child: ChildProcess, port: number, startedIn: number): Served {
  const pid = child.pid ?? 0;
  return {
    port,
    pid,
    startedIn,
    cpu: () => cpuOf(pid),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        const force = setTimeout(() => child.kill('SIGKILL'), 5000);
        child.once('exit', () => {
          clearTimeout(force);
          done();
        });
        child.kill('SIGTERM');
      }),
  };
}

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
}
