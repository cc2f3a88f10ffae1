/** Problems as the form shows them: at their fields, and only where they may be seen yet. Pure. */

import type { ErrorSchema } from '@rjsf/utils';
import type { ShownProblem } from '#client/problems.ts';
import { unspelled } from '#fields/contract/path.ts';

/** RJSF's tree of errors; one sentence at a field is enough, the first. */
export function toErrorSchema(problems: ShownProblem[]): ErrorSchema {
  const root: ErrorTree = {};
  for (const problem of problems) {
    if (!problem.path) continue;
    let node = root;
    for (const part of unspelled(problem.path)) {
      if (!Object.hasOwn(node, part)) node[part] = {};
      node = node[part] as ErrorTree; // made on the line before
    }
    node.__errors ??= [problem.message];
  }
  return root as ErrorSchema; // the same shape, which RJSF's type spells per property
}

/**
 * Once saving was tried all show; before that only those at a field that has been left, or at one value of it. A list that was
 * added to says nothing yet of the boxes in its new row.
 */
export function visibleProblems(problems: ShownProblem[], touched: ReadonlySet<string>, all: boolean): ShownProblem[] {
  if (all) return problems;
  return problems.filter(({ path }) => touched.has(path) || touched.has(path.split('/').slice(0, -1).join('/')));
}

type ErrorTree = { [part: string]: ErrorTree | string[] };
