/**
 * Emit a validator: an object's effective schema and its conditions → the text of one self-contained ES module that runs
 * without code generation, on the server and under a strict CSP in the browser alike. 50-200 ms each, so callers keep the text by hash.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { makeAjv } from './ajv.ts';
import { conditionsOf } from './conditions.ts';
import { formats } from './formats.ts';
import type { ObjectEntry } from './model.ts';

/**
 * The module exports `validate(record) → {instancePath, keyword, params}[]` ([] when the record is valid) and
 * `conditions: Record<key, (record) => boolean>`, keys as in docs/decisions/003. `format` 'iife' gives a script with a global `validator`.
 */
export async function emitValidator(entry: ObjectEntry, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const formatsFile = createRequire(import.meta.url).resolve('#codegen/formats.ts');
  const ajv = makeAjv({ code: { source: true, esm: true, lines: false, formats: _`formats` } });
  const conditions = Object.entries(conditionsOf(entry.model));
  const { $schema: _draft, ...schema } = entry.validation;
  ajv.addSchema(schema, 'record');
  const names: Record<string, string> = { record: 'record' };
  conditions.forEach(([, condition], index) => {
    // One failure answers a condition, so these stop at the first.
    ajv.addSchema(condition, `condition${index}`);
    names[`condition${index}`] = `condition${index}`;
  });
  // The CommonJS default export is the function itself under Node's ESM, an object with `default` under bundlers.
  const generate = typeof standalone === 'function' ? standalone : (standalone as { default: (ajv: unknown, names: Record<string, string>) => string }).default;
  const compiled = generate(ajv, names);
  const answers = conditions.map(([key], index) => `${JSON.stringify(key)}: (record) => condition${index}(record) === true`);
  // The standard's table is 3 kB: it comes along where one of its formats is asked for.
  const named = [...compiled.matchAll(/\bformats(?:\.(\w+)|\["([\w-]+)"\])/g)].map(([, plain, quoted]) => plain ?? quoted ?? '');
  const table = named.every((name) => name in formats) ? './formats.ts' : './standard-formats.ts';
  const source = `import { formats } from '${table}';
${compiled}
export function validate(data) {
  if (record(data)) return [];
  return record.errors.map(({ instancePath, keyword, params }) => ({ instancePath, keyword, params }));
}
export const conditions = { ${answers.join(', ')} };`;
  const exportsOnly = source.replaceAll(/^export const record = |^export const condition(\d+) = /gm, (whole) => whole.replace('export ', ''));
  const result = await build({
    stdin: { contents: exportsOnly, resolveDir: dirname(formatsFile), sourcefile: `${entry.model.name}.js`, loader: 'js' },
    bundle: true,
    format,
    ...(format === 'iife' && { globalName: 'validator' }),
    platform: 'neutral',
    mainFields: ['main'],
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}
