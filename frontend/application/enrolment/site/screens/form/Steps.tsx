import type { Step, StepName } from '#application/enrolment/rules/enrolment.ts';
import { type EnrolTexts, fill } from '../../texts.ts';

export interface StepsProps {
  t: EnrolTexts;
  steps: readonly Step[];
  current: StepName;
  /** number of missing fields in a step */
  missing: Record<StepName, number>;
  onGo(name: StepName): void;
}

/** All steps, each with a tick or the number of missing fields: a column on a wide screen, a progress bar on a phone. Any step can be opened at any time. */
export function Steps({ t, steps, current, missing, onGo }: StepsProps) {
  return (
    <nav className="enrol-steps" aria-label={t.form.steps}>
      <ol>
        {steps.map(({ name }, index) => {
          const count = missing[name];
          return (
            <li key={name} className={[count === 0 && 'is-done', name === current && 'is-open'].filter(Boolean).join(' ')}>
              <a
                href={`#${name}`}
                aria-current={name === current ? 'step' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  onGo(name);
                }}
              >
                <span className="enrol-step-sign" aria-hidden="true">
                  {count === 0 ? '✓' : index + 1}
                </span>
                <span className="enrol-step-name">{t.step[name]}</span>
                <span className="enrol-step-count">{count === 0 ? t.form.done : fill(t.form.missing, { count })}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
