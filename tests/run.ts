/**
 * `npm test`: types and lint, a production build, every Vitest project, then the browser tests; processes that a test starts are those of the build.
 * Each part runs even when one before it failed; the last lines name what failed and the total of all, and the exit code says whether all passed.
 * Of a whole run, the failed tests of at most three files are asked a second time by themselves; those that pass then are named as unsteady (decision 032).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, readPlaywright, readVitest, secondTry } from './support/test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'reelbase-test-'));
const started = Date.now();
/** Failures in more files than this are a fault, not chance; one test is asked on both databases. */
const mostAgain = 3;
const total: Result = { passed: 0, failed: 0, skipped: 0, failures: [], files: [], unsteady: [], took: [] };
const slowest = 20;

// `npm test -- path …`: those files alone, each by its own runner.
const files = process.argv.slice(2);
const specs = files.filter((file) => file.endsWith('.spec.ts'));
const others = files.filter((file) => !file.endsWith('.spec.ts'));
if (!files.length) add('types and lint', check());
const asksBrowser = !files.length || specs.length > 0;
const isBuilt = asksBrowser && run(['npm', 'run', 'build']);
if (asksBrowser && !isBuilt) add('build', { passed: 0, failed: 1, skipped: 0, failures: ['npm run build'], files: [], unsteady: [], took: [] });
if (!files.length || others.length)
  add(
    'rules and server (Vitest)',
    again(vitest(others), (failed) => vitest(failed)),
  );
if (isBuilt)
  add(
    'browser (Playwright)',
    again(playwright(specs), () => playwright(['--last-failed'])),
  );
rmSync(folder, { recursive: true, force: true });

if (!files.length) console.log(`\nThe slowest ${slowest}, files of Vitest and tests in the browser:`);
for (const { what, ms } of files.length ? [] : total.took.sort((a, b) => b.ms - a.ms).slice(0, slowest))
  console.log(`${String(Math.round(ms / 1000)).padStart(5)} s  ${what}`);
for (const test of total.unsteady) console.log(`\nunsteady, failed at first and passed by itself: ${test}`);
for (const failure of total.failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed || !total.passed ? 1 : 0);

function add(part: string, count: Result): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  total.failures.push(...count.failures);
  total.unsteady.push(...count.unsteady);
  total.took.push(...count.took);
  console.log(`\n== ${part}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} ==\n`);
}

/** A whole run's few failures are asked once more; a run of named files is somebody's search for a fault, and says what it saw. */
function again(first: Result, run: (files: string[]) => Result): Result {
  if (files.length || !first.failed || new Set(first.files).size > mostAgain || !first.files.length) return first;
  console.log(`\nOnce more, by themselves:\n${first.failures.join('\n')}\n`);
  return secondTry(first, run(first.files));
}

function run(args: string[], env: Record<string, string> = {}): boolean {
  const [command = '', ...rest] = args;
  return spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function check(): Result {
  const commands = ['npx tsx codegen/main.ts', 'npx tsc --noEmit', 'npx biome check .'];
  const failures = commands.filter((command) => !run(command.split(' ')));
  return { passed: commands.length - failures.length, failed: failures.length, skipped: 0, failures, files: [], unsteady: [], took: [] };
}

function vitest(only: string[]): Result {
  const file = join(folder, 'vitest.json');
  const ok = run(
    ['npx', 'vitest', 'run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    isBuilt ? { TEST_OF_BUILD: '1' } : {},
  );
  return readVitest(file, ok);
}

function playwright(args: string[]): Result {
  const file = join(folder, 'playwright.json');
  const ok = run(['npx', 'playwright', 'test', ...args, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return readPlaywright(file, ok);
}
