/** One work: the curve of attention of each of its videos, and who watched how much. */

import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import type { PageName } from '#application/viewing/rules/page-address.ts';
import type { WorkKey } from '#application/viewing/rules/works.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { pageOf, useVpman } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';
import { AttentionPlot } from './AttentionPlot.tsx';
import { arrive } from './arrive.ts';

export function WorkDetails({ name, work, title }: { name: PageName; work: WorkKey; title: string }) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { data, error, isPlaceholderData } = useVpman('GET /api/vpman/:campaign/:pg/statistics/work', { at: pageOf(name), query: { id: work } });
  if (error) return <FailureLine error={error} />;
  if (!data || isPlaceholderData) return <Pending />;
  return (
    <section className="panel" aria-label={title}>
      <h2 ref={arrive} tabIndex={-1}>
        {title}
      </h2>
      {data.curves.length === 0 && <p className="soft">{translate('vpman.stat.nocurve')}</p>}
      {data.curves.map((curve) => (
        <AttentionPlot key={curve.video} curve={curve} />
      ))}
      {data.lines.length > 0 && (
        <ScrollTable
          aria-label={translate('vpman.stat.whowatched')}
          heads={['viewer', 'video', 'time', 'share', 'place', 'opens', 'last'].map((head) => translate(`vpman.stat.${head}`))}
        >
          {data.lines.map((line) => (
            <tr key={`${line.viewer} ${line.video} ${line.begunAt}`}>
              <th scope="row">{line.name || line.ename ? words.name(line) : translate('vpman.stat.anonymous', { id: line.viewer.slice(0, 6) })}</th>
              <td data-wrap="">{line.video ? words.video(line.videoName) : translate('vpman.stat.opened')}</td>
              <td className="num">{line.video ? words.clock(line.seconds) : '–'}</td>
              <td className="num">{line.duration > 0 ? words.percent(line.share) : '–'}</td>
              <td className="num">{line.video ? words.clock(line.place) : '–'}</td>
              <td className="num">{line.opens}</td>
              <td className="num">{words.moment(line.seenAt)}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}
