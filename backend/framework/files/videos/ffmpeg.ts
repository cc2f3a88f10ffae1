/** The one place that runs ffmpeg, where the machine has it: on files of our own, without the net, in the background, and killed when it is not wanted any more. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FileRow } from '#framework/data/system/files/files.ts';

/** One that moves nothing for so long, ms, hangs. */
const patience = 300_000;
/** More than 8K; what claims more is no film. */
const mostPixels = 40_000_000;
/** Last lines of what it says when it fails. */
const lastLines = 3;

/** The program, or undefined where there is none or it is not wanted. @param setting '' for the one on the PATH, 'off' for none */
export function findFfmpeg(setting: string): string | undefined {
  if (setting === 'off') return undefined;
  if (setting !== '') return setting;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'ffmpeg'))
    .find(isExecutable);
}

/** What reads a stored video: only what its type says, and nothing that it names elsewhere. */
export function inputOf({ type }: Pick<FileRow, 'type'>, path: string, at?: number): string[] {
  const reader = type === 'video/webm' ? 'matroska' : 'mov';
  return [...(at === undefined ? [] : ['-ss', String(at)]), '-max_pixels', String(mostPixels), '-protocol_whitelist', 'file', '-f', reader, '-i', path];
}

export interface FfmpegRun {
  signal: AbortSignal;
  /** how far it is, s */
  tell?: (seconds: number) => void;
}

/** @returns what it said, and how far it came, s @throws Error with its last words */
export async function ffmpeg(program: string, args: readonly string[], { signal, tell }: FfmpegRun): Promise<{ said: string; seconds: number }> {
  signal.throwIfAborted();
  const child = spawn(program, ['-hide_banner', '-nostdin', '-nostats', '-y', '-progress', 'pipe:1', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  // People who work come first.
  if (child.pid !== undefined) setPriority(child.pid, 10);
  let [said, seconds] = ['', 0];
  let late = setTimeout(() => child.kill('SIGKILL'), patience);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const micro = Number(/^out_time_us=(\d+)/.exec(line)?.[1]);
    if (!Number.isFinite(micro)) return;
    seconds = Math.max(seconds, micro / 1_000_000);
    clearTimeout(late);
    late = setTimeout(kill, patience);
    tell?.(seconds);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`ffmpeg: ${said.trim().split('\n').slice(-lastLines).join(' / ') || 'it was killed'}`);
    return { said, seconds };
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', kill);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
