/** What the server says of the texts: findings with their places, and what saving would do to the tables, with the rows that would fail. */

import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useWords } from '#client/language.tsx';
import { FailureLine } from '#client/notices/FailureText.tsx';
import type { CheckedSchema, PlacedFinding, PlannedStep } from '#framework/workbench/wire.ts';
import { sayFinding } from '#rules/words/finding-words.ts';
import { StepText, stepColors } from '../system/PendingPlans.tsx';
import { useFindingWords } from '../system/use-finding-words.ts';
import { useSay } from './say.tsx';

interface Props {
  name: string;
  checked: CheckedSchema | undefined;
  error: Error | null;
  /** shows a place of a file in the JSON */
  onPlace(finding: PlacedFinding): void;
}

export function Verdict({ name, checked, error, onPlace }: Props) {
  const say = useSay();
  const words = useFindingWords();
  if (error) return <FailureLine error={error} />;
  if (!checked) return null;
  const errors = checked.findings.filter(({ level }) => level !== 'warning');
  const warnings = checked.findings.filter(({ level }) => level === 'warning');
  return (
    <section className="bench-verdict" aria-label={say('verdict.title')}>
      <p role="status">{errors.length > 0 ? say('verdict.errors', { smart_count: errors.length }) : say('verdict.sound')}</p>
      {checked.findings.length > 0 && (
        <ul>
          {[...errors, ...warnings].slice(0, most).map((finding) => (
            <li key={`${finding.file} ${finding.message}`}>
              <span className="badge" data-color={finding.level === 'warning' ? 'orange' : 'red'}>
                {say(finding.level === 'warning' ? 'verdict.warning' : 'verdict.error')}
              </span>{' '}
              {finding.line !== undefined ? (
                <button type="button" className="bench-link" onClick={() => onPlace(finding)}>
                  {say('verdict.line', { line: finding.line })}
                </button>
              ) : null}{' '}
              {sayFinding(finding.message, words)}
            </li>
          ))}
        </ul>
      )}
      <Plan name={name} steps={checked.plan.steps} isSound={errors.length === 0} />
    </section>
  );
}

/** Findings that are shown. */
const most = 40;

export function Plan({ name, steps, isSound = true }: { name: string; steps: readonly PlannedStep[]; isSound?: boolean }) {
  const say = useSay();
  const translate = useTranslate();
  const problemWords = useWords();
  if (!isSound) return null;
  if (steps.length === 0) return <p className="soft">{say('plan.none')}</p>;
  return (
    <>
      <h2>{say('plan.title')}</h2>
      <ul>
        {steps.map((step) => (
          <li key={step.key}>
            <span className="badge" data-color={stepColors[step.class]}>
              {translate(`system.classes.${step.class}`)}
            </span>{' '}
            <StepText step={step} />
            {step.unexamined && <p className="soft">{say('plan.unexamined')}</p>}
            {step.refused && (
              <>
                <p>{say('plan.refused', { smart_count: step.refused.count })}</p>
                <ul>
                  {step.refused.rows.map(({ id, problems }) => (
                    <li key={id}>
                      <Link to={`/pb-${name}/edit?id=${encodeURIComponent(id)}`} target="_blank">
                        {id}
                      </Link>{' '}
                      {[...new Set(problems.map(({ path, code, values }) => problemWords(code, { label: path, ...values })))].join(' · ')}
                    </li>
                  ))}
                  {step.refused.count > step.refused.rows.length && <li>…</li>}
                </ul>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
