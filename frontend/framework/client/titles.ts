/** Titles of referenced rows: every cell asks for its own, all asks of one moment travel as one request per object. */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import { isSaidId, titleOf as titleOfRow } from '#rules/records/record.ts';
import { useLanguage } from './language.tsx';
import type { adminDataProvider } from './providers/data.ts';

/** The title of a referenced row; undefined while it loads, the id where there is no such row or no right to see it. */
export function useTitle(object: string | undefined, id: string): string | undefined {
  const provider = useDataProvider<typeof adminDataProvider>();
  const { lang } = useLanguage();
  const { data, isError } = useQuery({
    // the server names a row in the page's language
    queryKey: ['title', object, id, lang],
    queryFn: () => titleOf(object ?? '', id, (ids) => provider.getTitles(object ?? '', ids)),
    enabled: Boolean(object && id),
    staleTime: 60_000,
    retry: false,
  });
  return isError ? id : data;
}

/**
 * The title of a row at hand. Where it is only an id, the titles of the rows that it refers to are used ('Mei Lin · C014 Salt'), as its list shows them, else
 * its object.
 */
export function useRowTitle(model: ObjectModel, row: Row): string {
  const { lang } = useLanguage();
  const title = titleOfRow(row, model, lang);
  const isUnsaid = title === String(row[model.entity.key]) && !isSaidId(model);
  const [first, second] = model.fields.filter((field) => isUnsaid && field.relation?.many === false && row[field.name]);
  const named = [
    useTitle(first?.relation?.to, first ? String(row[first.name]) : ''),
    useTitle(second?.relation?.to, second ? String(row[second.name]) : ''),
  ].filter(Boolean);
  return isUnsaid ? named.join(' · ') || model.label[lang] : title;
}

/** The same of a row that somebody else named: an unknown id is shown as its object. */
export function saidTitle(model: ObjectModel, { id, title }: { id: string; title: string }, lang: Lang): string {
  return title && (title !== id || isSaidId(model)) ? title : model.label[lang];
}

type Fetch = (ids: string[]) => Promise<{ id: string; title: string }[]>;
interface Ask {
  id: string;
  resolve: (title: string) => void;
  reject: (error: unknown) => void;
}

const waiting = new Map<string, Ask[]>();

/** At most this many ids travel in one address, which proxies cut at 8 KB. */
const batch = 100;

/** Joins the asks of one moment. */
export function titleOf(object: string, id: string, fetch: Fetch): Promise<string> {
  return new Promise((resolve, reject) => {
    const asks = waiting.get(object);
    if (asks) asks.push({ id, resolve, reject });
    else {
      waiting.set(object, [{ id, resolve, reject }]);
      setTimeout(() => void flush(object, fetch), 10);
    }
  });
}

async function flush(object: string, fetch: Fetch): Promise<void> {
  const asks = waiting.get(object) ?? [];
  waiting.delete(object);
  const ids = [...new Set(asks.map((ask) => ask.id))];
  for (let start = 0; start < ids.length; start += batch) {
    const part = new Set(ids.slice(start, start + batch));
    const own = asks.filter((ask) => part.has(ask.id));
    try {
      const titles = new Map((await fetch([...part])).map((row) => [row.id, row.title]));
      for (const ask of own) ask.resolve(titles.get(ask.id) ?? ask.id);
    } catch (error) {
      for (const ask of own) ask.reject(error);
    }
  }
}
