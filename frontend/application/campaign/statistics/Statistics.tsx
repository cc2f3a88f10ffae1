/** A campaign's enrolments in numbers: by day, in the last hours, compared with the previous campaign, and by their fields. */

import { useTranslate } from 'react-admin';
import { State } from '#admin/home/CardState.tsx';
import { groupings } from '#application/campaign/rules/statistics.ts';
import type { CampaignStatistics } from '#application/campaign/wire.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { TabProps } from '../tab.ts';
import { useDashboard } from '../use-dashboard.ts';
import { useName } from '../use-labels.ts';
import { CurvePlot } from './CurvePlot.tsx';
import { Groups } from './Groups.tsx';

export default function Statistics({ campaign }: TabProps) {
  const translate = useTranslate();
  const named = useName();
  const { data, error } = useDashboard('GET /api/desk/:campaign/statistics', { at: { campaign } }, 60_000);
  if (!data) return <State error={error} />;
  const facts: [string, number, number | undefined][] = [
    ['total', data.total, data.before?.total],
    ['submitted', data.submitted, data.before?.submitted],
    ['drafts', data.total - data.submitted, data.before ? data.before.total - data.before.submitted : undefined],
  ];
  return (
    <div className="desk-statistics">
      <section className="panel">
        <dl className="key-figures">
          {facts.map(([name, value, before]) => (
            <div key={name}>
              <dt>{translate(`desk.stat.${name}`)}</dt>
              <dd className="num">
                {value}
                {before !== undefined && (
                  <span className="soft">
                    {' '}
                    {translate('desk.stat.before')} {before}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="soft">{data.previous ? translate('desk.stat.against', { title: named(data.previous) }) : translate('desk.stat.alone')}</p>
      </section>
      {data.total === 0 ? (
        <p>{translate('desk.stat.empty')}</p>
      ) : (
        <>
          <section className="panel desk-along">
            <Along data={data} />
          </section>
          <div className="desk-groups">
            {groupings.map((by) => (
              <Groups key={by} by={by} groups={data.groups[by]} total={data.total} previous={data.previous ? named(data.previous) : undefined} />
            ))}
          </div>
          <p className="soft">{translate('desk.stat.multi')}</p>
        </>
      )}
    </div>
  );
}

function Along({ data: { days, hours, zone, previous } }: { data: CampaignStatistics }) {
  const translate = useTranslate();
  const named = useName();
  const sum = (list: { begun: number; submitted: number }[], of: 'begun' | 'submitted') => list.reduce((all, one) => all + one[of], 0);
  const plot = (list: { at: string; begun: number; submitted: number }[], by: 'day' | 'hour') => {
    const names = list.map(({ at }) => (by === 'day' ? at : `${at}:00`));
    const every = by === 'hour' ? 12 : Math.max(7, Math.ceil(list.length / 8 / 7) * 7);
    const short = (at: string) => (by === 'day' ? at.slice(5) : `${at.slice(5, 10)} ${at.slice(11, 13)}:00`);
    return (
      <BarPlot
        title={translate(by === 'day' ? 'desk.stat.byday' : 'desk.stat.lasthours', { zone })}
        summary={translate('desk.stat.bydaytext', {
          from: names[0] ?? '',
          until: names.at(-1) ?? '',
          begun: sum(list, 'begun'),
          submitted: sum(list, 'submitted'),
        })}
        names={names}
        ticks={new Map(list.flatMap(({ at }, index) => ((list.length - 1 - index) % every === 0 ? [[index, short(at)] as const] : [])))}
        nameHead={translate(`desk.stat.${by}`)}
        back={{ label: translate('desk.stat.begun'), values: list.map(({ begun }) => begun) }}
        front={{ label: translate('desk.stat.submitted'), values: list.map(({ submitted }) => submitted) }}
        show={String}
        tableLabel={translate('desk.stat.table')}
      />
    );
  };
  return (
    <>
      <CurvePlot days={days} previous={previous ? named(previous) : undefined} />
      {plot(days, 'day')}
      {plot(hours, 'hour')}
    </>
  );
}
