/** The outbox: what waits, what failed and why. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useNotices } from '#client/notices/Notices.tsx';
import { useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { showInstant } from '#fields/show.ts';
import { Section, Table } from './Section.tsx';
import { useOperation, usePanel } from './use-panel.ts';

const colors: Record<string, string> = { waiting: 'grey', sending: 'blue', sent: 'green', failed: 'red', stopped: 'orange' };

export function Mails() {
  const translate = useTranslate();
  const { positive } = useNotices();
  const operate = useOperation();
  const object = useObjects().find(({ name }) => name === 'mail');
  const { data } = usePanel('GET /api/system/mail', {}, 5_000);
  const test = async () => {
    const sent = await operate('POST /api/system/mail/test', { body: {} });
    if (sent) positive(translate('ops.mail_tested', { to: sent.to }));
  };
  if (!data) return null;
  const stateName = (state: string) => translate(`ops.mailstates.${state}`, { _: state });
  return (
    <Section title={translate('ops.tabs.mail')}>
      {!data.sends && <p className="soft">{translate('ops.mail_off')}</p>}
      <p>
        {Object.entries(data.counts)
          .map(([state, count]) => `${stateName(state)} ${count}`)
          .join(' · ') || translate('ops.mail_none')}
      </p>
      <p className="system-buttons">
        <Button variant="outlined" onClick={() => void test()}>
          {translate('ops.mail_test')}
        </Button>
        {object && (
          <Button component={Link} to={listPath(object.model)}>
            {translate('ops.mail_all')}
          </Button>
        )}
      </p>
      {data.mails.length > 0 && (
        <Table
          heads={['at', 'to', 'subject', 'state', 'tries', 'next', 'error', '']}
          rows={data.mails.map((mail) => [
            showInstant(mail.at),
            mail.to,
            mail.subject,
            <span key="state" className="badge" data-color={colors[mail.status]}>
              {stateName(mail.status)}
            </span>,
            mail.tries,
            mail.nextAt && showInstant(mail.nextAt),
            mail.error,
            <span key="verbs">
              {['waiting', 'failed', 'stopped'].includes(mail.status) && (
                <Button size="small" onClick={() => void operate('POST /api/system/mail/:id/retry', { at: { id: mail.id }, body: {} })}>
                  {translate('ops.retry')}
                </Button>
              )}
              {mail.status === 'waiting' && (
                <Button size="small" onClick={() => void operate('POST /api/system/mail/:id/stop', { at: { id: mail.id }, body: {} })}>
                  {translate('ops.stop')}
                </Button>
              )}
            </span>,
          ])}
        />
      )}
    </Section>
  );
}
