/** Who changed what of a list, newest first. */
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import type { JsonValue } from '#codegen/model.ts';
import { showInstant } from '#fields/show.ts';
import { editionsText } from '#rules/records/options.ts';
import { isObject } from '#rules/records/record.ts';
import { labelled } from '#rules/words/language.ts';
import { useSay } from '../schemas/say.tsx';

export function OptionHistory({ list, ver }: { list: string; ver: number }) {
  const say = useSay();
  const { lang } = useLanguage();
  const { data = [] } = useQuery({ queryKey: ['options', list, 'history', ver], queryFn: () => call('GET /api/options/:list/history', { at: { list } }) });
  const said = (value: JsonValue | undefined) => {
    if (!isObject(value)) return '–';
    const { labels, version, from, to, retired } = value;
    const words = isObject(labels) ? Object.values(labels) : [];
    const range = {
      ...(Array.isArray(version) && { version: version.map(Number) }),
      ...(typeof from === 'number' && { from }),
      ...(typeof to === 'number' && { to }),
    };
    return [...words, editionsText(range), retired ? say('options.retired') : ''].filter(Boolean).join(' / ') || '…';
  };
  return (
    <details className="options-history">
      <summary>{say('options.history')}</summary>
      {data.length === 0 && <p className="soft">{say('options.nohistory')}</p>}
      <ul>
        {data.map(({ entry, at, by, changes }) => (
          <li key={entry}>
            {showInstant(at)} · {by}
            <ul>
              {Object.entries(changes).map(([code, [before, after]]) => (
                <li key={code} className="soft">
                  {code === '' ? say('options.reordered') : labelled(code, `${said(before)} → ${said(after)}`, lang)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
