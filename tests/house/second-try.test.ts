import { expect, it } from 'vitest';
import { type Result, secondTry } from '../support/test-reports.ts';

const result = (count: Partial<Result>): Result => ({ passed: 0, failed: 0, skipped: 0, failures: [], files: [], unsteady: [], took: [], ...count });
const first = result({
  passed: 98,
  failed: 2,
  failures: ['a.test.ts › one\n    Error: late', 'b.test.ts › two\n    Error: wrong'],
  files: ['a.test.ts', 'b.test.ts'],
});

it('secondTry_oneOfTwoFailsAgain_fails_andTheOtherIsNamedUnsteady', () => {
  const second = result({ passed: 11, failed: 1, failures: ['b.test.ts › two\n    Error: wrong again'], files: ['b.test.ts'] });
  expect(secondTry(first, second)).toMatchObject({ passed: 99, failed: 1, failures: second.failures, unsteady: [first.failures[0]] });
});

it('secondTry_allPass_passWithTheirNames', () => {
  expect(secondTry(first, result({ passed: 12 }))).toMatchObject({ passed: 100, failed: 0, failures: [], unsteady: first.failures });
});

it('secondTry_withoutAResult_clearsNothing', () => {
  expect(secondTry(first, result({ failed: 1, failures: ['the run ended without a result'] }))).toBe(first);
});
