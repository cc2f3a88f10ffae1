import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, call } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { RefusedPlan, ShownPlan, ShownStep, StepRows } from '#framework/system/wire.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Section } from './Section.tsx';

/** Table changes that wait for a person; one that loses data wants the object's name typed. */
export function PendingPlans({ plans }: { plans: ShownPlan[] }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const [chosen, setChosen] = useState<ShownPlan>();
  const [refused, setRefused] = useState<RefusedPlan>();
  const [busy, setBusy] = useState(false);
  const apply = async (plan: ShownPlan, typed: string | undefined) => {
    setBusy(true);
    try {
      await call('POST /api/system/apply', { body: { object: plan.object, ...(isLossy(plan) && { typed }) } });
      positive(translate('system.applied'));
      setRefused(undefined);
    } catch (error) {
      failure(error);
      setRefused(refusedPlan(error));
    } finally {
      setBusy(false);
      setChosen(undefined);
      await client.invalidateQueries();
    }
  };
  return (
    <Section title={translate('system.plans')} none={plans.length === 0 && translate('system.plans_none')}>
      {plans.map((plan) => (
        <div key={plan.object} className="plan">
          <strong>{plan.object}</strong>
          <Button variant="outlined" onClick={() => setChosen(plan)}>
            {translate('system.apply')}
          </Button>
          <ul>
            {plan.steps.map((step) => (
              <li key={step.key}>
                <span className="badge" data-color={stepColors[step.class]}>
                  {translate(`system.classes.${step.class}`)}
                </span>{' '}
                <StepText step={step} />
              </li>
            ))}
          </ul>
          {plan.blocked && <p className="plan-blocked">{translate('system.blocked')}</p>}
          {refused?.object === plan.object && <InTheWay refused={refused} />}
        </div>
      ))}
      <Confirm
        question={
          chosen && {
            title: translate('system.apply_title', { name: chosen.object }),
            content: isLossy(chosen) ? <p>{translate('system.apply_lossy')}</p> : undefined,
            confirm: translate('system.apply'),
            danger: isLossy(chosen),
            busy,
            ...(isLossy(chosen) ? { typed: chosen.object, typedLabel: translate('system.apply_typed', { name: chosen.object }) } : {}),
          }
        }
        onAnswer={(yes, typed) => (yes && chosen ? void apply(chosen, typed) : setChosen(undefined))}
      />
    </Section>
  );
}

/** A step that the object cannot do without, and that may not be applied or does not suit the rows, blocks all the others: the previous model goes on working on a table that has not begun to change. The steps that it blocks are listed with it. */
export function StepText({ step }: { step: ShownStep }) {
  const translate = useTranslate();
  return (
    <>
      {said(step, translate)}
      {step.rows && (
        <>
          {' · '}
          {translate(rowWords(step, step.rows), { smart_count: step.rows.count, entries: step.rows.entries })}{' '}
          <code>{step.rows.ids.join(translate('system.and'))}</code>
          {step.rows.ids.length > 0 && step.rows.count > step.rows.ids.length && '…'}
        </>
      )}
      {step.class !== 'safe' && (
        <span className="soft">
          {' '}
          ·{' '}
          {translate(step.class === 'destructive' && step.rows ? 'system.reasons.loss' : `system.reasons.${step.kind}`, {
            _: translate('system.reasons.other'),
          })}
        </span>
      )}
    </>
  );
}

/** What becomes of the rows of a step: they are worked out, are carried over, lose something, or have to be put right before it. */
function rowWords(step: ShownStep, { entries }: StepRows): string {
  if (entries !== undefined) return 'system.carrying';
  if (step.class === 'safe') return 'system.counting';
  return step.class === 'destructive' ? 'system.losing' : 'system.hindering';
}

/** A step in the page's language; its description is the log's. */
function said({ kind, table, fields }: Pick<ShownStep, 'kind' | 'table' | 'fields'>, translate: ReturnType<typeof useTranslate>): string {
  return translate(`system.steps.${kind}`, { table, fields: fields.join(translate('system.and')) });
}

/** What a refused plan met: rows that it does not suit, by their ids, and what the database itself would not do. */
function InTheWay({ refused }: { refused: RefusedPlan }) {
  const translate = useTranslate();
  const words = useWords();
  const labels = (row: RefusedPlan['refused'][number]['rows'][number]) =>
    [...new Set(row.problems.map(({ path, code, values }) => words(code, { label: path, ...values })))].join(' · ');
  return (
    <div className="plan-blocked" role="alert">
      {refused.refused.map((one) => (
        <div key={one.step}>
          <p>{translate('system.in_the_way', { smart_count: one.count, fields: one.fields.join(translate('system.and')) })}</p>
          <ul>
            {one.rows.slice(0, shown).map((row) => (
              <li key={row.id}>
                <code>{row.id}</code> {labels(row)}
              </li>
            ))}
            {one.count > shown && <li>…</li>}
          </ul>
        </div>
      ))}
      {refused.failed.map((one) => (
        <p key={one.step}>{translate('system.failed_step', { step: said(one, translate), message: one.message })}</p>
      ))}
    </div>
  );
}

/** Rows in the way that are named. */
const shown = 20;

/** The answer of POST /api/system/apply that names what prevents it; undefined for any other failure. */
function refusedPlan(error: unknown): RefusedPlan | undefined {
  const data = error instanceof ApiError ? error.body?.data : undefined;
  return typeof data === 'object' && data !== null && 'refused' in data ? (data as RefusedPlan) : undefined; // what msg.needsmigration carries
}

export const stepColors = { safe: 'green', needsData: 'orange', destructive: 'red' } as const;

function isLossy(plan: ShownPlan): boolean {
  return plan.steps.some((step) => step.class === 'destructive');
}
