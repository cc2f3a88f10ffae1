import { useEffect, useRef } from 'react';
import type { CampaignFacts, EnrolmentFacts } from '#application/site/wire.ts';
import { pageAddress } from '#screens/site/facts.ts';
import { Button, ButtonLink } from '#screens/site/ui/index.ts';
import { type EnrolTexts, fill } from '../../texts.ts';
import { filmName, printAddress, Receipt, receiptAddress } from './Receipt.tsx';
import { Timeline } from './Timeline.tsx';

interface SubmittedProps {
  enrolment: EnrolmentFacts;
  campaign: CampaignFacts;
  email: string;
  t: EnrolTexts;
  onRead(): void;
}

/** Shown after a submission: thanks, and the receipt to store or print. */
export default function Submitted({ enrolment, campaign, email, t, onRead }: SubmittedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <article className="enrol-submitted">
      <p className="enrol-submitted-sign" aria-hidden="true">
        ✓
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {t.receipt.title}
      </h2>
      <p className="enrol-submitted-film">{filmName(enrolment, t.form.untitled)}</p>
      <p>
        {t.receipt.thanks}
        <br />
        {fill(t.receipt.lead, { email })}
      </p>
      <div className="enrol-paper">{enrolment.receipt && <Receipt receipt={enrolment.receipt} zone={campaign.zone} t={t} />}</div>
      <Timeline enrolment={enrolment} campaign={campaign} t={t} />
      <p className="ui-actions enrol-no-print">
        <ButtonLink look="solid" download href={receiptAddress(enrolment.id)}>
          {t.receipt.pdf}
        </ButtonLink>
        <ButtonLink download href={printAddress(enrolment.id)}>
          {t.receipt.print}
        </ButtonLink>
        <Button onClick={() => window.print()}>{t.receipt.printPage}</Button>
        <Button onClick={onRead}>{t.receipt.read}</Button>
        <ButtonLink look="plain" href={pageAddress('/enroll/edit')}>
          {t.receipt.list}
        </ButtonLink>
      </p>
    </article>
  );
}
