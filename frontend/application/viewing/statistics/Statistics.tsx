/** Who watched what, when and how much: by work with its curve of attention, by viewer with every video; also as a workbook. */

import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import type { WorkKey } from '#application/viewing/rules/works.ts';
import type { ViewingStatistics } from '#application/viewing/wire.ts';
import { addressOf } from '#client/http-client.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { useEntry } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { LeakMark } from '../links/LeakMark.tsx';
import type { PageTabProps } from '../page-tab.ts';
import { pageOf, useVpman } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';
import { ViewerDetail } from './ViewerDetail.tsx';
import { WorkDetails } from './WorkDetails.tsx';

export default function Statistics({ name }: PageTabProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const download = useDownload('export');
  const session = useSession();
  const people = useEntry('decision_maker');
  const [by, setBy] = useState<'work' | 'viewer'>('work');
  const [work, setWork] = useState<WorkKey>();
  const [viewer, setViewer] = useState<string>();
  const { data, error } = useVpman('GET /api/vpman/:campaign/:pg/statistics', { at: pageOf(name) });
  if (error) return <FailureLine error={error} />;
  if (!data) return <Pending />;
  const { totals } = data;
  const figures = [
    ['viewers', totals.viewers],
    ['persons', totals.persons],
    ['time', words.clock(totals.seconds)],
    ['unopened', translate('vpman.stat.ofall', { count: totals.unopened, of: totals.links })],
  ] as const;
  return (
    <>
      <dl className="key-figures">
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{translate(`vpman.stat.${key}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="vpman-buttons">
        <ToggleButtonGroup
          exclusive
          size="small"
          value={by}
          onChange={(_, next: 'work' | 'viewer' | null) => next && setBy(next)}
          aria-label={translate('vpman.stat.by')}
        >
          {(['work', 'viewer'] as const).map((one) => (
            <ToggleButton key={one} value={one} sx={{ textTransform: 'none' }}>
              {translate(`vpman.stat.by_${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {people && session.may(people.model, 'export') && (
          <Button
            onClick={() =>
              void download(
                addressOf('GET /api/vpman/:campaign/:pg/export', { at: pageOf(name), query: { lang: words.lang } }),
                `${name.campaign}-${name.pg}.xlsx`,
              )
            }
          >
            {translate('vpman.stat.export')}
          </Button>
        )}
      </p>
      {data.viewers.length === 0 && <p className="soft">{translate('vpman.stat.nothing')}</p>}
      {by === 'work' ? (
        <>
          <WorkTable statistics={data} chosen={work} onChoose={setWork} />
          {work && <WorkDetails name={name} work={work} title={words.name(data.works.find((one) => one.work === work) ?? {})} />}
        </>
      ) : (
        <>
          <ViewerTable statistics={data} chosen={viewer} onChoose={setViewer} />
          {viewer && <ViewerDetail name={name} viewer={viewer} works={data.works} />}
        </>
      )}
    </>
  );
}

interface TableProps<T> {
  statistics: ViewingStatistics;
  chosen: T | undefined;
  onChoose: (next: T) => void;
}

function WorkTable({ statistics, chosen, onChoose }: TableProps<WorkKey>) {
  const translate = useTranslate();
  const words = useWordsOf();
  const most = Math.max(1, ...statistics.works.map(({ seconds }) => seconds));
  const rows = [...statistics.works].sort((a, b) => b.seconds - a.seconds || b.viewers - a.viewers);
  return (
    <ScrollTable
      className="panel"
      aria-label={translate('vpman.stat.by_work')}
      heads={['work', 'viewers_head', 'time', 'mean', 'whole', 'last'].map((head) => translate(`vpman.stat.${head}`))}
    >
      {rows.map((one) => {
        const played = one.videos.reduce((sum, video) => sum + video.viewers, 0);
        const mean = played ? one.videos.reduce((sum, video) => sum + video.mean * video.viewers, 0) / played : null;
        return (
          <tr key={one.work} aria-current={one.work === chosen ? 'true' : undefined}>
            <th scope="row">
              <button type="button" className="link" onClick={() => onChoose(one.work)}>
                {one.number} {words.name(one)}
              </button>
              {!one.onPage && <span className="badge">{translate('vpman.stat.off')}</span>}
            </th>
            <td className="num">{one.viewers}</td>
            <td className="num">
              {words.clock(one.seconds)}
              <svg className="vpman-bars" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(one.seconds / most) * 100} height={6} />
              </svg>
            </td>
            <td className="num">{mean === null ? '–' : words.percent(mean)}</td>
            <td className="num">{one.videos.length ? one.videos.reduce((sum, video) => sum + video.whole, 0) : '–'}</td>
            <td className="num">{words.moment(one.seenAt)}</td>
          </tr>
        );
      })}
    </ScrollTable>
  );
}

function ViewerTable({ statistics, chosen, onChoose }: TableProps<string>) {
  const translate = useTranslate();
  const words = useWordsOf();
  return (
    <ScrollTable
      className="panel"
      aria-label={translate('vpman.stat.by_viewer')}
      heads={['viewer', 'works', 'videos', 'time', 'first', 'last', 'link'].map((head) => translate(`vpman.stat.${head}`))}
    >
      {statistics.viewers.map((one) => (
        <tr key={one.viewer} aria-current={one.viewer === chosen ? 'true' : undefined}>
          <th scope="row">
            <button type="button" className="link" onClick={() => onChoose(one.viewer)}>
              {one.name || one.ename ? words.name(one) : translate('vpman.stat.anonymous', { id: one.viewer.slice(0, 6) })}
            </button>
            <span className="vpman-under soft">{one.org}</span>
          </th>
          <td className="num">{one.works}</td>
          <td className="num">{one.videos}</td>
          <td className="num">{words.clock(one.seconds)}</td>
          <td className="num">{words.moment(one.begunAt)}</td>
          <td className="num">{words.moment(one.seenAt)}</td>
          <td data-wrap="">
            <LeakMark leak={one.leak} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
