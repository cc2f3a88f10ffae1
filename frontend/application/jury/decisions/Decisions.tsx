/** Pending decisions: review them, take some back, and release all at once with their mails. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { Pending } from '#admin/layout/Layout.tsx';
import type { Decisions as Shape } from '#application/campaign/wire.ts';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import type { TabProps } from '#screens/campaign/tab.ts';
import { useDashboard, useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { PendingTable } from './PendingTable.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';

export default function Decisions({ campaign }: TabProps) {
  const translate = useTranslate();
  const session = useSession();
  const { positive, inform } = useNotices();
  const { busy, send } = useDashboardChange();
  const [releasing, setReleasing] = useState(false);
  const model = useObjects().find(({ name }) => name === 'enrolment')?.model;
  const id = encodeURIComponent(campaign);
  const { data, error } = useDashboard('GET /api/desk/:campaign/decisions', { at: { campaign } });
  if (error)
    return (
      <Alert severity="error">
        <FailureText error={error} />
      </Alert>
    );
  if (!data) return <Pending />;
  const mayDecide = model !== undefined && session.may(model, 'update');
  const seen = Object.fromEntries(data.lines.map((line) => [line.id, line.decision]));
  const undo = async (ids: string[]) => {
    const done = await send('PUT /api/desk/:campaign/decisions', { at: { campaign }, body: { ids, decision: '', seen } });
    if (done?.changed) positive(translate('desk.decide.undone', { count: done.changed }));
    // Only what somebody decided otherwise meanwhile is left out here.
    if (done?.skipped.length) inform(translate('desk.rank.skipped', { smart_count: done.skipped.length, why: translate('desk.decide.why.msg.datamodi') }));
  };
  const counts: (keyof Shape & string)[] = ['select', 'decline', 'held', 'open', 'selected', 'declined'];
  return (
    <>
      <p className="soft">{translate('desk.decide.help')}</p>
      <dl className="key-figures">
        {counts.map((name) => (
          <div key={name}>
            <dt>{translate(`desk.decide.${name}`)}</dt>
            <dd className="num">{Number(data[name])}</dd>
          </div>
        ))}
      </dl>
      {data.lines.length === 0 ? (
        <p>
          {translate('desk.decide.empty')}{' '}
          <Button component={Link} to={`/ccdfdesk?campaign=${id}&tab=ranking`}>
            {translate('desk.decide.torank')}
          </Button>
        </p>
      ) : (
        <>
          {mayDecide && (
            <p className="desk-buttons">
              <Button variant="contained" disabled={data.select + data.decline === 0} onClick={() => setReleasing(true)}>
                {translate('desk.decide.release')}
              </Button>
              <Button disabled={busy} onClick={() => void undo(data.lines.map((line) => line.id))}>
                {translate('desk.decide.undoall')}
              </Button>
            </p>
          )}
          <PendingTable lines={data.lines} onUndo={mayDecide ? (line) => void undo([line]) : undefined} />
        </>
      )}
      <p>
        <Link to={`/ccdfdesk?campaign=${id}&tab=mails&mails=outbox`}>{translate('desk.decide.mails')}</Link>
      </p>
      {releasing && <ReleaseDialog campaign={campaign} decisions={data} onClose={() => setReleasing(false)} />}
    </>
  );
}
