/** Viewing compared with the forum: what people have not opened before their next day of meetings, and what they watched without wishing for it. */

import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import type { WishOffers } from '#application/viewing/wire.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useEntry } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import type { PageTabProps } from '../page-tab.ts';
import { pageOf, useVpman, useVpmanChange } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';

export default function Meetings(props: PageTabProps) {
  return (
    <>
      <Before {...props} />
      <Wishes {...props} />
    </>
  );
}

function Before({ name }: PageTabProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { data, error } = useVpman('GET /api/vpman/:campaign/:pg/before', { at: pageOf(name) });
  if (error) return <FailureLine error={error} />;
  if (!data) return <Pending />;
  return (
    <section className="panel" aria-labelledby="vpman-before">
      <h2 id="vpman-before">{data.day ? translate('vpman.before.title', { day: data.day }) : translate('vpman.before.plain')}</h2>
      <p className="soft">{translate(data.day ? `vpman.before.from.${data.from}` : data.meetings ? 'vpman.before.over' : 'vpman.before.none')}</p>
      {data.day && data.lines.length === 0 && <p>{translate('vpman.before.all')}</p>}
      {data.lines.length > 0 && (
        <ScrollTable aria-labelledby="vpman-before" heads={['who', 'time', 'pitch', 'why'].map((head) => translate(`vpman.before.${head}`))}>
          {data.lines.map((line) => (
            <tr key={`${line.dm} ${line.pitch} ${line.start}`}>
              <th scope="row">
                {words.name({ name: line.name, ename: line.ename })}
                <span className="vpman-under soft">{line.org}</span>
              </th>
              <td className="num">{words.instant(line.start)}</td>
              <td data-wrap="">
                {line.number} {words.name({ cname: line.cname, ename: line.enameOfWork })}
              </td>
              <td>{translate(!line.onPage ? 'vpman.before.notonpage' : line.hasLink ? 'vpman.before.unopened' : 'vpman.before.nolink')}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

function Wishes({ name }: PageTabProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { positive } = useNotices();
  const session = useSession();
  const people = useEntry('decision_maker');
  const { busy, send } = useVpmanChange();
  const { data, error } = useVpman('GET /api/vpman/:campaign/:pg/wishes', { at: pageOf(name) });
  if (error) return <FailureLine error={error} />;
  if (!data) return <Pending />;
  const may = people !== undefined && session.may(people.model, 'update');
  const add = async (line: WishOffers['lines'][number]) => {
    const done = await send('POST /api/vpman/:campaign/:pg/wishes', { at: pageOf(name), body: { dm: line.dm, pitch: line.pitch, ver: line.ver } });
    if (done) positive(translate('vpman.wish.added', { name: words.name({ name: line.name, ename: line.ename }), place: done.place }));
  };
  return (
    <section className="panel" aria-labelledby="vpman-wishes">
      <h2 id="vpman-wishes">{translate('vpman.wish.title')}</h2>
      <p className="soft">{translate('vpman.wish.help')}</p>
      {data.lines.length === 0 && <p>{translate('vpman.wish.none')}</p>}
      {data.total > data.lines.length && <p className="soft">{translate('vpman.wish.cut', { count: data.lines.length, total: data.total })}</p>}
      {data.lines.length > 0 && (
        <ScrollTable aria-labelledby="vpman-wishes" heads={['who', 'pitch', 'watched', 'share', 'do'].map((head) => translate(`vpman.wish.${head}`))}>
          {data.lines.map((line) => (
            <tr key={`${line.dm} ${line.pitch}`}>
              <th scope="row">
                {words.name({ name: line.name, ename: line.ename })}
                <span className="vpman-under soft">{line.org}</span>
              </th>
              <td data-wrap="">
                {line.number} {words.name({ cname: line.cname, ename: line.enameOfWork })}
              </td>
              <td className="num">{words.clock(line.seconds)}</td>
              <td className="num">{words.percent(line.share)}</td>
              <td>
                {may && (
                  <Button size="small" disabled={busy} onClick={() => void add(line)}>
                    {translate('vpman.wish.add', { place: line.place })}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}
