import { useEffect, useMemo, useState } from 'react';
import { type StepName, stepOf } from '#application/enrolment/rules/enrolment.ts';
import type { CampaignFacts, EnrolmentFacts } from '#application/site/wire.ts';
import type { Draft } from '#screens/site/draft/use-draft.ts';
import { pageAddress, pageLang } from '#screens/site/facts.ts';
import { offerText } from '#screens/site/offer.ts';
import { Button, Notice, Spinner } from '#screens/site/ui/index.ts';
import { Soon } from '#ui/soon.tsx';
import { textOf } from '../../engine/as-text.ts';
import type { Form } from '../../engine/check.ts';
import { type EnrolTexts, fill } from '../../texts.ts';
import { useUploads } from '../../uploads/use-uploads.ts';
import { filmName } from '../sent/Receipt.tsx';
import { DraftNotices } from './DraftNotices.tsx';
import { FilmName } from './FilmName.tsx';
import { Review, Writers } from './later.ts';
import { SaveLine } from './SaveLine.tsx';
import { StepPage } from './StepPage.tsx';
import { Steps } from './Steps.tsx';
import { useFields } from './use-fields.ts';
import { focusField, useStep } from './use-step.ts';

interface EditorProps {
  draft: Draft;
  facts: EnrolmentFacts;
  form: Form;
  campaign: CampaignFacts;
  email: string;
  t: EnrolTexts;
  /** a submission is in progress */
  onSubmit(): void;
}

/** The form: a list of steps beside one open step. Edits are saved while they are typed. */
export function Editor({ draft, facts, form, campaign, email, t, onSubmit }: EditorProps) {
  const fields = useFields(form, draft);
  const names = useMemo(() => fields.steps.map(({ name }) => name), [fields.steps]);
  const [current, go] = useStep(names);
  const [said, setSaid] = useState('');
  const [isInviting, setInviting] = useState(false);
  const uploads = useUploads(facts.id, pageLang(), (next, name) => {
    draft.adopt(next);
    if (name) setSaid(fill(t.files.done, { name }));
  });
  useEffect(() => offerText(() => textOf(draft.values, form.model, pageLang(), t.step, t.form)));
  useEffect(keepDropsHere, []);
  const place = fields.steps.findIndex(({ name }) => name === current);
  const step = fields.steps[place];
  const [previous, next] = [fields.steps[place - 1], fields.steps[place + 1]];
  if (!step) return null;

  /** Goes from the list of missing fields to a field, which then shows its problem. */
  function goTo(path: string) {
    fields.ask([path]);
    go(stepOf(path));
    focusField(path);
  }
  function walk(name: StepName) {
    void draft.flush();
    go(name);
  }

  return (
    <div className="enrol-form" id="enrol-top">
      <aside className="enrol-side">
        <p className="enrol-side-back">
          <a href={pageAddress('/enroll/edit')}>← {t.form.backToList}</a>
        </p>
        <FilmName name={filmName({ values: draft.values }, t.form.untitled)} />
        <Steps t={t} steps={fields.steps} current={current} missing={fields.missing} onGo={walk} />
        <SaveLine draft={draft} t={t} />
      </aside>
      <div className="enrol-main">
        {facts.owner && (
          <Notice tone="info" title={fill(t.writers.isOthers, { owner: facts.owner })}>
            {fill(t.writers.isOthersLead, { owner: facts.owner })}
          </Notice>
        )}
        <DraftNotices draft={draft} facts={facts} form={form} campaign={campaign} t={t} onGo={goTo} />
        <form onSubmit={(event) => event.preventDefault()} noValidate>
          <header className="enrol-step-head">
            <h2 id="step-title" tabIndex={-1}>
              {t.step[current]}
            </h2>{' '}
            <p className="enrol-lead">{t.stepLead[current]}</p> {place === 0 && <p className="ui-help">{t.form.requiredNote}</p>}
          </header>
          <Soon
            fallback={
              <div className="enrol-coming">
                <Spinner />
              </div>
            }
          >
            <StepPage step={step} form={form} draft={draft} fields={fields} uploads={uploads} campaign={campaign} />
            {!next && (
              <Review
                values={draft.values}
                form={form}
                problems={fields.problems}
                t={t}
                email={email}
                owner={facts.owner}
                waits={waitOf(draft, uploads.isBusy, t)}
                submit={() => {
                  onSubmit();
                  return draft.submit();
                }}
                onGo={goTo}
                onRefused={fields.ask}
              />
            )}

            <div className="enrol-foot">
              {previous && <Button onClick={() => walk(previous.name)}>{t.form.previous}</Button>}
              {next && (
                <Button look="solid" className="enrol-next" onClick={() => walk(next.name)}>
                  {fill(t.form.nextTo, { step: t.step[next.name] })}
                </Button>
              )}
            </div>
          </Soon>
        </form>
        {!facts.owner && (
          <details className="enrol-writers" onToggle={(event) => setInviting(event.currentTarget.open)}>
            <summary>{t.writers.title}</summary>
            {isInviting && (
              <Soon fallback={<Spinner />}>
                <Writers id={facts.id} campaign={campaign} t={t} />
              </Soon>
            )}
          </details>
        )}
        <p className="unseen" aria-live="polite">
          {said}
        </p>
      </div>
    </div>
  );
}

/** Prevents the browser from opening a file that is dropped outside of its area, which would leave the form. */
function keepDropsHere(): () => void {
  const keep = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', keep);
  addEventListener('drop', keep);
  return () => {
    removeEventListener('dragover', keep);
    removeEventListener('drop', keep);
  };
}

/** The reason why a submission has to wait. */
function waitOf({ status, halt }: Draft, isUploading: boolean, t: EnrolTexts): string {
  if (isUploading) return t.review.waitFiles;
  return status === 'offline' || halt === 'signin' ? t.review.waitSave : '';
}
