/**
 * Fields that the server works out over other rows (`children("payment", "deal")`, `studio.country`) of an open form: they follow what is saved elsewhere,
 * in another tab, by another person or by a job, while somebody is at the page. Nobody can have typed there, so nothing of what is typed is touched.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '#client/http-client.ts';
import { useWatched } from '#client/use-attended.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { readsOutside } from '#rules/expressions/outside.ts';
import { sameValue } from '#rules/records/record.ts';
import type { ObjectFormState } from './use-object-form.ts';

/** Between two looks, ms. A look reads these fields of one row, without working anything out. */
const lookEvery = 4_000;

interface FollowedSetup {
  model: ObjectModel;
  /** undefined = a new row */
  id: string | undefined;
  base: Row;
  setBase(row: Row): void;
  state: Pick<ObjectFormState, 'follow'>;
}

export function useFollowed({ model, id, base, setBase, state }: FollowedSetup): void {
  const watched = useWatched(lookEvery);
  const followed = useMemo(() => model.fields.filter(({ formula }) => formula?.tree && readsOutside(formula.tree, [], model.fields)), [model]);
  const { data: stored } = useQuery({
    queryKey: ['followed', model.name, id],
    queryFn: () =>
      call('GET /api/pb/:object/:id', { at: { object: model.name, id: id ?? '' }, query: { fields: [...followed.map(({ name }) => name), 'ver'].join(',') } }),
    enabled: id !== undefined && followed.length > 0,
    ...watched,
    gcTime: 0,
    retry: false,
  });
  const latest = useRef({ base, setBase, state });
  latest.current = { base, setBase, state };
  useEffect(() => {
    const { base: before, setBase: become, state: form } = latest.current;
    // An answer that a save has overtaken says what was.
    if (!stored || Number(stored.ver ?? 0) < Number(before.ver ?? 0)) return;
    const news = followed.filter((field) => field.name in stored && !sameValue(field, before[field.name], stored[field.name]));
    if (!news.length) return;
    const values: Row = Object.fromEntries(news.map(({ name }) => [name, stored[name] ?? null]));
    become({ ...before, ...values });
    form.follow(before, values);
  }, [stored, followed]);
}
