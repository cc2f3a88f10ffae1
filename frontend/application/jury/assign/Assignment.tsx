/** Who reads what: how much each juror has to read, the readers of each enrolment, and the ways to change it: balanced, by program or group, by hand. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { Pending } from '#admin/layout/Layout.tsx';
import type { AssignmentLine } from '#application/jury/wire.ts';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import type { TabProps } from '#screens/campaign/tab.ts';
import { useDashboard } from '#screens/campaign/use-dashboard.ts';
import { useLabels, useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { ReadersDialog } from './ReadersDialog.tsx';
import './assign.css';

export default function Assignment({ campaign }: TabProps) {
  const translate = useTranslate();
  const label = useLabels();
  const named = useName();
  const session = useSession();
  const model = useObjects().find(({ name }) => name === 'enrolment')?.model;
  const { data, error } = useDashboard('GET /api/desk/:campaign/assignment', { at: { campaign } });
  const [isAssigning, setAssigning] = useState(false);
  const [line, setLine] = useState<AssignmentLine>();
  const id = encodeURIComponent(campaign);
  if (error)
    return (
      <Alert severity="error">
        <FailureText error={error} />
      </Alert>
    );
  if (!data) return <Pending />;
  const mayAssign = model !== undefined && session.may(model, 'update');
  const people = new Map(data.jurors.map((juror) => [juror.id, named(juror)]));
  const missing = data.lines.filter(({ readers }) => readers.length < data.perPitch).length;
  return (
    <>
      <p className="soft">{translate('desk.assign.help')}</p>
      {data.readBy !== 'assigned' && (
        <Alert
          severity="info"
          sx={{ mb: 1.5 }}
          action={
            <Button component={Link} to={`/ccdfman/edit?id=${id}&field=readBy`} size="small">
              {translate('desk.assign.turnon')}
            </Button>
          }
        >
          {translate('desk.assign.off')}
        </Alert>
      )}
      {data.lines.length === 0 || data.jurors.length === 0 ? (
        <p>{translate('desk.assign.empty')}</p>
      ) : (
        <>
          <p className="desk-buttons">
            <span>{missing ? translate('desk.assign.missing', { smart_count: missing, readers: data.perPitch }) : translate('desk.assign.complete')}</span>
            {mayAssign && (
              <Button variant="contained" onClick={() => setAssigning(true)}>
                {translate('desk.assign.open')}
              </Button>
            )}
            <Button component={Link} to={`/ccdfdesk?campaign=${id}&tab=mails&mails=batches&kind=reminder-juror`}>
              {translate('desk.jury.remind')}
            </Button>
          </p>
          <h2>{translate('desk.assign.loads')}</h2>
          <ScrollTable
            aria-label={translate('desk.assign.loads')}
            heads={['juror', 'group', 'programs', 'load', 'unopened'].map((head) => translate(`desk.assign.${head}`))}
          >
            {data.jurors.map((juror) => (
              <tr key={juror.id} className={juror.enabled ? undefined : 'desk-idle'}>
                <th scope="row">
                  <Link to={`/juryman/edit?id=${encodeURIComponent(juror.id)}`}>{named(juror)}</Link>
                </th>
                <td>{juror.group || '–'}</td>
                <td>{juror.programs.map((code) => label('attProgram', code)).join(' · ')}</td>
                <td className="num">{juror.load}</td>
                <td className="num">{juror.open}</td>
              </tr>
            ))}
          </ScrollTable>
          <h2>{translate('desk.assign.lines')}</h2>
          <ScrollTable
            aria-label={translate('desk.assign.lines')}
            heads={['number', 'film', 'programs', 'readers', ...(mayAssign ? ['hand'] : [])].map((head) => translate(`desk.assign.${head}`))}
          >
            {data.lines.map((one) => (
              <tr key={one.id}>
                <td className="num">{one.number}</td>
                <th scope="row">
                  <Link to={`/ccdfenroll/edit?id=${encodeURIComponent(one.id)}`}>{named(one)}</Link>
                </th>
                <td>{one.programs.map((code) => label('attProgram', code)).join(' · ')}</td>
                <td data-wrap>
                  {one.readers.length === 0 && <span className="soft">{translate('desk.assign.nobody')}</span>}
                  {one.readers.map(({ juror, state }) => (
                    <span key={juror} className="badge desk-reader" data-color={colours[state]} title={translate(`desk.assign.state.${state}`)}>
                      {people.get(juror) ?? juror}
                      <span className="unseen">{translate(`desk.assign.state.${state}`)}</span>
                    </span>
                  ))}
                </td>
                {mayAssign && (
                  <td>
                    <Button size="small" onClick={() => setLine(one)} aria-label={translate('desk.assign.handof', { name: `${one.number} ${named(one)}` })}>
                      {translate('desk.assign.change')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </ScrollTable>
        </>
      )}
      {isAssigning && <AssignDialog campaign={campaign} facts={data} onClose={() => setAssigning(false)} />}
      {line && <ReadersDialog line={line} jurors={data.jurors} onClose={() => setLine(undefined)} />}
    </>
  );
}

const colours = { new: 'grey', opened: 'blue', rated: 'green', conflict: 'red' } as const;
