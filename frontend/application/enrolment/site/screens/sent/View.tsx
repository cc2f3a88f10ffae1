import { useState } from 'react';
import type { CampaignFacts, EnrolmentFacts } from '#application/site/wire.ts';
import { labelled } from '#rules/words/language.ts';
import { pageAddress, pageLang } from '#screens/site/facts.ts';
import { Button, ButtonLink, Notice } from '#screens/site/ui/index.ts';
import type { Form } from '../../engine/check.ts';
import { type EnrolTexts, fill } from '../../texts.ts';
import { StateBadge } from '../StateBadge.tsx';
import { useBeginning } from '../use-beginning.ts';
import { Content } from './Content.tsx';
import { filmName, printAddress, Receipt, receiptAddress } from './Receipt.tsx';
import { Timeline } from './Timeline.tsx';
import { useRestore } from './use-restore.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

interface ViewProps {
  enrolment: EnrolmentFacts;
  form: Form;
  campaign: CampaignFacts;
  t: EnrolTexts;
  onChanged(enrolment: EnrolmentFacts): void;
}

/** An enrolment that cannot be changed any more: what its state means, its receipt, and its content. */
export default function View({ enrolment, form, campaign, t, onChanged }: ViewProps) {
  const [isWithdrawing, setWithdrawing] = useState(false);
  const copy = useBeginning(campaign.id);
  const restore = useRestore(t, onChanged);
  const title = filmName(enrolment, t.form.untitled);
  const means = enrolment.status === 'draft' ? t.stateMeans.draftEnded : t.stateMeans[enrolment.status];
  return (
    <article className="enrol-view">
      <header>
        <p>
          <a href={pageAddress('/enroll/edit')}>← {t.form.backToList}</a>
        </p>
        <h2 className="enrol-view-title">{title}</h2>
        {enrolment.owner && <p>{fill(t.writers.of, { owner: enrolment.owner })}</p>}
        <p className="enrol-view-state">
          <StateBadge status={enrolment.status} t={t} /> {means}
        </p>
        {enrolment.status === 'withdrawn' && enrolment.values.withdrawMsg && (
          <p className="enrol-text">{labelled(t.withdraw.reason, String(enrolment.values.withdrawMsg), pageLang())}</p>
        )}
      </header>
      {enrolment.mayRestore && (
        <Notice
          tone="info"
          title={t.restore.title}
          actions={
            <Button busy={restore.busy !== ''} onClick={() => void restore.run(enrolment.id)}>
              {restore.busy ? t.restore.doing : t.restore.do}
            </Button>
          }
        >
          {t.restore.text}
        </Notice>
      )}
      {restore.failure && <Notice tone="bad">{restore.failure}</Notice>}
      <Timeline enrolment={enrolment} campaign={campaign} t={t} />
      {enrolment.receipt && (
        <section aria-label={t.view.receipt} className="enrol-paper">
          <h3>{t.view.receipt}</h3>
          <Receipt receipt={enrolment.receipt} zone={campaign.zone} t={t} />
          <p className="ui-actions enrol-no-print">
            <ButtonLink download href={receiptAddress(enrolment.id)}>
              {t.receipt.pdf}
            </ButtonLink>
            <ButtonLink download href={printAddress(enrolment.id)}>
              {t.receipt.print}
            </ButtonLink>
          </p>
        </section>
      )}
      <Content form={form} values={enrolment.values} lang={pageLang()} t={t} />
      <footer className="ui-actions enrol-no-print">
        {!enrolment.receipt && (
          <ButtonLink download href={printAddress(enrolment.id)}>
            {t.receipt.print}
          </ButtonLink>
        )}
        {campaign.enrol.state === 'open' && !enrolment.owner && (
          <Button busy={copy.isBusy} onClick={() => copy.run(enrolment.id)}>
            {copy.isBusy ? t.list.copying : t.view.copy}
          </Button>
        )}
        {enrolment.mayWithdraw && (
          <Button look="danger" onClick={() => setWithdrawing(true)}>
            {t.view.withdraw}
          </Button>
        )}
      </footer>
      {copy.failure && <Notice tone="bad">{copy.failure}</Notice>}
      {isWithdrawing && (
        <WithdrawDialog
          id={enrolment.id}
          title={title}
          t={t}
          onClose={() => setWithdrawing(false)}
          onDone={(changed) => {
            setWithdrawing(false);
            onChanged(changed);
          }}
        />
      )}
    </article>
  );
}
