import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { Confirm } from '../../ui/Confirm.tsx';
import { useNotices } from '../../ui/Notices.tsx';
import type { adminDataProvider } from '../providers/data.ts';
import { Section } from './Section.tsx';
import type { PendingPlan } from './state.ts';

/** Table changes that wait for a person; one that loses data wants the object's name typed. */
export function PendingPlans({ plans }: { plans: PendingPlan[] }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const provider = useDataProvider<typeof adminDataProvider>();
  const { positive, failure } = useNotices();
  const [chosen, setChosen] = useState<PendingPlan>();
  const [busy, setBusy] = useState(false);
  const apply = async (plan: PendingPlan, typed: string | undefined) => {
    setBusy(true);
    try {
      await provider.send('/api/system/apply', isLossy(plan) ? { object: plan.object, typed } : { object: plan.object });
      positive(translate('system.applied'));
    } catch (error) {
      failure(error);
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
                <span className="badge" data-color={colors[step.class]}>
                  {translate(`system.classes.${step.class}`)}
                </span>{' '}
                {translate(`system.steps.${step.kind}`, { table: step.table, fields: step.fields.join('、'), _: step.kind })}
                {step.reason && <span className="soft"> · {step.reason}</span>}
              </li>
            ))}
          </ul>
          {plan.blocked && <p className="plan-blocked">{translate('system.blocked', { reason: plan.blocked })}</p>}
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

const colors = { safe: 'green', needsData: 'orange', destructive: 'red' } as const;

function isLossy(plan: PendingPlan): boolean {
  return plan.steps.some((step) => step.class === 'destructive');
}
