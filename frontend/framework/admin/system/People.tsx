/** Who is signed in, and who failed to. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import type { ShownSession } from '#framework/system/wire.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Device } from './Device.tsx';
import { Section, Table } from './Section.tsx';
import { useOperation, usePanel } from './use-panel.ts';

export function People() {
  const translate = useTranslate();
  const { positive } = useNotices();
  const operate = useOperation();
  const { data: sessions = [] } = usePanel('GET /api/system/sessions', {});
  const { data: failures = [] } = usePanel('GET /api/system/failures', {});
  const [chosen, setChosen] = useState<ShownSession>();
  const end = async (session: ShownSession) => {
    setChosen(undefined);
    if ((await operate('POST /api/system/sessions/:id/end', { at: { id: session.id }, body: {} })) !== undefined) positive(translate('ops.ended'));
  };
  return (
    <>
      <Section title={translate('system.sessions')} none={sessions.length === 0 && translate('system.sessions_none')}>
        <Table
          heads={['user', 'address', 'since', 'seen', 'agent', '']}
          rows={sessions.map((one) => [
            one.viewAs ? `${one.user} (${translate('ops.viewas', { role: one.viewAs })})` : one.user,
            one.address,
            showInstant(one.createdAt),
            showInstant(one.usedAt),
            <Device key="agent" of={one} />,
            one.own ? (
              <span key="end" className="badge" data-color="green">
                {translate('ops.this')}
              </span>
            ) : (
              <Button key="end" size="small" onClick={() => setChosen(one)}>
                {translate('ops.end')}
              </Button>
            ),
          ])}
        />
      </Section>
      <Section title={translate('system.failures')} none={failures.length === 0 && translate('system.failures_none')}>
        <Table heads={['at', 'user', 'address']} rows={failures.map((one) => [showInstant(one.at), one.account, one.address])} />
      </Section>
      <Confirm
        question={chosen && { title: translate('ops.end_title', { user: chosen.user }), confirm: translate('ops.end'), danger: true }}
        onAnswer={(yes) => (yes && chosen ? void end(chosen) : setChosen(undefined))}
      />
    </>
  );
}
