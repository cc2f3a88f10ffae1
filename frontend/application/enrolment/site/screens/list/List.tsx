import { useState } from 'react';
import type { CampaignFacts, EnrolmentCard } from '#application/site/wire.ts';
import { Button, Notice, Spinner } from '#screens/site/ui/index.ts';
import { type EnrolTexts, fill } from '../../texts.ts';
import { lateStartIn } from '../deadline.ts';
import { filmName, nameIn } from '../sent/Receipt.tsx';
import { useRestore } from '../sent/use-restore.ts';
import { WithdrawDialog } from '../sent/WithdrawDialog.tsx';
import { useBeginning } from '../use-beginning.ts';
import { Card } from './Card.tsx';
import type { Cards } from './use-cards.ts';
import { useMayBegin } from './use-may-begin.ts';

/** The applicant's enrolments in the campaign, and a button to begin a new one. */
export default function List({ campaign, list, t }: { campaign: CampaignFacts; list: Cards; t: EnrolTexts }) {
  const { cards } = list;
  const begin = useBeginning(campaign.id, cards);
  const [copied, setCopied] = useState('');
  const [leaving, setLeaving] = useState<EnrolmentCard>();
  const [said, setSaid] = useState('');
  const restore = useRestore(t, (back) => {
    setSaid(fill(back.status === 'draft' ? t.restore.doneDraft : t.restore.done, { title: filmName(back, t.list.untitled) }));
    list.reload();
  });
  const { mayBegin: isOpen, late } = useMayBegin(campaign);

  function copy(id: string) {
    setCopied(id);
    begin.run(id);
  }

  const beginButton = (
    <Button
      look={cards?.some(({ status }) => status === 'draft') ? 'line' : 'solid'}
      busy={begin.isBusy && !copied}
      onClick={() => {
        setCopied('');
        begin.run();
      }}
    >
      {begin.isBusy && !copied ? t.list.creating : t.list.new}
    </Button>
  );

  return (
    <div className="enrol-list">
      <header className="enrol-list-head">
        <div>
          <h2>{t.list.title}</h2>
        </div>
        {isOpen && cards && cards.length > 0 && beginButton}
      </header>
      <p role="status" className="enrol-said">
        {said}
      </p>
      {(begin.failure || restore.failure) && <Notice tone="bad">{begin.failure || restore.failure}</Notice>}
      {!cards && !list.failure && <Spinner label={t.list.loading} />}
      {!cards && list.failure && (
        <Notice tone="bad" title={t.list.failed} actions={<Button onClick={list.reload}>{t.list.again}</Button>}>
          {list.failure !== '-' && list.failure}
        </Notice>
      )}
      {late && <Notice tone="warn">{lateStartIn(late, campaign, t)}</Notice>}
      {cards?.length === 0 && (
        <section className="enrol-empty">
          <h3>{t.list.emptyTitle}</h3>
          <p>{isOpen ? t.list.emptyLead : campaign.enrol.state === 'not_started' ? t.list.emptyEarly : t.list.emptyEnded}</p>
          {isOpen && beginButton}
        </section>
      )}
      {cards?.map((card) => (
        <Card
          key={card.id}
          card={card}
          campaign={campaign}
          t={t}
          mayCopy={isOpen}
          isCopying={begin.isBusy && copied === card.id}
          onCopy={() => copy(card.id)}
          onWithdraw={() => setLeaving(card)}
          isRestoring={restore.busy === card.id}
          onRestore={() => void restore.run(card.id)}
        />
      ))}
      {leaving && (
        <WithdrawDialog
          id={leaving.id}
          title={nameIn(leaving.cname, leaving.ename, t.list.untitled)}
          t={t}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setSaid(fill(t.withdraw.done, { title: nameIn(leaving.cname, leaving.ename, t.list.untitled) }));
            setLeaving(undefined);
            list.reload();
          }}
        />
      )}
    </div>
  );
}
