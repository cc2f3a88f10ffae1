import { useState } from 'react';
import type { EnrolmentFacts } from '#application/site/wire.ts';
import type { Problem } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { ApiError } from '#screens/site/call.ts';
import { DraftUnsaved } from '#screens/site/draft/use-draft.ts';
import { pageLang } from '#screens/site/facts.ts';
import { Button, Dialog, Notice } from '#screens/site/ui/index.ts';
import { type Form, isMissing } from '../../engine/check.ts';
import { pathLabel } from '../../engine/labels.ts';
import { type EnrolTexts, fill, wordsOf } from '../../texts.ts';
import { Content } from '../sent/Content.tsx';

interface ReviewProps {
  values: EnrolmentFacts['values'];
  form: Form;
  problems: readonly Problem[];
  t: EnrolTexts;
  /** the applicant's e-mail address, to which the receipt goes */
  email: string;
  /** whose it is, for somebody who was invited to write it and does not submit it; '' for one's own */
  owner: string;
  /** what has to finish first, such as an upload or a save; '' for nothing */
  waits: string;
  /** saves, then submits what is on the screen; sending it again is the same submission */
  submit(): Promise<unknown>;
  onGo(path: string): void;
  /** called with the problems that the server found */
  onRefused(paths: string[]): void;
}

/** The last step: missing fields with a link to each, the whole enrolment to read, and the button that submits it. Pressing twice submits once. */
export default function Review(props: ReviewProps) {
  const { values, form, problems, t, email, owner, waits } = props;
  const [isReading, setReading] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const lang = pageLang();

  async function submit() {
    setBusy(true);
    setFailure('');
    try {
      await props.submit();
      setAsking(false);
    } catch (error) {
      if (error instanceof DraftUnsaved) return end(t.review.waitSave);
      if (!(error instanceof ApiError)) throw error;
      if (error.isPassing) return end(t.review.lost);
      props.onRefused(error.fields.map(({ path }) => path));
      end(fill(t.review.refused, { reason: error.fields[0]?.message || error.sentence }));
    }
  }

  function end(text: string) {
    setFailure(text);
    setBusy(false);
    setAsking(false);
  }

  return (
    <section className="enrol-review" aria-label={t.step.rights}>
      {problems.length > 0 ? (
        <div className="enrol-missing">
          <h3>{fill(t.review.missingTitle, { count: problems.length })}</h3>
          <p>{t.review.missingLead}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem.path}>
                <a
                  href={`#field-${problem.path.replaceAll('/', '-')}`}
                  onClick={(event) => {
                    event.preventDefault();
                    props.onGo(problem.path);
                  }}
                >
                  {isMissing(problem) ? pathLabel(form.model, problem.path, lang) : wordsOf(problem, fieldAt(form.model.fields, problem.path), lang)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Notice tone="good" title={t.review.readyTitle}>
          {t.review.readyLead}
        </Notice>
      )}
      <p>
        <Button look="line" aria-expanded={isReading} onClick={() => setReading(!isReading)}>
          {isReading ? t.review.closeRead : t.review.read}
        </Button>
      </p>
      {isReading && <Content form={form} values={values} lang={lang} t={t} level={4} />}
      {failure && <Notice tone="bad">{failure}</Notice>}
      {waits && <p role="status">{waits}</p>}
      {owner ? (
        <p>{fill(t.writers.submitsOwner, { owner })}</p>
      ) : (
        <p>
          <Button look="solid" wide aria-disabled={problems.length > 0 || waits !== '' || undefined} onClick={press}>
            {t.review.submit}
          </Button>
        </p>
      )}
      {isAsking && (
        <Dialog
          title={t.review.confirmTitle}
          firm
          onClose={() => !isBusy && setAsking(false)}
          actions={
            <>
              <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && setAsking(false)}>
                {t.review.notYet}
              </Button>
              <Button look="solid" busy={isBusy} onClick={() => void submit()}>
                {isBusy ? t.review.submitting : t.review.confirm}
              </Button>
            </>
          }
        >
          <p>{fill(t.review.confirmText, { email })}</p>
        </Dialog>
      )}
    </section>
  );

  /** While something is missing, the button leads to the first missing field. */
  function press() {
    const [first] = problems;
    if (first) props.onGo(first.path);
    else if (!waits) setAsking(true);
  }
}
