/** The rows that keep another from being deleted (K10, K14-K17), each with the way to it. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { useHref } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { useEntry } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { saidTitle } from '#client/titles.ts';
import { isObject } from '#rules/records/record.ts';

export interface Blocking {
  rows: { object: string; id: string; title: string }[];
  /** rows that are not named */
  more: number;
}

/** What a refusal's `data` names. */
export function blockingOf(data: unknown): Blocking {
  const found = isObject(data) ? data : {};
  const rows = Array.isArray(found.blocking) ? found.blocking.filter(isObject) : [];
  return {
    rows: rows.map((row) => ({ object: String(row.object ?? ''), id: String(row.id ?? ''), title: String(row.title ?? '') })),
    more: typeof found.more === 'number' ? found.more : 0,
  };
}

export function Blockers({ rows, more }: Blocking) {
  const translate = useTranslate();
  if (!rows.length && !more) return null;
  return (
    <Box component="ul" sx={{ my: 0, pl: 2.5 }}>
      {rows.map((row) => (
        <Blocker key={`${row.object} ${row.id}`} {...row} />
      ))}
      {more > 0 && <li>{translate('form.delete.more', { smart_count: more })}</li>}
    </Box>
  );
}

function Blocker({ object, id, title }: Blocking['rows'][number]) {
  const text = useText();
  const { lang } = useLanguage();
  const translate = useTranslate();
  const entry = useEntry(object);
  const href = useHref(entry ? editPath(entry.model, id) : '/');
  return (
    <li>
      {entry ? (
        <Link href={href} target="_blank" rel="noopener">
          {translate('form.delete.row', { object: text(entry.model.label), title: saidTitle(entry.model, { id, title }, lang) })}
        </Link>
      ) : (
        title || id
      )}
    </li>
  );
}
