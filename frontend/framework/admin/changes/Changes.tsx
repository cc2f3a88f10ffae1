/** All changes that one may read of: found by object, field, person and day, each with its values before and after and a link to its record. */

import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { textIn } from '#client/text.ts';
import { DayBox } from '#fields/date/Filter.tsx';
import { edgeOfDay } from '#fields/show.ts';
import { instant } from '#framework/time.ts';
import { Pending } from '../layout/Layout.tsx';
import { useOwnSearchParams } from '../layout/own-navigate.ts';
import { ChangeList } from './ChangeList.tsx';
import '../home/home.css';
import '#fields/cells.css';
import './changes.css';

const names = ['object', 'field', 'row', 'by', 'from', 'to', 'action'] as const;
type Question = Record<(typeof names)[number], string>;

export default function Changes() {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { may } = useSession();
  const objects = useObjects().filter(({ model }) => may(model, 'read'));
  const [search, setSearch] = useOwnSearchParams();
  const [cleared, setCleared] = useState(0);
  const question = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Question; // of these names
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['changes', question],
    queryFn: ({ pageParam }) => call('GET /api/changes', { query: queryOf(question, pageParam) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // A screen that one comes back to shows what was changed meanwhile.
    staleTime: 0,
    placeholderData: (before) => before,
  });
  useEffect(() => {
    document.title = `${translate('changes.title')} · Reelbase`;
  }, [translate]);
  if (error && !data) return <FailureLine error={error} />;
  if (!data) return <Pending />;
  const entries = data.pages.flatMap((page) => page.entries);
  const chosen = objects.find(({ name }) => name === question.object)?.model;
  const fields = (chosen?.fields ?? []).filter(({ surfaces, writeOnly }) => surfaces.history && !writeOnly);
  const people = [...new Set(entries.map(({ by }) => by))].filter(Boolean).sort();
  const change = (values: Partial<Question>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );
  const clear = () => {
    setCleared(cleared + 1);
    change(Object.fromEntries(names.map((name) => [name, ''])));
  };
  const isAsked = names.some((name) => question[name]);
  return (
    <div className="system changes">
      <h1>{translate('changes.title')}</h1>
      <p className="soft">{translate('changes.intro')}</p>
      <div className="changes-filters">
        <TextField
          select
          size="small"
          label={translate('changes.object')}
          value={chosen ? question.object : ''}
          onChange={({ target }) => change({ object: target.value, field: '', row: '' })}
        >
          <MenuItem value="">{translate('changes.all')}</MenuItem>
          {objects.map(({ name, model }) => (
            <MenuItem key={name} value={name}>
              {text(model.label)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          label={translate('changes.field')}
          disabled={!chosen}
          value={fields.some(({ name }) => name === question.field) ? question.field : ''}
          onChange={({ target }) => change({ field: target.value })}
        >
          <MenuItem value="">{translate('changes.all')}</MenuItem>
          {fields.map((field) => (
            <MenuItem key={field.name} value={field.name}>
              {textIn(field.label, lang) || field.name}
            </MenuItem>
          ))}
        </TextField>
        <Autocomplete
          freeSolo
          size="small"
          options={people}
          value={question.by}
          onChange={(_, by) => change({ by: by?.trim() ?? '' })}
          renderInput={(params) => (
            <TextField
              {...params}
              label={translate('changes.by')}
              onBlur={({ target }) => target.value.trim() !== question.by && change({ by: target.value.trim() })}
            />
          )}
        />
        <TextField select size="small" label={translate('changes.what')} value={question.action} onChange={({ target }) => change({ action: target.value })}>
          <MenuItem value="">{translate('changes.all')}</MenuItem>
          {actions.map((action) => (
            <MenuItem key={action} value={action}>
              {translate(`form.did.${action}`)}
            </MenuItem>
          ))}
        </TextField>
        {/* A box of a day keeps what is none yet; cleared, it begins anew. */}
        <div className="changes-day" key={`from ${cleared}`}>
          <DayBox type="date" label={translate('changes.from')} value={question.from} onChange={(from) => change({ from })} />
        </div>
        <div className="changes-day" key={`to ${cleared}`}>
          <DayBox type="date" label={translate('changes.to')} value={question.to} onChange={(to) => change({ to })} />
        </div>
        {question.row && <Chip label={translate('changes.only', { row: question.row })} onDelete={() => change({ row: '' })} />}
        {isAsked && <Button onClick={clear}>{translate('changes.clear')}</Button>}
      </div>
      {entries.length === 0 ? (
        <p className="panel soft" role="status">
          {translate(hasNextPage ? 'changes.none_yet' : isAsked ? 'changes.none_found' : 'changes.none')}
        </p>
      ) : (
        <ChangeList entries={entries} onRow={({ object, row }) => change({ object, row, field: '' })} />
      )}
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
          {translate('changes.more')}
        </Button>
      )}
    </div>
  );
}

/** Those that every object has; an object's own steps are found by their record, person or day. */
const actions = ['create', 'update', 'delete', 'restore', 'revert', 'undo', 'import', 'export'] as const;

/** The days are the reader's own. */
function queryOf({ from, to, ...same }: Question, below: number | undefined) {
  const [start, end] = [edgeOfDay(from, 'start'), edgeOfDay(to, 'end')];
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value));
  return { ...given, below, ...(start && { since: instant(start) }), ...(end && { before: instant(end) + 1_000 }) };
}
