/** Both windows, each with a button that opens or closes it now. The button says first what will change. */

import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { DashboardOverview, WindowOverview } from '#application/campaign/wire.ts';
import { Labelled } from '#client/Labelled.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { ownInstant, stampOf } from '#framework/time.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';
import { useDashboardChange } from '../use-dashboard.ts';
import { useInstants } from '../use-labels.ts';

const colors: Record<string, string> = { not_started: 'grey', open: 'green', ended: 'orange' };

export function Windows({ overview }: { overview: DashboardOverview }) {
  const translate = useTranslate();
  const instant = useInstants();
  const [turning, setTurning] = useState<{ window: WindowOverview; turn: 'open' | 'close' }>();
  return (
    <>
      {overview.windows.map((window) => (
        <div key={window.kind} className="desk-window">
          <div>
            <strong>{translate(`desk.window.${window.kind}`)}</strong>{' '}
            <span className="badge" data-color={colors[window.state]}>
              {translate(`desk.window.${window.state}`)}
            </span>
            <p className="soft">
              {translate('desk.window.from', {
                start: window.start ? instant(window.start) : translate('desk.window.nostart'),
                end: window.end ? instant(window.end) : translate('desk.window.noend'),
              })}
            </p>
          </div>
          {overview.mayManage && (
            <div className="desk-buttons">
              {window.open && (
                <Button
                  variant="outlined"
                  onClick={() => setTurning({ window, turn: 'open' })}
                  aria-label={translate('desk.window.opentitle', { name: translate(`desk.window.${window.kind}`) })}
                >
                  {translate('desk.window.opennow')}
                </Button>
              )}
              {window.close && (
                <Button
                  variant="outlined"
                  color="error"
                  onClick={() => setTurning({ window, turn: 'close' })}
                  aria-label={translate('desk.window.closetitle', { name: translate(`desk.window.${window.kind}`) })}
                >
                  {translate('desk.window.closenow')}
                </Button>
              )}
            </div>
          )}
        </div>
      ))}
      {turning && <TurnDialog overview={overview} {...turning} onClose={() => setTurning(undefined)} />}
    </>
  );
}

function TurnDialog({ overview, window, turn, onClose }: { overview: DashboardOverview; window: WindowOverview; turn: 'open' | 'close'; onClose: () => void }) {
  const translate = useTranslate();
  const instant = useInstants();
  const { positive } = useNotices();
  const { busy, send } = useDashboardChange();
  const [typed, setTyped] = useState('');
  const until = readMoment('datetime-local', typed);
  const name = translate(`desk.window.${window.kind}`);
  const end = until ? stampOf(ownInstant(until)) : '';
  const endField = window.kind === 'enrol' ? 'cEnd' : 'sEnd';
  const changes = Object.entries({ ...(turn === 'open' ? window.open : window.close), ...(end && { [endField]: end }) });
  const run = async () => {
    const body = { kind: window.kind, turn, ver: overview.ver, ...(turn === 'open' && { until: end }) };
    if (await send('POST /api/desk/:campaign/window', { at: { campaign: overview.id }, body })) {
      positive(translate('desk.window.done'));
      onClose();
    }
  };
  const content = (
    <div className="desk-turn">
      <h3>{translate('desk.window.changes')}</h3>
      <ul>
        {changes.map(([field, next]) => (
          <li key={field}>
            <Labelled label={translate(`desk.window.field.${field}`)}>
              {translate('desk.window.was', { value: instant(field.endsWith('Start') ? window.start : window.end) })}
              {' → '}
              {translate('desk.window.becomes', { value: next === '' || next === end ? instant(next) : translate('desk.window.nowvalue') })}
            </Labelled>
          </li>
        ))}
      </ul>
      {turn === 'close' && <p>{translate(window.kind === 'enrol' ? 'desk.window.grace' : 'desk.window.gracejury')}</p>}
      {turn === 'close' && window.kind === 'enrol' && Boolean(overview.states.draft) && (
        <p className="desk-warn">{translate('desk.window.drafts', { smart_count: overview.states.draft })}</p>
      )}
      {turn === 'open' && (
        <MomentInput
          fullWidth
          picker="datetime-local"
          label={translate('desk.window.until')}
          help={translate('desk.window.untilhelp')}
          value={typed}
          onChange={setTyped}
        />
      )}
    </div>
  );
  return (
    <Confirm
      question={{
        title: translate(`desk.window.${turn}title`, { name }),
        content,
        confirm: translate(`desk.window.${turn}now`),
        danger: turn === 'close',
        busy,
      }}
      onAnswer={(yes) => (yes ? void run() : onClose())}
    />
  );
}
