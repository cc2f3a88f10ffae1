/**
 * `npm test`: types and lint, every Vitest project, then the browser tests against a production build.
 * Each part runs even when one before it failed; the last line is the total of all, and the exit code says whether all passed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const folder = mkdtempSync(join(tmpdir(), 'reelbase-test-'));
const started = Date.now();
const total: Count = { passed: 0, failed: 0, skipped: 0 };

add('types and lint', check());
add('rules and server (Vitest)', vitest());
add('browser (Playwright)', browser());
rmSync(folder, { recursive: true, force: true });

console.log(`\n${Math.round((Date.now() - started) / 1000)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed || !total.passed ? 1 : 0);

function add(part: string, count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  console.log(`\n== ${part}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} ==\n`);
}

function run(args: string[], env: Record<string, string> = {}): boolean {
  const [command = '', ...rest] = args;
  return spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function check(): Count {
  const results = [run(['npx', 'tsx', 'codegen/main.ts']), run(['npx', 'tsc', '--noEmit']), run(['npx', 'biome', 'check', '.'])];
  return { passed: results.filter(Boolean).length, failed: results.filter((ok) => !ok).length, skipped: 0 };
}

function vitest(): Count {
  const file = join(folder, 'vitest.json');
  const ok = run(['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = read(file);
  const count = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
  // a file that could not be loaded has no failed test of its own, but it is a failure all the same; so is a run without a result
  return (ok && count.passed) || count.failed ? count : { ...count, failed: 1 };
}

function browser(): Count {
  const file = join(folder, 'playwright.json');
  if (!run(['npm', 'run', 'build'])) return { passed: 0, failed: 1, skipped: 0 };
  const ok = run(['npx', 'playwright', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const stats = read(file)?.stats;
  const count = { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0, skipped: stats?.skipped ?? 0 };
  return (ok && count.passed) || count.failed ? count : { ...count, failed: 1 };
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
}

function read(file: string): Report | undefined {
  try {
    // the two reporters' own JSON, of which only the counts above are read
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
