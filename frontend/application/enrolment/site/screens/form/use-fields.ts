import { useMemo, useState } from 'react';
import { limited } from '#application/enrolment/rules/demands.ts';
import { isGiven, limitsOf, type Step, type StepName, stepOf, stepsOf } from '#application/enrolment/rules/enrolment.ts';
import { shapeOf } from '#kinds/index.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { Draft } from '#screens/site/draft/use-draft.ts';
import { pageLang, serverStamp } from '#screens/site/facts.ts';
import { type Form, isMissing, problemsAt, problemsOf, requiredPaths, statesOf } from '../../engine/check.ts';
import { isHidden } from '../../engine/field-states.ts';
import { type Place, valueAtPlace } from '../../engine/values.ts';
import type { FieldProps } from '../../fields/field.ts';
import { enrolTexts, wordsOf } from '../../texts.ts';

export interface Fields {
  steps: Step[];
  /** all problems that prevent a submission, in the order of the pages */
  problems: Problem[];
  missing: Record<StepName, number>;
  isHidden(path: string): boolean;
  propsOf(place: Place): FieldProps;
  /** from now on shows the problems of these fields, as if the focus had left them */
  ask(paths: readonly string[]): void;
}

/** What the fields of the form show now. A field shows its problem only after the focus has left it. */
export function useFields(form: Form, draft: Draft): Fields {
  const { values } = draft;
  const lang = pageLang();
  const t = enrolTexts();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const states = useMemo(() => statesOf(values, form, serverStamp()), [form, values]);
  // In some programs nothing of the campaign's own may be asked.
  const isEmpty = useMemo(
    () =>
      stepsOf(form.model)
        .find(({ name }) => name === 'questions')
        ?.fields.every((path) => isHidden(states, path)) ?? true,
    [form, states],
  );
  const steps = useMemo(() => stepsOf(form.model).filter(({ name }) => name !== 'questions' || !isEmpty), [form, isEmpty]);
  const problems = useMemo(() => problemsOf(values, form, serverStamp()).filter(({ path }) => !isHidden(states, path)), [form, states, values]);
  const demanded = useMemo(() => requiredPaths(values, form, states.required, serverStamp()), [form, states, values]);
  const missing = useMemo(() => countBySteps(problems), [problems]);

  const ask = (paths: readonly string[]) => setLeft((before) => new Set([...before, ...paths]));

  function propsOf({ path, field: whole }: Place): FieldProps {
    const limits = limitsOf(path, values, form.terms, serverStamp());
    const field = limited(whole, limits);
    const [problem] = problemsAt(problems, path);
    // The name in the other writing is enough, so this one is not marked as required.
    const isAsked = limits.need === 'required' || (demanded.has(path) && limits.need !== 'optional');
    const isRequired = isAsked && (problem !== undefined || isGiven(valueAtPath(values, path)) || shapeOf(field) === 'flag');
    return {
      path,
      field,
      value: valueAtPlace(values, { path, field }),
      lang,
      t,
      isRequired,
      words: limits.words,
      limits,
      problem: problem && left.has(path) ? wordsOf(problem, field, lang) : undefined,
      isGentle: problem && isMissing(problem),
      onChange: (value) => draft.set(path, value),
      onLeave: () => {
        draft.blur(path);
        if (!left.has(path)) ask([path]);
      },
    };
  }
  return { steps, problems, missing, isHidden: (path) => isHidden(states, path), propsOf, ask };
}

function countBySteps(problems: readonly Problem[]): Record<StepName, number> {
  const counts: Record<StepName, number> = { programs: 0, film: 0, team: 0, materials: 0, questions: 0, rights: 0 };
  for (const { path } of problems) counts[stepOf(path)] += 1;
  return counts;
}
