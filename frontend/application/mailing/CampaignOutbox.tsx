/** A campaign's mails in the outbox, by state. Failed ones can be sent again. */

import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import { usePanel } from '#admin/system/use-panel.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { badgeColors } from './calls.ts';

const pageSize = 50;
const order = ['held', 'waiting', 'sending', 'failed', 'stopped', 'sent'];

export function CampaignOutbox({ campaign }: { campaign: string }) {
  const translate = useTranslate();
  const { positive } = useNotices();
  const { busy, send } = useDashboardChange();
  const [status, setStatus] = useState('');
  const [offset, setOffset] = useState(0);
  const { data, refetch } = usePanel('GET /api/desk/mails/outbox', { query: { campaign, offset, status: status || undefined } }, 5_000);
  if (!data) return <Pending />;
  const total = Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const shown = status ? (data.counts[status] ?? 0) : total;
  const choose = (next: string) => {
    setStatus(next);
    setOffset(0);
  };
  const change = async (id: string, verb: 'retry' | 'stop') => {
    const done = await send(`POST /api/desk/mails/outbox/:id/${verb}`, { at: { id }, body: {} });
    if (done !== undefined && verb === 'retry') positive(translate('deskmails.retried'));
    await refetch();
  };
  return (
    <section className="panel" aria-label={translate('deskmails.outbox')}>
      {!data.sends && <p className="soft">{translate('deskmails.outbox_off')}</p>}
      {total === 0 ? (
        <p className="soft">{translate('deskmails.outbox_none')}</p>
      ) : (
        <>
          <p className="maildesk-bar">
            {['', ...order.filter((state) => data.counts[state])].map((state) => (
              <Chip
                key={state}
                size="small"
                label={`${translate(state ? `deskmails.mailstates.${state}` : 'deskmails.all')} ${state ? data.counts[state] : total}`}
                color={status === state ? 'primary' : 'default'}
                variant={status === state ? 'filled' : 'outlined'}
                aria-pressed={status === state}
                onClick={() => choose(state)}
              />
            ))}
          </p>
          <ScrollTable
            aria-label={translate('deskmails.outbox')}
            heads={[
              ...['at', 'to', 'subject', 'template', 'state', 'tries', 'error'].map((head) => translate(`deskmails.col.${head}`)),
              { name: translate('deskmails.retry') },
            ]}
          >
            {data.mails.map((mail) => (
              <tr key={mail.id}>
                <td>{showInstant(mail.sentAt || mail.at)}</td>
                <td>{mail.to}</td>
                <td data-wrap>{mail.subject}</td>
                <td>{translate(`deskmails.templates.${mail.template}`, { _: mail.template })}</td>
                <td>
                  <span className="badge" data-color={badgeColors[mail.status]}>
                    {translate(`deskmails.mailstates.${mail.status}`)}
                  </span>
                </td>
                <td>{mail.tries}</td>
                <td data-wrap>
                  {mail.error}
                  {mail.status === 'waiting' && mail.nextAt && (
                    <div className="soft">{translate('deskmails.next_try', { at: showInstant(mail.nextAt, true) })}</div>
                  )}
                </td>
                <td>
                  {(mail.status === 'failed' || mail.status === 'stopped' || (mail.status === 'waiting' && mail.tries > 0)) && (
                    <Button disabled={busy} onClick={() => void change(mail.id, 'retry')}>
                      {translate('deskmails.retry')}
                    </Button>
                  )}
                  {mail.status === 'waiting' && (
                    <Button disabled={busy} onClick={() => void change(mail.id, 'stop')}>
                      {translate('deskmails.stop')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </ScrollTable>
          {shown > pageSize && (
            <p className="maildesk-bar">
              <Button disabled={offset === 0} onClick={() => setOffset(Math.max(offset - pageSize, 0))}>
                {translate('deskmails.prev_page')}
              </Button>
              <span>{translate('deskmails.range', { from: offset + 1, to: offset + data.mails.length, total: shown })}</span>
              <Button disabled={offset + data.mails.length >= shown} onClick={() => setOffset(offset + pageSize)}>
                {translate('deskmails.next_page')}
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  );
}
