import './enrol.css';
import { useEffect } from 'react';
import type { CampaignFacts, EnrolmentCard } from '#application/site/wire.ts';
import { labelled } from '#rules/words/language.ts';
import { AccountMenu } from '#screens/site/account/AccountMenu.tsx';
import { useMe } from '#screens/site/account/use-me.ts';
import { pageAddress, pageLang } from '#screens/site/facts.ts';
import { Button, ButtonLink, Notice, Placeholder, part } from '#screens/site/ui/index.ts';
import { Soon } from '#ui/soon.tsx';
import { deadlineOf, lateStartIn } from './screens/deadline.ts';
import { useCards } from './screens/list/use-cards.ts';
import { useMayBegin } from './screens/list/use-may-begin.ts';
import { StateBadge } from './screens/StateBadge.tsx';
import { nameIn, receiptAddress } from './screens/sent/Receipt.tsx';
import { useBeginning } from './screens/use-beginning.ts';
import { useCampaign } from './screens/use-campaign.ts';
import { type EnrolTexts, enrolTexts, fill } from './texts.ts';

const Invitation = part(() => import('./screens/account/Invitation.tsx'), 'invitation', false);
const SignInPanel = part(() => import('./screens/account/SignIn.tsx'), 'signin');

/** Below the hero of /enroll: the next thing to do, which depends on the window and on who is signed in (R02, S02). */
export default function EnrolGate() {
  const campaign = useCampaign();
  const { me, isAway, lose, refresh } = useMe('applicant');
  const t = enrolTexts();
  if (me === undefined && !isAway) return <Placeholder />;
  const window = campaign.enrol.state;
  const invite = new URLSearchParams(location.search).get('invite');
  if (invite && !isAway) {
    return (
      <Soon fallback={<Placeholder />}>
        <Invitation token={invite} me={me ?? undefined} t={t} />
      </Soon>
    );
  }
  if (me) return <Own campaign={campaign} t={t} onSignedOut={lose} />;
  return (
    <section className="enrol-gate">
      {me === undefined && (
        <Notice tone="warn" actions={<Button onClick={() => void refresh()}>{t.form.again}</Button>}>
          {t.keep.offlineNow}
        </Notice>
      )}
      {me === null && (
        <Soon fallback={<Placeholder />}>
          <h2>{window === 'open' ? t.gate.signIn : window === 'ended' ? t.gate.endedSignIn : t.gate.earlySignIn}</h2>
          {window === 'open' && <p className="enrol-lead">{t.gate.signInLead}</p>}
          <SignInPanel />
        </Soon>
      )}
    </section>
  );
}

/** For somebody who is signed in: continue a draft, or begin. */
function Own({ campaign, t, onSignedOut }: { campaign: CampaignFacts; t: EnrolTexts; onSignedOut(): void }) {
  const list = useCards(campaign.id);
  const { cards } = list;
  const begin = useBeginning(campaign.id, cards);
  const { state } = campaign.enrol;
  const { mayBegin: isOpen, late } = useMayBegin(campaign);

  useEffect(() => {
    if (list.isSignedOut) onSignedOut();
  }, [list.isSignedOut, onSignedOut]);
  if (!cards) {
    return list.failure ? <Notice tone="bad" title={t.list.failed} actions={<Button onClick={list.reload}>{t.list.again}</Button>} /> : <Placeholder />;
  }
  const drafts = cards.filter((card) => card.mayEdit);
  const [latest] = [...drafts].sort((one, two) => two.savedAt.localeCompare(one.savedAt));
  const deadline = latest && deadlineOf(latest, campaign, t);
  const address = (card: EnrolmentCard) => pageAddress('/enroll/edit', { campaign: campaign.id, id: card.id });
  const name = (card: EnrolmentCard) => nameIn(card.cname, card.ename, t.list.untitled);
  const beginButton = (
    <Button look={latest ? 'line' : 'solid'} wide busy={begin.isBusy} onClick={() => begin.run()}>
      {begin.isBusy ? t.list.creating : cards.length ? t.gate.another : t.gate.begin}
    </Button>
  );
  return (
    <section className="enrol-gate">
      {latest && (
        <ButtonLink look="solid" wide href={address(latest)}>
          {fill(t.gate.continue, { title: name(latest) })}
        </ButtonLink>
      )}
      {deadline && <Notice tone="warn">{deadline.text}</Notice>}
      {late && <Notice tone="warn">{lateStartIn(late, campaign, t)}</Notice>}
      {isOpen && !cards.length && <p className="enrol-lead">{t.gate.openLead}</p>}
      {isOpen && beginButton}
      {begin.failure && <Notice tone="bad">{begin.failure}</Notice>}
      {cards.length > 0 && (
        <>
          <h2>{t.gate.mine}</h2>
          <ul className="enrol-gate-list">
            {cards.slice(0, mostShown).map((card) => (
              <li key={card.id}>
                <span>
                  <a href={address(card)}>{name(card)}</a>
                  {card.owner && <small> {fill(t.writers.of, { owner: card.owner })}</small>}
                </span>
                <span>
                  <StateBadge status={card.status} t={t} />
                  {card.mayEdit && card.missing > 0 && <small>{fill(t.list.missing, { count: card.missing })}</small>}
                  {card.hasReceipt && (
                    <a className="enrol-gate-receipt" download href={receiptAddress(card.id)} aria-label={labelled(t.list.receipt, name(card), pageLang())}>
                      {t.list.receipt}
                    </a>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <p>
            <a href={pageAddress('/enroll/edit')}>{fill(t.gate.all, { count: cards.length })}</a>
          </p>
        </>
      )}
      {!cards.length && state === 'ended' && !isOpen && <p>{t.gate.endedNone}</p>}
      <div className="enrol-account">
        <AccountMenu realm="applicant" />
      </div>
    </section>
  );
}

/** The link to the page with all enrolments of the visitor. */
const mostShown = 4;
