/**
 * `npm test`: types and lint, every Vitest project, then the browser tests against a production build.
 * Each part runs even when one before it failed; the last lines name what failed and the total of all, and the exit code says whether all passed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, readPlaywright, readVitest } from './support/test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'reelbase-test-'));
const started = Date.now();
const total: Result = { passed: 0, failed: 0, skipped: 0, failures: [] };

add('types and lint', check());
add('rules and server (Vitest)', vitest());
add('browser (Playwright)', browser());
rmSync(folder, { recursive: true, force: true });

for (const failure of total.failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed || !total.passed ? 1 : 0);

function add(part: string, count: Result): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  total.failures.push(...count.failures);
  console.log(`\n== ${part}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} ==\n`);
}

function run(args: string[], env: Record<string, string> = {}): boolean {
  const [command = '', ...rest] = args;
  return spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function check(): Result {
  const commands = ['npx tsx codegen/main.ts', 'npx tsc --noEmit', 'npx biome check .'];
  const failures = commands.filter((command) => !run(command.split(' ')));
  return { passed: commands.length - failures.length, failed: failures.length, skipped: 0, failures };
}

function vitest(): Result {
  const file = join(folder, 'vitest.json');
  const ok = run(['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  return readVitest(file, ok);
}

function browser(): Result {
  const file = join(folder, 'playwright.json');
  if (!run(['npm', 'run', 'build'])) return { passed: 0, failed: 1, skipped: 0, failures: ['npm run build'] };
  const ok = run(['npx', 'playwright', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return readPlaywright(file, ok);
}
