/** The progress of each juror, a button to remind them, and hints at conflicts of interest. */

import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { State } from '#admin/home/CardState.tsx';
import type { TabProps } from '#screens/campaign/tab.ts';
import { useDashboard } from '#screens/campaign/use-dashboard.ts';
import { useInstants } from '#screens/campaign/use-labels.ts';
import { Hints } from './Hints.tsx';
import { JurorTable } from './JurorTable.tsx';

export default function JuryProgress({ campaign }: TabProps) {
  const translate = useTranslate();
  const instant = useInstants();
  const id = encodeURIComponent(campaign);
  const { data, error } = useDashboard('GET /api/desk/:campaign/jurors', { at: { campaign } }, 60_000);
  const { data: conflicts } = useDashboard('GET /api/desk/:campaign/conflicts', { at: { campaign } });
  if (!data) return <State error={error} />;
  const toRead = data.lines.some(({ enabled, total }) => enabled && total);
  const behind = data.lines.filter(({ enabled, read, total, doneAt }) => enabled && read < total && !doneAt).length;
  const add = (
    <Button component={Link} to="/juryman/edit">
      {translate('desk.jury.add')}
    </Button>
  );
  if (data.lines.length === 0) {
    return (
      <p>
        {translate('desk.jury.empty')} {add}
      </p>
    );
  }
  return (
    <>
      <p className="soft">{translate('desk.jury.help')}</p>
      <p>{translate('desk.jury.window', { state: translate(`desk.window.${data.state}`), end: instant(data.end) })}</p>
      <p className="desk-buttons">
        <span>{behind ? translate('desk.jury.behind', { smart_count: behind }) : translate(toRead ? 'desk.jury.alldone' : 'desk.jury.nothing')}</span>
        {behind > 0 && (
          <Button
            variant="outlined"
            component={Link}
            to={`/ccdfdesk?campaign=${id}&tab=mails&mails=batches&kind=reminder-juror`}
            title={translate('desk.jury.remindhelp')}
          >
            {translate('desk.jury.remind')}
          </Button>
        )}
        {add}
      </p>
      <JurorTable progress={data} conflicts={conflicts} />
      {conflicts && <Hints conflicts={conflicts} />}
    </>
  );
}
