/**
 * How many of the world's schemas are taken as they are: every JSON Schema that lies in the folders given, each dropped in by itself.
 *
 *   mkdir /somewhere && cd /somewhere && npm init -y && npm install --ignore-scripts SOME PACKAGES THAT SHIP SCHEMAS
 *   npx tsx tests/bench/foreign/main.ts /somewhere/node_modules [--list] [--serve]
 *
 * Taken: it is derived within the limits of a running server, and its validator compiles. What describes no object (a list, a text, definitions alone) is told apart.
 * `--list` names each file; `--serve` drops those that are taken into a server's folder and goes all the ways over HTTP with their examples (`rounds.ts`). Nothing of it is part of the tests, as the packages are no dependencies (decision 082).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deriveApart, emitApart } from '#backend/framework/objects/pipeline-process.ts';
import type { JsonSchema } from '#codegen/model.ts';
import { asObject } from '#codegen/schema-node.ts';
import { goAllTheWays, type Taken } from './rounds.ts';

const folders = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isListed = process.argv.includes('--list');

/** A schema says so by its `$schema`; what merely follows one names that one. */
function isSchema(value: JsonSchema): boolean {
  return /^https?:\/\/json-schema\.org\/.*schema/.test(String(value.$schema ?? '')) && !/json-schema\.org/.test(String(value.$id ?? value.id ?? ''));
}

/** Words that say something of an object's members. */
const ofObjects = ['properties', 'patternProperties', 'additionalProperties', 'required', '$ref', 'allOf', 'anyOf', 'oneOf', 'if'];

function isOfObjects(schema: JsonSchema): boolean {
  const types = [schema.type].flat().filter((type) => type !== undefined);
  return types.length ? types.includes('object') : ofObjects.some((word) => schema[word] !== undefined);
}

function* schemasIn(folder: string): Generator<{ path: string; text: string; schema: JsonSchema }> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) yield* schemasIn(path);
    if (!stat?.isFile() || !name.endsWith('.json') || name === 'package.json') continue;
    const text = readFileSync(path, 'utf8');
    if (!text.includes('json-schema.org')) continue;
    let schema: JsonSchema | undefined;
    try {
      schema = asObject(JSON.parse(text));
    } catch {
      continue; // it is no JSON, and so no schema
    }
    if (schema && isSchema(schema)) yield { path: relative(process.cwd(), path), text, schema };
  }
}

/** The same words of files that differ in names and numbers only. */
const kindOf = (message: string): string =>
  message
    .replace(/^schemas\/\S+?: ?/, '')
    .replace(/field "[^"]*"/g, 'field')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')
    .slice(0, 160);

const seen = new Set<string>();
const taken: Taken[] = [];
const reasons = new Map<string, string[]>();
const count = { taken: 0, refused: 0, otherTaken: 0, other: 0 };
const note = (reason: string, path: string): void => void reasons.set(reason, [...(reasons.get(reason) ?? []), path]);

for (const folder of folders)
  for (const { path, text, schema } of schemasIn(folder)) {
    const mark = createHash('sha256').update(JSON.stringify(schema)).digest('hex');
    if (seen.has(mark)) continue;
    seen.add(mark);
    const began = performance.now();
    const derived = await deriveApart(new Map([['schemas/foreign_one.json', text]]));
    const [entry] = derived.entries;
    const failed = entry
      ? await emitApart(entry).then(
          () => undefined,
          (error: Error) => `its validator cannot be made: ${error.message}`,
        )
      : (derived.errors[0]?.message ?? 'no reason');
    const isOther = !isOfObjects(schema);
    if (isOther) {
      count.other += 1;
      if (failed === undefined) count.otherTaken += 1;
    } else if (failed === undefined) {
      count.taken += 1;
      taken.push({ path, text, schema });
    } else count.refused += 1;
    if (failed !== undefined)
      note(
        `${isOther ? '(no object) ' : ''}${kindOf(failed)}`,
        `${path}  ${derived.errors
          .map(({ message }) => message.slice(25, 200))
          .join(' | ')
          .slice(0, 600)}`,
      );
    if (isListed)
      console.log(
        `${failed === undefined ? 'taken  ' : 'refused'} ${Math.round(performance.now() - began)} ms ${path}${failed === undefined ? '' : `: ${failed}`}`,
      );
  }

const all = count.taken + count.refused;
console.log(`${count.taken} of ${all} schemas of objects are taken as they are (${((100 * count.taken) / Math.max(1, all)).toFixed(1)} %)`);
console.log(`${count.otherTaken} of ${count.other} that describe no object`);
for (const [reason, paths] of [...reasons].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`\n${paths.length} × ${reason}`);
  for (const path of paths.slice(0, 6)) console.log(`    ${path}`);
}
if (process.argv.includes('--serve')) await goAllTheWays(taken);
process.exit(0);
