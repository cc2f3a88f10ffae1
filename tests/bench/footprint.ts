/** What the product weighs: start, memory, and what a browser fetches first. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dataFolder, removeFolder, startServer } from './product.ts';
import type { Target } from './report.ts';
import { median } from './runs.ts';

const publicDir = fileURLToPath(new URL('../../dist/public', import.meta.url));
const starts = 7;

export interface StartFigures {
  /** ms, first start with an empty data folder: tables made, schemas described */
  first: number;
  /** ms, starts after that */
  cold: number[];
  /** MB, 3 s after the start */
  idle: number;
}

/** Starts the built server again and again: process start to first answer. */
export async function measureStart(databaseUrl: (folder: string) => string): Promise<StartFigures> {
  const folder = dataFolder();
  const cold: number[] = [];
  let first = 0;
  let idle = 0;
  try {
    for (let number = 0; number <= starts; number += 1) {
      const served = await startServer(databaseUrl(folder), folder);
      if (number === 0) first = served.startedIn;
      else cold.push(served.startedIn);
      if (number === starts) {
        await new Promise((done) => setTimeout(done, 3000));
        idle = served.memory();
      }
      await served.stop();
    }
  } finally {
    removeFolder(folder);
  }
  return { first, cold, idle };
}

export function startTargets({ cold, idle }: StartFigures, where: string): Target[] {
  const start = median(cold);
  return [
    {
      title: `cold start, ${where}`,
      wanted: '≤ 1,000 ms',
      figure: `${Math.round(start)} ms (${Math.round(Math.min(...cold))}–${Math.round(Math.max(...cold))})`,
      reached: start <= 1000,
    },
    { title: `idle memory, ${where}`, wanted: '≤ 150 MB', figure: `${Math.round(idle)} MB`, reached: idle <= 150 },
  ];
}

interface Chunk {
  file: string;
  src?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/** kB (1,000 bytes) of gzip of an entry's scripts and styles with all they import statically, and with the parts loaded besides. */
export function entrySize(html: string, besides: RegExp = /^$/): { kilobytes: number; files: string[] } {
  const path = [join(publicDir, '.vite/manifest.json'), join(publicDir, 'manifest.json')].find(existsSync);
  if (!path) return { kilobytes: 0, files: readdirSync(publicDir) };
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>; // Vite's own format
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
    for (const next of chunk.dynamicImports ?? []) if (besides.test(next)) visit(next);
  };
  for (const key of Object.keys(manifest)) if (key.endsWith(html)) visit(key);
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(publicDir, file)), { level: 9 }).length, 0);
  return { kilobytes: bytes / 1000, files: [...files] };
}
