/** Compiled validators: one module per version of an object, from the build, the cache folder, or compiled now. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { pipelineHash } from '#codegen/pipeline-hash.ts';
import { schemasIn } from '#codegen/schema-node.ts';
import type { RawError } from '#rules/records/validation.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import { type Caches, writeWhole } from './derive.ts';
import { emitApart } from './pipeline-process.ts';

export interface CompiledValidator {
  /** [] when the record is valid; pass the errors to `toProblems` of backend/framework/rules/records/validation.ts */
  validate: (record: unknown) => RawError[];
  /** keys as in docs/decisions/003 */
  conditions: Record<string, (record: Row) => boolean>;
  /** for RJSF: 'record', and each `if` of the declared schema by its JSON */
  functions: Record<string, (value: unknown) => boolean>;
  /** the ES module's text, as the browser gets it */
  source: string;
  /** names this version of the module */
  hash: string;
}

export class Validators {
  private readonly compiled = new Map<string, Promise<CompiledValidator>>();
  private readonly caches: Caches;
  constructor(caches: Caches) {
    this.caches = caches;
  }

  of(entry: ObjectEntry): Promise<CompiledValidator> {
    const hash = validatorHash(entry);
    const known = this.compiled.get(hash);
    if (known) return known;
    const made = this.make(entry, hash);
    made.catch(() => this.compiled.delete(hash)); // the next request tries again
    this.compiled.set(hash, made);
    return made;
  }

  private async make(entry: ObjectEntry, hash: string): Promise<CompiledValidator> {
    const name = validatorFile(entry.model.name, hash);
    const { cacheDir, distDir } = this.caches;
    const cached = join(cacheDir, 'validators', name);
    for (const path of distDir ? [join(distDir, 'validators', name), cached] : [cached]) {
      const source = await readFile(path, 'utf8').catch(() => undefined);
      if (source !== undefined) return { ...(await loaded(path)), source, hash };
    }
    const source = await emit(entry);
    await writeWhole(cached, source);
    return { ...(await loaded(cached)), source, hash };
  }
}

/** Properties of a schema that is compiled in the server's own thread, in some 0.1 s; a larger one is compiled beside it. */
const smallSchema = 300;

async function emit(entry: ObjectEntry): Promise<string> {
  let properties = 0;
  for (const node of schemasIn(entry.validation)) properties += Object.keys(node.properties ?? {}).length;
  if (properties > smallSchema) return emitApart(entry);
  const { emitValidator } = await import('#codegen/emit/emit-validator.ts');
  return emitValidator(entry);
}

/** Names the module by everything that goes into it. */
export const validatorHash = madeOnce((entry: ObjectEntry) => createHash('sha256').update(pipelineHash()).update(entry.model.hash).digest('hex').slice(0, 16));

export function validatorFile(name: string, hash: string): string {
  return `${name}-${hash}.mjs`;
}

async function loaded(path: string): Promise<Pick<CompiledValidator, 'validate' | 'conditions' | 'functions'>> {
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href);
  return module as Pick<CompiledValidator, 'validate' | 'conditions' | 'functions'>; // what emit-validator.ts writes
}
