/** What the two test runners write down as JSON, read for the totals and for the names of what failed. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Result {
  passed: number;
  failed: number;
  skipped: number;
  /** One text each: the file and the title, then the first lines of why. */
  failures: string[];
  /** The files of what failed. */
  files: string[];
  /** What failed at first and passed by itself, as `failures`. */
  unsteady: string[];
  /** What took its time: a file of Vitest's, a test in the browser. */
  took: { what: string; ms: number }[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport extends Suite {
  stats: { expected: number; unexpected: number; skipped: number };
  errors?: { message?: string }[];
}

/** The result of a Vitest run. `ok` is whether its process said so; a file that cannot be loaded has no test of its own, and is a failure all the same. */
export function readVitest(file: string, ok: boolean): Result {
  const report = read<VitestReport>(file);
  const files = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (!failed.length && status === 'failed') return [tell(name, message)];
    return failed.map((test) => tell(`${name} › ${test.fullName}`, test.failureMessages.join('\n')));
  });
  const took = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({ what: relative('.', name), ms: endTime - startTime }));
  return settle(ok, failures, files, took, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
}

/** A part's result after its failed files were asked once more: what failed in that run has failed, what passed is named as unsteady. */
export function secondTry(first: Result, second: Result): Result {
  const titleOf = (failure: string) => failure.split('\n')[0];
  const still = new Set(second.failures.map(titleOf));
  // A second run that came to no result at all has cleared nobody.
  if (!second.passed) return first;
  return {
    ...first,
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    failures: second.failures,
    files: second.files,
    unsteady: first.failures.filter((failure) => !still.has(titleOf(failure))),
  };
}

/** The result of a Playwright run, as with `readVitest`. */
export function readPlaywright(file: string, ok: boolean): Result {
  const report = read<PlaywrightReport>(file);
  const files: string[] = [];
  const took: Result['took'] = [];
  const failures = (report?.errors ?? []).map(({ message }) => tell('outside any test', message));
  const walk = (suite: Suite): void => {
    for (const { title, file: spec, line, tests } of suite.specs ?? [])
      for (const { projectName, status, results } of tests) {
        const what = `[${projectName}] ${spec}:${line} › ${title}`;
        took.push({ what, ms: results.reduce((sum, { duration }) => sum + duration, 0) });
        if (status !== 'unexpected') continue;
        files.push(spec);
        failures.push(tell(what, results.at(-1)?.error?.message));
      }
    suite.suites?.forEach(walk);
  };
  if (report) walk(report);
  const stats = report?.stats;
  return settle(ok, failures, files, took, { passed: stats?.expected ?? 0, failed: stats?.unexpected ?? 0, skipped: stats?.skipped ?? 0 });
}

function settle(ok: boolean, failures: string[], files: string[], took: Result['took'], count: Pick<Result, 'passed' | 'failed' | 'skipped'>): Result {
  if ((ok && count.passed) || count.failed) return { ...count, failures, files, took, unsteady: [] };
  return { ...count, took, failed: 1, failures: failures.length ? failures : ['the run ended without a result'], files: [], unsteady: [] };
}

function tell(what: string, why = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
  const lines = why.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
  return [what, ...lines.filter((line) => line.trim()).slice(0, 8)].join('\n    ');
}

function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
