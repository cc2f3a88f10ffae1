import { inBothZones, savedClock } from '#application/enrolment/rules/times.ts';
import type { CampaignFacts, EnrolmentCard } from '#application/site/wire.ts';
import { pageAddress, serverNow } from '#screens/site/facts.ts';
import { Button, ButtonLink } from '#screens/site/ui/index.ts';
import { type EnrolTexts, fill } from '../../texts.ts';
import { deadlineOf } from '../deadline.ts';
import { StateBadge } from '../StateBadge.tsx';
import { nameIn, printAddress, receiptAddress } from '../sent/Receipt.tsx';

interface CardProps {
  card: EnrolmentCard;
  campaign: CampaignFacts;
  t: EnrolTexts;
  mayCopy: boolean;
  isCopying: boolean;
  onCopy(): void;
  onWithdraw(): void;
  isRestoring: boolean;
  onRestore(): void;
}

/** The short names of the programs, as people say them (B07). */
const programNames: Record<string, string> = { C: 'CCDF', I: 'IFG' };

/** One enrolment in the list: its title, its progress, and what can be done with it. */
export function Card({ card, campaign, t, mayCopy, isCopying, onCopy, onWithdraw, isRestoring, onRestore }: CardProps) {
  const isDraft = card.status === 'draft';
  const address = pageAddress('/enroll/edit', { campaign: card.campaign, id: card.id });
  const title = nameIn(card.cname, card.ename, t.list.untitled);
  const isSent = card.submitAt !== '';
  const deadline = deadlineOf(card, campaign, t);
  return (
    <article className="enrol-item" aria-label={title}>
      <header>
        <h3>
          <a href={address}>{title}</a>
        </h3>
        <p>
          <StateBadge status={card.status} t={t} />
          {card.programs.map((program) => (
            <span key={program} className="enrol-program">
              {programNames[program] ?? program}
            </span>
          ))}
        </p>
      </header>
      {card.returnMsg && isDraft && (
        <p className="enrol-returned">
          <strong>{t.returned.title}</strong>
          <br />
          {card.returnMsg}
        </p>
      )}
      {card.owner && <p>{fill(t.writers.of, { owner: card.owner })}</p>}
      <p className="enrol-item-facts">
        {card.mayEdit && (
          <span className={card.missing ? 'is-wanted' : 'is-ready'}>{card.missing ? fill(t.list.missing, { count: card.missing }) : t.list.complete}</span>
        )}
        {deadline && <span className="is-wanted">{deadline.text}</span>}
        {isDraft && !card.mayEdit && <span>{campaign.enrol.state === 'not_started' ? t.stateMeans.draftEarly : t.stateMeans.draftEnded}</span>}
        {!isDraft && <span>{t.stateMeans[card.status]}</span>}
        <span>
          {isSent && !isDraft
            ? fill(t.list.submittedAt, { time: inBothZones(card.submitAt, campaign.zone).there })
            : fill(t.list.savedAt, { time: savedClock(card.savedAt, serverNow()) })}
        </span>
      </p>
      <p className="ui-actions">
        <ButtonLink href={address} look={card.mayEdit ? 'solid' : 'line'}>
          {card.mayEdit ? t.list.continue : t.list.view}
        </ButtonLink>
        {card.hasReceipt && (
          <ButtonLink download href={receiptAddress(card.id)}>
            {t.list.receipt}
          </ButtonLink>
        )}
        <ButtonLink download href={printAddress(card.id)} look="plain">
          {t.list.print}
        </ButtonLink>
        {mayCopy && !card.owner && (
          <Button look="plain" busy={isCopying} onClick={onCopy}>
            {isCopying ? t.list.copying : t.list.copy}
          </Button>
        )}
        {card.mayWithdraw && (
          <Button look="plain" onClick={onWithdraw}>
            {t.list.withdraw}
          </Button>
        )}
        {card.mayRestore && (
          <Button look="plain" busy={isRestoring} onClick={onRestore}>
            {isRestoring ? t.restore.doing : t.restore.do}
          </Button>
        )}
      </p>
    </article>
  );
}
