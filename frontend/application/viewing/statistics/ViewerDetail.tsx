/** One viewer: every video they watched, when and how much. */

import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import type { PageName } from '#application/viewing/rules/page-address.ts';
import type { ViewingStatistics } from '#application/viewing/wire.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { pageOf, useVpman } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';
import { arrive } from './arrive.ts';

export function ViewerDetail({ name, viewer, works }: { name: PageName; viewer: string; works: ViewingStatistics['works'] }) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { data, error, isPlaceholderData } = useVpman('GET /api/vpman/:campaign/:pg/statistics/viewer', { at: pageOf(name), query: { id: viewer } });
  if (error) return <FailureLine error={error} />;
  if (!data || isPlaceholderData) return <Pending />;
  const [first] = data;
  const title = first && (first.name || first.ename) ? words.name(first) : translate('vpman.stat.anonymous', { id: viewer.slice(0, 6) });
  const titles = new Map<string, string>(works.map((work) => [work.work, words.name(work)]));
  const rows = data.filter(({ work }) => work !== '');
  return (
    <section className="panel" aria-label={title}>
      <h2 ref={arrive} tabIndex={-1}>
        {title}
      </h2>
      {rows.length === 0 && <p className="soft">{translate('vpman.stat.onlypage')}</p>}
      {rows.length > 0 && (
        <ScrollTable aria-label={title} heads={['work', 'video', 'time', 'share', 'place', 'first', 'last'].map((head) => translate(`vpman.stat.${head}`))}>
          {rows.map((line) => (
            <tr key={`${line.work} ${line.video} ${line.begunAt}`}>
              <th scope="row">{titles.get(line.work) ?? line.work}</th>
              <td data-wrap="">{line.video ? words.video(line.videoName) : translate('vpman.stat.opened')}</td>
              <td className="num">{line.video ? words.clock(line.seconds) : '–'}</td>
              <td className="num">{line.duration > 0 ? words.percent(line.share) : '–'}</td>
              <td className="num">{line.video ? words.clock(line.place) : '–'}</td>
              <td className="num">{words.moment(line.begunAt)}</td>
              <td className="num">{words.moment(line.seenAt)}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}
