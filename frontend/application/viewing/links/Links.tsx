/** The personal links of a page: who has one, how it was used, whether it was probably passed on. Each can be copied or revoked, or all revoked at once. */

import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import type { LinkLine } from '#application/viewing/wire.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useCopy } from '#client/notices/use-copy.ts';
import { Confirm, type Question } from '#ui/Confirm.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import type { PageTabProps } from '../page-tab.ts';
import { pageOf, useVpman, useVpmanChange } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';
import { LeakMark } from './LeakMark.tsx';
import { MakeLinks } from './MakeLinks.tsx';

const colors: Record<LinkLine['state'], string> = { open: 'green', revoked: 'red', expired: 'grey' };

export default function Links({ name, facts }: PageTabProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { positive } = useNotices();
  const copy = useCopy();
  const { busy, send } = useVpmanChange();
  const [makes, setMakes] = useState(false);
  const [question, setQuestion] = useState<Question & { links: 'all' | string[] }>();
  const { data, error } = useVpman('GET /api/vpman/:campaign/:pg/links', { at: pageOf(name) });
  if (error) return <FailureLine error={error} />;
  if (!data) return <Pending />;
  const open = data.links.filter(({ state }) => state === 'open');
  const revoke = async (links: 'all' | string[]) => {
    const done = await send('POST /api/vpman/:campaign/:pg/links/revoke', { at: pageOf(name), body: { links } });
    if (done) positive(translate('vpman.links.revoked', { smart_count: done.count }));
  };
  const ask = (links: 'all' | string[], title: string) =>
    setQuestion({ links, title, content: translate('vpman.links.revoke_help'), confirm: translate('vpman.links.revoke'), danger: true });
  return (
    <section className="panel" aria-labelledby="vpman-links">
      <h2 id="vpman-links">{translate('vpman.links.title', { smart_count: open.length })}</h2>
      {facts.pages[name.lang]?.access !== 'personal' && <p className="soft">{translate('vpman.links.notpersonal')}</p>}
      {facts.may.update && (
        <p className="vpman-buttons">
          <Button variant="contained" disabled={data.people.length === 0} onClick={() => setMakes(true)}>
            {translate('vpman.links.make')}
          </Button>
          {open.length > 0 && (
            <Button color="error" disabled={busy} onClick={() => ask('all', translate('vpman.links.revokeall_ask', { smart_count: open.length }))}>
              {translate('vpman.links.revokeall')}
            </Button>
          )}
        </p>
      )}
      {data.people.length === 0 && <p className="soft">{translate('vpman.links.nobody')}</p>}
      {data.people.length > 0 && data.links.length === 0 && <p className="soft">{translate('vpman.links.none')}</p>}
      {data.links.length > 0 && (
        <ScrollTable
          aria-labelledby="vpman-links"
          heads={['who', 'state', 'end', 'first', 'last', 'opens', 'leak', 'do'].map((head) => translate(`vpman.links.${head}`))}
        >
          {data.links.map((link) => (
            <tr key={link.id}>
              <th scope="row">
                {words.name(link)}
                <span className="vpman-under soft">{[translate(`vpman.links.of.${link.object}`), link.org].filter(Boolean).join(' · ')}</span>
              </th>
              <td>
                <span className="badge" data-color={colors[link.state]}>
                  {translate(`vpman.links.is.${link.state}`)}
                </span>
              </td>
              <td className="num">{link.endsAt === null ? translate('vpman.links.noend') : words.moment(link.endsAt)}</td>
              <td className="num">{words.moment(link.openedAt)}</td>
              <td className="num">{words.moment(link.seenAt)}</td>
              <td className="num">{link.opens}</td>
              <td data-wrap="">
                <LeakMark leak={link.leak} />
              </td>
              <td>
                {link.state === 'open' && link.url && (
                  <>
                    <Button
                      size="small"
                      onClick={() => copy(link.url, translate('vpman.links.copied', { name: words.name(link) }))}
                      aria-label={translate('vpman.links.copyof', { name: words.name(link) })}
                    >
                      {translate('vpman.links.copy')}
                    </Button>
                    <Button
                      size="small"
                      color="error"
                      disabled={busy}
                      onClick={() => ask([link.id], translate('vpman.links.revoke_ask', { name: words.name(link) }))}
                      aria-label={translate('vpman.links.revokeof', { name: words.name(link) })}
                    >
                      {translate('vpman.links.revoke')}
                    </Button>
                  </>
                )}
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      {makes && <MakeLinks {...{ name, facts }} people={data.people} onClose={() => setMakes(false)} />}
      <Confirm
        question={question}
        onAnswer={(yes) => {
          const links = question?.links;
          setQuestion(undefined);
          if (yes && links) void revoke(links);
        }}
      />
    </section>
  );
}
