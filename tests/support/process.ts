/** The server as it runs in production: a process of its own that can be killed, stopped, and asked how it ended. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** what it has printed */
  output: () => string;
  /** its exit code */
  ended: Promise<number | null>;
  kill: () => Promise<number | null>;
}

const running = new Set<ChildProcess>();
/** Every one that was started in this test, those too that do not listen yet; asked after each test. */
export function killRunning(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}

/** Where it stands, and how Node starts it: what `npm test` built of it just before, or its source, which takes twice the time. */
function programOf(entry: 'production' | 'demo'): { file: string; before: string[] } {
  if (process.env.TEST_OF_BUILD) return { file: `dist/${entry === 'demo' ? entry : 'server'}.js`, before: [] };
  return { file: `backend/cli/${entry}.ts`, before: ['--import', 'tsx'] };
}

/** Node's arguments for the server. */
export function serverCommand(): string[] {
  const { before, file } = programOf('production');
  return [...before, file];
}

/**
 * Starts it on a free port and waits until it listens. `shell`: a command line that is put before the server's, such as a limit;
 * `more`: what the process does besides, once it listens; `entry`: the server, or the one that seeds the demo.
 * @throws Error with what it printed, where it ends instead
 */
export function runServer(env: Record<string, string>, { shell = '', more = '', entry = 'production' as 'production' | 'demo' } = {}): Promise<ServerProcess> {
  const { before, file } = programOf(entry);
  const code = more ? ['--input-type=module', '--eval', `await import('./${file}'); ${more}`] : [file];
  const node = [process.execPath, ...before, ...code];
  const [command = '', ...args] = shell ? ['/bin/sh', '-c', `${shell}; exec "$@"`, 'sh', ...node] : node;
  const child = spawn(command, args, {
    // Vitest sets BASE_URL for its own ends.
    env: { ...process.env, BASE_URL: '', PORT: '0', LOG_LEVEL: 'warn', FFMPEG: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /listens on (http:\S+)/.exec(output)?.[1];
      if (url) resolve({ child, url, output: () => output, ended, kill });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}
