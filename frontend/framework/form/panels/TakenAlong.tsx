import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import type { Taken } from '#framework/records/wire.ts';
import { labelled, language } from '#rules/words/language.ts';
import { countInWords } from '#rules/words/wording.ts';

/** Ids in one address, which proxies cut at 8 KB. */
const most = 100;

/** What deleting these rows would take along, and which rows would lose a reference to them: said before it is done. */
export function TakenAlong({ object, ids }: { object: string; ids: string[] }) {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['deletion', object, ids],
    queryFn: () => call('GET /api/pb/:object/deletion', { at: { object }, query: { filter: JSON.stringify({ id: ids.slice(0, most) }) } }),
    gcTime: 0,
  });
  if (!data || !(data.takes.length + data.clears.length)) return null;
  return (
    <div className="taken-along">
      <TakenList title={translate('form.delete.takes')} taken={data.takes} />
      <TakenList title={translate('form.delete.clears')} taken={data.clears} />
      {ids.length > most && <p className="soft">{translate('form.delete.first', { smart_count: most })}</p>}
    </div>
  );
}

function TakenList({ title, taken }: { title: string; taken: Taken[] }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const objects = useObjects();
  if (!taken.length) return null;
  return (
    <>
      <p>{title}</p>
      <ul>
        {taken.map(({ object, count, rows }) => {
          const model = objects.find(({ name }) => name === object)?.model;
          const names = rows.map(({ title: name, id }) => name || id);
          const more = count > rows.length && rows.length ? [translate('form.delete.more', { smart_count: count - rows.length })] : [];
          const counted = model ? countInWords(count, model, lang) : translate('form.delete.others', { smart_count: count });
          return <li key={object}>{names.length ? labelled(counted, [...names, ...more].join(language[lang].list), lang) : counted}</li>;
        })}
      </ul>
    </>
  );
}
