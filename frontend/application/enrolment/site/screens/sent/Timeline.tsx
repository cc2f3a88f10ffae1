import { type TimeStep, timelineOf } from '#application/enrolment/rules/timeline.ts';
import { inBothZones } from '#application/enrolment/rules/times.ts';
import type { CampaignFacts, EnrolmentFacts } from '#application/site/wire.ts';
import { serverStamp } from '#screens/site/facts.ts';
import { type EnrolTexts, fill } from '../../texts.ts';

interface TimelineProps {
  enrolment: EnrolmentFacts;
  campaign: CampaignFacts;
  t: EnrolTexts;
}

/** What happens next with a submitted enrolment: only the steps that are known. Nothing of a draft or a withdrawn one. */
export function Timeline({ enrolment, campaign, t }: TimelineProps) {
  const { status, values, toldAt } = enrolment;
  const steps = timelineOf({ status, submitAt: values.submitAt ?? '', verifyAt: values.verifyAt ?? '', toldAt }, campaign, serverStamp());
  if (!steps.length) return null;
  return (
    <section className="enrol-timeline" aria-label={t.next.title}>
      <h3>{t.next.title}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.key} className={`is-${step.state}`} aria-current={step.state === 'now' ? 'step' : undefined}>
            <strong>{t.next[step.key]}</strong> <span className="enrol-timeline-state">{t.next[step.state]}</span>
            <Lead step={step} zone={campaign.zone} t={t} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Lead({ step, zone, t }: { step: TimeStep; zone: string; t: EnrolTexts }) {
  const { key, state, from, until } = step;
  const lead = key === 'result' ? (state === 'done' ? t.next.resultDone : t.next.resultLead) : key === 'forum' ? t.next.forumLead : '';
  const time = (at: string) => (at.length > 10 ? inBothZones(at, zone).there : at);
  const when =
    key === 'result' && state !== 'done'
      ? fill(t.next.after, { from: time(from) })
      : from && until && from !== until
        ? fill(t.next.span, { from: time(from), until: time(until) })
        : time(from);
  return (
    <>
      {when && <p className="enrol-timeline-when">{when}</p>}
      {lead && <p className="ui-help">{lead}</p>}
    </>
  );
}
