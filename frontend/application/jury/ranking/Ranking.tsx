/** The ranking by a chosen measure, with its ranges, the votes below each row, and a bar to set pending decisions. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useDeferredValue, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { Pending } from '#admin/layout/Layout.tsx';
import { incompleteSets } from '#application/jury/rules/criteria.ts';
import { type Measure, measures } from '#application/jury/rules/ranking.ts';
import { addressOf } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import type { TabProps } from '#screens/campaign/tab.ts';
import { useDashboard } from '#screens/campaign/use-dashboard.ts';
import { useLabels } from '#screens/campaign/use-labels.ts';
import { Agreement } from './Agreement.tsx';
import { DecideBar } from './DecideBar.tsx';
import { RankPlot } from './RankPlot.tsx';
import { RankTable } from './RankTable.tsx';

export default function Ranking({ campaign }: TabProps) {
  const translate = useTranslate();
  const label = useLabels();
  const { lang } = useLanguage();
  const session = useSession();
  const download = useDownload('export');
  const model = useObjects().find(({ name }) => name === 'enrolment')?.model;
  const [by, setBy] = useState<Measure>('sum');
  const [program, setProgram] = useState('');
  const [typed, setTyped] = useState('20');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const top = useDeferredValue(Math.min(Math.max(Math.round(Number(typed)) || 1, 1), 9_999));
  const asked = { at: { campaign }, query: { by, top, program } };
  const { data, error } = useDashboard('GET /api/desk/:campaign/ranking', asked);
  const { data: conflicts } = useDashboard('GET /api/desk/:campaign/conflicts', { at: { campaign } });
  if (error)
    return (
      <Alert severity="error">
        <FailureText error={error} />
      </Alert>
    );
  if (!data) return <Pending />;
  const countsHere = ({ counts, conflict, result }: (typeof data.lines)[number]['votes'][number]) =>
    by === 'criteria' ? !conflict && typeof result === 'number' : counts;
  const unranked = data.lines.filter(({ rank }) => rank === null).length;
  const incomplete = incompleteSets(by === 'criteria' ? data.lines.flatMap((line) => line.votes) : [], data.criteria, lang);
  const programs = model?.fields.find(({ name }) => name === 'attProgram')?.options ?? [];
  const mayDecide = model !== undefined && session.may(model, 'update');
  const mayExport = model !== undefined && session.may(model, 'export');
  return (
    <div className="desk-ranking">
      <div className="desk-filters">
        <TextField
          select
          label={translate('desk.rank.by')}
          value={by}
          onChange={(event) => setBy(measures.find((one) => one === event.target.value) ?? 'sum')}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {measures
            .filter((one) => one !== 'criteria' || data.criteria.length > 0)
            .map((one) => (
              <option key={one} value={one}>
                {translate(`desk.rank.measure.${one}`)}
              </option>
            ))}
        </TextField>
        <TextField
          select
          label={translate('desk.rank.program')}
          value={program}
          onChange={(event) => {
            setProgram(event.target.value);
            setChosen(new Set());
          }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{translate('desk.rank.all')}</option>
          {programs.map(({ value }) => (
            <option key={String(value)} value={String(value)}>
              {label('attProgram', String(value))}
            </option>
          ))}
        </TextField>
        <TextField
          type="number"
          label={translate('desk.rank.top')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { min: 1, max: 9999 } }}
          sx={{ width: 110 }}
        />
        {mayExport && (
          <>
            <Button
              variant="outlined"
              onClick={() =>
                void download(
                  addressOf('GET /api/desk/:campaign/export', { ...asked, query: { ...asked.query, lang } }),
                  `${campaign}-${translate('desk.exportname')}.xlsx`,
                )
              }
            >
              {translate('desk.export')}
            </Button>
            <Button
              variant="outlined"
              onClick={() =>
                void download(
                  addressOf('GET /api/desk/:campaign/minutes', { ...asked, query: { ...asked.query, lang } }),
                  `${campaign}-${translate('desk.minutes.file')}.pdf`,
                )
              }
            >
              {translate('desk.minutes.button')}
            </Button>
          </>
        )}
      </div>
      <p className="soft">
        {translate(`desk.rank.measurehelp.${by}`)} {translate('desk.rank.help')}
      </p>
      {data.lines.length === 0 ? (
        <p>{translate('desk.rank.empty')}</p>
      ) : (
        <>
          <p>
            {translate('desk.rank.votes', {
              votes: data.votes,
              jurors: new Set(data.lines.flatMap(({ votes }) => votes.filter(countsHere).map(({ juror }) => juror))).size,
              lines: data.lines.length,
            })}
            {data.votes === 0 && incomplete.count === 0 && ` ${translate('desk.rank.novotes')}`}
            {data.votes > 0 && unranked > 0 && ` ${translate('desk.rank.unrankedcount', { smart_count: unranked })}`}
          </p>
          {incomplete.count > 0 && (
            <Alert severity="warning">{translate('desk.rank.incomplete', { smart_count: incomplete.count, criteria: incomplete.lacking })}</Alert>
          )}
          {data.votes > 0 && <RankPlot ranking={data} />}
          <p className="soft">{translate('desk.rank.bandhelp', { count: data.resamples, top: data.top })}</p>
          {mayDecide && <DecideBar campaign={campaign} lines={data.lines} top={data.top} chosen={chosen} onChosen={setChosen} />}
          <RankTable ranking={data} conflicts={conflicts} chosen={chosen} onChosen={mayDecide ? setChosen : undefined} />
          <Agreement ranking={data} />
          <p>
            <Link to={`/ccdfdesk?campaign=${encodeURIComponent(campaign)}&tab=decisions`}>{translate('desk.rank.review')}</Link>
          </p>
        </>
      )}
    </div>
  );
}
