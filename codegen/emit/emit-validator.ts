/**
 * Emit a validator: an object's effective schema and its conditions → the text of one self-contained ES module that runs
 * without code generation, on the server and under a strict CSP in the browser alike. 50-200 ms each, so callers keep the text by hash.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { conditionsOf } from '../describe/conditions.ts';
import type { JsonSchema, ObjectEntry } from '../model.ts';
import { asObject, schemasIn } from '../schema-node.ts';
import { makeAjv } from './ajv.ts';
import { formats } from './formats.ts';

/**
 * The module exports `validate(record) → {instancePath, keyword, params, propertyName?}[]` ([] when the record is valid),
 * `conditions: Record<key, (record) => boolean>`, keys as in docs/decisions/003, and `functions` for RJSF's precompiled validator: `record`, and each
 * `if` of the declared schema under its own JSON. `format` 'iife' gives a script with a global `validator`.
 */
export async function emitValidator(entry: ObjectEntry, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const formatsFile = createRequire(import.meta.url).resolve('#codegen/emit/formats.ts');
  // A field may be called as what every object has ('constructor'): only there it is asked whose a member is, which costs time.
  const ownProperties = [...schemasIn(entry.validation)].some(({ properties }) => Object.keys(properties ?? {}).some((name) => name in Object.prototype));
  const ajv = makeAjv({ ownProperties, code: { source: true, esm: true, lines: false, formats: _`formats` } });
  const conditions = Object.entries(conditionsOf(entry.model));
  const { $schema: _draft, ...schema } = entry.validation;
  ajv.addSchema(schema, 'record');
  const names: Record<string, string> = { record: 'record' };
  conditions.forEach(([, condition], index) => {
    // One failure answers a condition, so these stop at the first.
    ajv.addSchema(condition, `condition${index}`);
    names[`condition${index}`] = `condition${index}`;
  });
  const branches = branchesOf(entry.schema);
  branches.forEach((branch, index) => {
    const { definitions = {} } = entry.schema;
    ajv.addSchema({ ...branch, definitions }, `branch${index}`);
    names[`branch${index}`] = `branch${index}`;
  });
  // The CommonJS default export is the function itself under Node's ESM, an object with `default` under bundlers.
  const generate = typeof standalone === 'function' ? standalone : (standalone as { default: (ajv: unknown, names: Record<string, string>) => string }).default;
  const compiled = generate(ajv, names);
  const functions = branches.map((branch, index) => `${JSON.stringify(JSON.stringify(branch))}: branch${index}`);
  const answers = conditions.map(([key], index) => `${JSON.stringify(key)}: (record) => condition${index}(record) === true`);
  // The standard's table is 3 kB: it comes along where one of its formats is asked for.
  const named = [...compiled.matchAll(/\bformats(?:\.(\w+)|\["([\w-]+)"\])/g)].map(([, plain, quoted]) => plain ?? quoted ?? '');
  const table = named.every((name) => name in formats) ? './formats.ts' : './standard-formats.ts';
  const source = `import { formats } from '${table}';
${compiled}
export function validate(data) {
  if (record(data)) return [];
  return record.errors.map(({ instancePath, keyword, params, propertyName }) => ({ instancePath, keyword, params, propertyName }));
}
export const functions = { ${['record', ...functions].join(', ')} };
export const conditions = { ${answers.join(', ')} };`;
  const exportsOnly = source.replaceAll(/^export const record = |^export const (?:condition|branch)\d+ = /gm, (whole) => whole.replace('export ', ''));
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

/** Every `if` of a declared schema, each once. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const found = new Map<string, JsonSchema>();
  for (const node of schemasIn(schema)) {
    const branch = asObject(node.if);
    if (branch) found.set(JSON.stringify(branch), branch);
  }
  return [...found.values()];
}
