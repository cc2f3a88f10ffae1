/** What was deleted: found by object, person and day, restored one by one or many at once, and emptied by an administrator. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useRestoredWords } from '#client/restored-words.ts';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { afterAnyChange, useChange } from '#client/use-change.ts';
import { DayBox } from '#fields/date/Filter.tsx';
import { edgeOfDay } from '#fields/show.ts';
import { instant } from '#framework/time.ts';
import type { TrashEntry } from '#framework/trash/wire.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Pending } from '../layout/Layout.tsx';
import { useOwnSearchParams } from '../layout/own-navigate.ts';
import { TrashList, useObjectLabel } from './TrashList.tsx';
import '../home/home.css';
import '#fields/cells.css';
import './trash.css';

const stale = ['trash'];
const names = ['object', 'by', 'day'] as const;

export default function Trash() {
  const translate = useTranslate();
  const { roles } = useSession();
  const { positive, inform, negative } = useNotices();
  const client = useQueryClient();
  const { send, busy } = useChange(stale);
  const restored = useRestoredWords();
  const label = useObjectLabel();
  const [search, setSearch] = useOwnSearchParams();
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<(typeof names)[number], string>; // of these names
  const { data, isPending, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['trash', filter],
    queryFn: ({ pageParam }) => call('GET /api/trash', { query: queryOf(filter, pageParam) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // A screen that one comes back to shows what was deleted meanwhile.
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    document.title = `${translate('trash.title')} · Reelbase`;
  }, [translate]);
  if (isPending || !data) return <Pending />;
  const entries = data.pages.flatMap((page) => page.entries);
  const [{ objects, people, days } = { objects: [], people: [], days: 0 }] = data.pages;
  const ids = entries.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const change = (name: string, value: string) => {
    setChosen(new Set());
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  const restore = async (some: number[]) => {
    const outcome = await send('POST /api/trash/restore', { body: { ids: some } });
    if (!outcome) return;
    await client.invalidateQueries(afterAnyChange);
    setChosen(new Set());
    const { done, left } = restored(outcome.restored);
    if (done) positive(done);
    if (left.length) inform(left.join('\n'));
    const titles = new Map(entries.map(({ id, title, row }) => [String(id), title || row]));
    if (outcome.failed.length) negative(outcome.failed.map(({ id, message }) => translate('trash.failed', { title: titles.get(id) ?? id, message })));
  };
  const empty = async () => {
    const outcome = await send('POST /api/trash/empty', { body: {} });
    if (outcome) positive(translate('trash.emptied', { smart_count: outcome.count }));
    setAsked(false);
  };
  return (
    <div className="system trash">
      <h1>{translate('trash.title')}</h1>
      <p className="soft">{translate(days ? 'trash.intro' : 'trash.intro_always', { smart_count: days })}</p>
      <div className="trash-filters">
        <TextField select size="small" label={translate('trash.object')} value={filter.object} onChange={(event) => change('object', event.target.value)}>
          <MenuItem value="">{translate('trash.all')}</MenuItem>
          {named(objects, filter.object).map((name) => (
            <MenuItem key={name} value={name}>
              {label(name)}
            </MenuItem>
          ))}
        </TextField>
        <TextField select size="small" label={translate('trash.by')} value={filter.by} onChange={(event) => change('by', event.target.value)}>
          <MenuItem value="">{translate('trash.all')}</MenuItem>
          {named(people, filter.by).map((id) => (
            <MenuItem key={id} value={id}>
              {id}
            </MenuItem>
          ))}
        </TextField>
        <div className="trash-day">
          <DayBox type="date" label={translate('trash.day')} value={filter.day} onChange={(day) => change('day', day)} />
        </div>
        <div className="trash-buttons">
          <Button variant="contained" disabled={!ids.length || busy} onClick={() => void restore(ids)}>
            {ids.length ? translate('trash.restore_many', { smart_count: ids.length }) : translate('trash.restore')}
          </Button>
          {isAdministrator(roles) && (
            <Button variant="outlined" color="error" disabled={busy} onClick={() => setAsked(true)}>
              {translate('trash.empty')}
            </Button>
          )}
        </div>
      </div>
      {entries.length === 0 ? (
        <p className="panel soft">{translate(names.some((name) => filter[name]) ? 'trash.none_found' : 'trash.none')}</p>
      ) : (
        <TrashList entries={entries} chosen={chosen} choose={setChosen} busy={busy} restore={(entry: TrashEntry) => void restore([entry.id])} />
      )}
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
          {translate('trash.more')}
        </Button>
      )}
      <Confirm
        question={
          isAsked
            ? {
                title: translate('trash.empty_title'),
                content: <p>{translate('trash.empty_text')}</p>,
                confirm: translate('trash.empty_confirm'),
                danger: true,
                busy,
              }
            : undefined
        }
        onAnswer={(yes) => (yes ? void empty() : setAsked(false))}
      />
    </div>
  );
}

/** The choices, with the one that is chosen already although nothing of it is left. */
function named(all: readonly string[], chosen: string): string[] {
  return chosen && !all.includes(chosen) ? [...all, chosen] : [...all];
}

/** The day is the reader's own. */
function queryOf({ object, by, day }: Record<(typeof names)[number], string>, below: number | undefined) {
  const [start, end] = [edgeOfDay(day, 'start'), edgeOfDay(day, 'end')];
  return {
    object: object || undefined,
    by: by || undefined,
    below,
    ...(start && end ? { since: instant(start), before: instant(end) + 1_000 } : {}),
  };
}
