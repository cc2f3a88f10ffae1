/** Processes of the cluster under test: started here, and ended by their ids alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const running = new Set<ChildProcess>();

export interface Program {
  readonly pid: number;
  isRunning(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** as a machine that loses its power */
  kill(): Promise<void>;
  /** asks it to end, and waits until it has */
  end(): Promise<number | null>;
}

export interface ProgramOptions {
  log: string;
  env?: Record<string, string>;
  cwd?: string;
  /** run as somebody else, where this is root */
  as?: { uid: number; gid: number };
  /** kills its children with it */
  group?: boolean;
}

export function startProgram(command: string, args: string[], { log, env, cwd, as, group = false }: ProgramOptions): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: group, ...as });
  const file = createWriteStream(log, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false });
  running.add(child);
  const ended = new Promise<number | null>((done) => {
    child.once('error', () => done(null));
    child.once('exit', (code) => done(code));
  });
  void ended.then(() => running.delete(child));
  const signal = (name: NodeJS.Signals) => {
    const pid = child.pid ?? 0;
    if (!pid || child.exitCode !== null) return;
    try {
      process.kill(group ? -pid : pid, name);
    } catch {
      // it has ended meanwhile
    }
  };
  return {
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal,
    async kill() {
      signal('SIGKILL');
      await ended;
    },
    async end() {
      signal('SIGCONT');
      signal('SIGTERM');
      const code = await Promise.race([ended, wait(20_000, 'late' as const, { ref: false })]);
      if (code !== 'late') return code;
      signal('SIGKILL');
      return ended;
    },
  };
}

/** Everything that was started and still runs. */
export async function endAll(): Promise<void> {
  for (const child of running) {
    for (const pid of [-(child.pid ?? 0), child.pid ?? 0]) {
      try {
        if (pid) process.kill(pid, 'SIGKILL');
      } catch {
        // of no group of its own, or gone
      }
    }
  }
  running.clear();
}

/** ms of processor time that a process has had; 0 of one that is gone. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Asks until it holds. @throws Error that says what was waited for */
export async function until(what: string, holds: () => Promise<boolean> | boolean, longest = 60_000): Promise<void> {
  const end = performance.now() + longest;
  for (;;) {
    if (await Promise.resolve(holds()).catch(() => false)) return;
    if (performance.now() > end) throw new Error(`waited ${longest / 1_000} s in vain: ${what}`);
    await wait(100);
  }
}
