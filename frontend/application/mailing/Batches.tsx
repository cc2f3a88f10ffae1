/** The batches of a campaign: the list, one batch under review, or a new one. The address names the batch. */

import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';
import { isMailKind, type MailKind } from '#application/mailing/rules/bulk-mail.ts';
import type { Templates } from '#application/mailing/wire.ts';
import { showInstant } from '#fields/show.ts';
import { useDashboard } from '#screens/campaign/use-dashboard.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { Compose } from './Compose.tsx';
import { badgeColors, type Drafts, freshChoice, type Order, textOf } from './calls.ts';
import { LookOver } from './LookOver.tsx';

interface BatchesProps {
  campaign: string;
  help: Templates;
  drafts: Drafts;
  onDrafts: (change: (before: Drafts) => Drafts) => void;
}

export function Batches({ campaign, help, drafts, onDrafts }: BatchesProps) {
  const [search, setSearch] = useOwnSearchParams();
  const open = (batch: string | undefined) =>
    setSearch((before) => {
      if (batch) before.set('batch', batch);
      else before.delete('batch');
      return before;
    });
  const setOrder = (order: Order | undefined) => onDrafts(({ texts }) => ({ texts, ...(order && { order }) }));
  const begin = (kind: MailKind) => setOrder({ ...freshChoice(kind), kind, text: textOf(help, kind), step: 'whom' });
  const batch = search.get('batch');
  const asked = search.get('kind');
  // Other tabs link here with the kind of mail that they need.
  useEffect(() => {
    if (!isMailKind(asked)) return;
    setSearch(
      (before) => {
        before.delete('kind');
        return before;
      },
      { replace: true },
    );
    begin(asked);
  });
  if (batch) return <LookOver key={batch} batch={batch} onBack={() => open(undefined)} />;
  if (drafts.order) {
    const written = (id: string) => {
      setOrder(undefined);
      open(id);
    };
    return <Compose campaign={campaign} help={help} order={drafts.order} onOrder={setOrder} onWritten={written} />;
  }
  return (
    <List
      campaign={campaign}
      onOpen={open}
      onNew={() => setOrder({ ...freshChoice('interview'), kind: 'interview', text: textOf(help, 'interview'), step: 'whom' })}
    />
  );
}

function List({ campaign, onOpen, onNew }: { campaign: string; onOpen: (batch: string) => void; onNew: () => void }) {
  const translate = useTranslate();
  const { data } = useDashboard('GET /api/desk/mails/batches', { query: { campaign } });
  if (!data) return <Pending />;
  return (
    <>
      <p className="maildesk-bar">
        <Button variant="contained" onClick={onNew}>
          {translate('deskmails.new')}
        </Button>
      </p>
      {data.length === 0 ? (
        <p className="soft">{translate('deskmails.none')}</p>
      ) : (
        <ScrollTable
          aria-label={translate('deskmails.batches')}
          heads={[...['at', 'kind', 'state', 'count', 'by'].map((head) => translate(`deskmails.col.${head}`)), { name: translate('deskmails.look') }]}
        >
          {data.map((batch) => (
            <tr key={batch.id}>
              <td>{showInstant(batch.at)}</td>
              <td>{translate(`deskmails.kinds.${batch.kind}`)}</td>
              <td>
                <span className="badge" data-color={badgeColors[batch.state]}>
                  {translate(`deskmails.batchstates.${batch.state}`)}
                </span>
              </td>
              <td>
                {Object.entries(batch.counts)
                  .map(([state, count]) => `${translate(`deskmails.mailstates.${state}`)} ${count}`)
                  .join(' · ')}
              </td>
              <td>{batch.by}</td>
              <td>
                <Button onClick={() => onOpen(batch.id)}>{translate('deskmails.look')}</Button>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </>
  );
}
