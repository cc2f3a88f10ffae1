/** What is selected in a list: rows one by one, or all that its filter finds, whose keys the page does not know. */
import { useState } from 'react';
import type { ListControllerResult } from 'react-admin';
import { isRanked } from '#client/providers/data.ts';
import type { Selection } from '#framework/bulk/wire.ts';

/** Rows of one order (backend/framework/bulk/selection.ts). */
export const mostSelected = 100_000;

export interface ListSelection {
  /** rows of this page that are ticked */
  shown: string[];
  /** rows selected, as far as the page knows */
  count: number;
  isWhole: boolean;
  /** of the whole: only so many, in the list's order */
  first: number | undefined;
  /** the list has an order that the server can be told; one that is searched has the best answers first */
  isOrdered: boolean;
  /** what the server is told */
  order: Selection;
  select(ids: string[]): void;
  toggle(id: string): void;
  /** all that the filter finds */
  takeWhole(first?: number): void;
  clear(): void;
}

export function useSelection(list: ListControllerResult): ListSelection {
  const [whole, setWhole] = useState<{ place: string; first?: number }>();
  // Another filter or order is another list: what was 'all' is no more.
  const place = JSON.stringify([list.resource, list.sort, list.filterValues]);
  const isWhole = whole?.place === place;
  const first = isWhole ? whole?.first : undefined;
  const ids = list.selectedIds.map(String);
  const total = list.total ?? 0;
  const page = (list.data ?? []).map((row) => String(row.id));
  const from = (list.page - 1) * list.perPage;
  const narrow = (change: () => void) => {
    setWhole(undefined);
    change();
  };
  return {
    shown: !isWhole ? ids : first === undefined ? page : page.slice(0, Math.max(0, first - from)),
    count: !isWhole ? ids.length : Math.min(first ?? total, total),
    isWhole,
    first,
    isOrdered: !isRanked(list.resource, list.filterValues, list.sort),
    order: isWhole ? { filter: list.filterValues, sort: [list.sort.field, list.sort.order], ...(first !== undefined && { first }) } : { ids },
    select: (chosen) => narrow(() => list.onSelect(chosen)),
    toggle: (id) => narrow(() => (isWhole ? list.onSelect(page.filter((one) => one !== id)) : list.onToggleItem(id))),
    takeWhole: (most) => setWhole({ place, ...(most !== undefined && { first: most }) }),
    clear: () => narrow(() => list.onUnselectItems()),
  };
}
