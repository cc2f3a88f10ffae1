/** The version of the pipeline itself: everything it derives is stale once its own sources change. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where codegen's sources lie, seen from the sources and from the built server alike. */
export function codegenDir(): string {
  return dirname(createRequire(import.meta.url).resolve('#codegen/meta.json'));
}

/** sha-256 of codegen's sources and of the kinds that it asks; some 200 kB, read once a process. */
export function pipelineHash(): string {
  known ??= read();
  return known;
}

let known: string | undefined;

function read(): string {
  const hash = createHash('sha256');
  for (const dir of [codegenDir(), dirname(createRequire(import.meta.url).resolve('#kinds/index.ts'))])
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|json)$/.test(name)) hash.update(name).update(readFileSync(join(dir, name)));
  return hash.digest('hex');
}
