/**
 * `npm run codegen`: lints every schema and writes the types; exit code 1 with the findings when a file is wrong. With --watch it goes on after each change
 * of a schema or locale file, until it is ended: a file that is wrong is told, and what was written before stands.
 */
import { ensureCalls } from './emit/emit-calls.ts';
import { codegenFolders, ensureGenerated, LintError } from './emit/generate.ts';
import { watchFolders } from './load/watch.ts';

const folders = codegenFolders(process.env);

/** @returns whether the schemas are sound */
async function generate(): Promise<boolean> {
  try {
    const { written, file, warnings } = await ensureGenerated(folders);
    for (const warning of warnings) console.warn(`warning: ${warning}`);
    console.log(written ? `wrote ${file}` : `${file} is up to date`);
    const isOwn = !process.env.SCHEMAS_DIR && !process.env.GENERATED_DIR;
    if (isOwn && (await ensureCalls())) console.log('wrote the calls of the API');
    return true;
  } catch (error) {
    if (!(error instanceof LintError)) throw error;
    console.error(error.message);
    return false;
  }
}

const isWatching = process.argv.includes('--watch');
let turn = Promise.resolve(true);
const next = () => (turn = turn.then(generate)); // one after the other
// Before the first reading, so that no change falls between the two.
if (isWatching) watchFolders(folders, next);
const isSound = await next();
if (isWatching) {
  console.log(`watching ${folders.schemasDir}`);
  setInterval(() => undefined, 2 ** 31 - 1); // the watching itself keeps no process
} else if (!isSound) process.exitCode = 1;
