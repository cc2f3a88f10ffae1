/** Which view a list shows, and what somebody has changed of it since. A view is chosen by its address (`?view=…`), so that menu, link and switcher are one way. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ListControllerResult, useStore } from 'react-admin';
import { createSearchParams, useSearchParams } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import type { ObjectModel, ViewColumn, ViewGroup, ViewLayout, ViewSettings } from '#codegen/model.ts';
import type { View } from '#framework/views/wire.ts';
import { fitLayout } from '#rules/queries/layouts.ts';
import { useOwnNavigate } from '../../layout/own-navigate.ts';
import { choiceOf, type StoredColumn } from '../columns.ts';

/** What stands in this browser of a list: the view and what it was changed to. `id` '': the list as it is without one. */
interface Stored {
  id: string;
  columns?: ViewColumn[];
  density?: ViewSettings['density'];
  group?: ViewGroup | undefined;
  layout?: ViewLayout | undefined;
}

export interface ViewState {
  views: View[];
  /** roles that the person may make views for */
  roles: string[];
  current: View | undefined;
  isChanged: boolean;
  /** what a view of what is seen now would hold */
  settings: ViewSettings;
  chosen: ViewColumn[] | undefined;
  setChosen: (columns: ViewColumn[] | undefined) => void;
  density: ViewSettings['density'];
  setDensity: (density: ViewSettings['density']) => void;
  group: ViewGroup | undefined;
  setGroup: (group: ViewGroup | undefined) => void;
  /** undefined: a table */
  layout: ViewLayout | undefined;
  setLayout: (layout: ViewLayout | undefined) => void;
  /** undefined: the list without a view */
  choose: (id: string | undefined) => void;
}

const none: View[] = [];

/** Everybody's views of every list, asked for once. */
export function useViews(): { views: View[]; roles: string[]; isKnown: boolean; error: Error | null } {
  const { lang } = useLanguage();
  const { data, error } = useQuery({ queryKey: ['views', lang], queryFn: () => call('GET /api/views', {}), staleTime: 60_000 });
  return { views: data?.views ?? none, roles: data?.roles ?? [], isKnown: data !== undefined, error };
}

/** What is known before the list is: which columns it has to ask for. */
export function useLook(model: ObjectModel) {
  const { views: all, roles, isKnown } = useViews();
  const views = all.filter(({ object }) => object === model.name);
  const [own, setOwn] = useStore<StoredColumn[] | undefined>(`columns.${model.name}`);
  const [stored, setStored] = useStore<Stored | undefined>(`views.${model.name}`);
  const current = views.find(({ id }) => id === stored?.id);
  const chosen = current ? stored?.columns : choiceOf(own);
  return { views, roles, isKnown, setOwn, stored, setStored, current, chosen, density: stored?.density ?? ('normal' as const) };
}

export function useView(
  model: ObjectModel,
  { views, roles, isKnown, setOwn, stored, setStored, current, chosen, density }: ReturnType<typeof useLook>,
  list: Pick<ListControllerResult, 'filterValues' | 'sort' | 'perPage'>,
): ViewState {
  const { roles: mine } = useSession();
  const [params] = useSearchParams();
  const navigate = useOwnNavigate();
  const asked = params.get('view');
  const isFresh = params.size === 0 && stored === undefined;
  const wanted = asked ?? (isFresh ? standardOf(views)?.id : undefined);
  const isApplied = params.has('filter');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is followed once, when it comes and the views are known
  useEffect(() => {
    if (!isKnown || wanted === undefined) return;
    const view = views.find(({ id }) => id === wanted);
    if (isApplied) {
      if (view && stored?.id !== view.id) setStored(storedOf(view));
      return;
    }
    setStored(storedOf(view));
    const { filter = {}, sort = model.list.sort } = view?.settings ?? {};
    const search = { filter: JSON.stringify(filter), sort: sort.field, order: sort.order, page: '1', perPage: String(list.perPage) };
    navigate({ search: String(createSearchParams(view ? { view: view.id, ...search } : search)) }, { replace: true });
  }, [wanted, isApplied, isKnown]);

  const group = stored?.group;
  const layout = fitLayout(stored?.layout, model, mine); // what was stored may be gone from the schema
  const settings: ViewSettings = {
    filter: list.filterValues,
    sort: list.sort,
    ...(group && { group }),
    ...(layout && { layout }),
    columns: chosen ?? [],
    density,
  };
  return {
    views,
    roles,
    current,
    isChanged: current !== undefined && textOf({ sort: model.list.sort, ...current.settings }) !== textOf(settings),
    settings,
    chosen,
    setChosen: (columns) => (current ? setStored({ ...storedOf(current), density, group, layout, columns }) : setOwn(columns)),
    density,
    setDensity: (next) => setStored({ ...(stored ?? { id: '' }), density: next }),
    group,
    setGroup: (next) => setStored({ ...(stored ?? { id: '' }), group: next, layout: undefined }),
    layout,
    setLayout: (next) => setStored({ ...(stored ?? { id: '' }), layout: next }),
    choose: (id) => navigate({ search: String(createSearchParams({ view: id ?? '' })) }),
  };
}

/** What opens for somebody who has chosen nothing: their own default, else their role's, all people's, the schema's. */
function standardOf(views: readonly View[]): View | undefined {
  const defaults = views.filter(({ isDefault }) => isDefault);
  return (['me', 'role', 'all', 'shipped'] as const).flatMap((scope) => defaults.filter((view) => view.scope === scope))[0];
}

function storedOf(view: View | undefined): Stored {
  if (!view) return { id: '' };
  const { columns, density, group, layout } = view.settings;
  return { id: view.id, density, ...(group && { group }), ...(layout && { layout }), ...(columns.length > 0 && { columns }) };
}

/** The same text for what means the same, in whichever order the keys stand. */
function textOf({ filter, sort, group, layout, columns, density }: ViewSettings): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify([filter, sort, group ?? null, layout ?? null, columns, density], sorted);
}
