/** The campaign's criteria, each as five steps with their words, and what the ratings come to. */
import { type Criterion, steps, weightOf } from '#application/jury/rules/criteria.ts';
import { ratingOf, type Words } from '../core.ts';
import { fill, inPageLanguage, useSelectionTexts } from '../texts.ts';

interface CriteriaProps {
  /** makes the names of the controls different where two entries are rated beside each other */
  id: string;
  criteria: readonly Criterion[];
  scores: Words['scores'];
  mayEdit: boolean;
  onScore: (key: string, score: number) => void;
}

export function Criteria({ id, criteria, scores, mayEdit, onScore }: CriteriaProps) {
  const { criterion: t } = useSelectionTexts();
  if (!criteria.length) return null;
  const { missing, result } = ratingOf({ scores }, criteria);
  const whole = weightOf(criteria);
  return (
    <div className="selection-criteria">
      {criteria.map(({ key, name, hint, weight, steps: words }) => {
        const score = scores[key] ?? 0;
        const word = (step: number) => inPageLanguage(words[step - 1]);
        const [lowest, highest] = [word(1), word(5)];
        return (
          <fieldset key={key} disabled={!mayEdit} aria-describedby={`${id}-${key}-word`}>
            <legend>
              {inPageLanguage(name)} <span className="selection-share num">{fill(t.share, { part: weight, whole })}</span>
            </legend>
            {inPageLanguage(hint) && <p className="ui-help">{inPageLanguage(hint)}</p>}
            <div className="selection-steps">
              {steps.map((step) => (
                <label key={step} className={score === step ? 'is-on' : ''} title={word(step) || undefined}>
                  <input
                    type="radio"
                    name={`${id}-${key}`}
                    checked={score === step}
                    aria-label={[step, word(step)].filter(Boolean).join(' ')}
                    onChange={() => onScore(key, step)}
                  />
                  <span className="num" aria-hidden="true">
                    {step}
                  </span>
                </label>
              ))}
            </div>
            <p id={`${id}-${key}-word`} className="selection-word">
              {score ? word(score) || fill(t.given, { score }) : lowest && highest ? fill(t.scale, { lowest, highest }) : t.plain}
            </p>
          </fieldset>
        );
      })}
      <p className="selection-result" role="status">
        {result === null ? fill(t.missing, { missing, total: criteria.length }) : fill(t.result, { result: result.toFixed(2) })}
      </p>
    </div>
  );
}
