/** Problems in the words of the catalogue. Pure. */
import type { Lang, ObjectModel } from '#codegen/model.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';

/** A problem with its sentence: made here by the catalogue, or by the server. */
export interface ShownProblem {
  /** 'contract/0/start'; '' for the record as a whole */
  path: string;
  code: string;
  message: string;
}

export function inWords(problems: Problem[], messages: Messages, lang: Lang, model: ObjectModel): ShownProblem[] {
  return problems.map((problem) => ({ path: problem.path, code: problem.code, message: sentence(problem, messages, lang, model) }));
}
