/** What every layout of a list is given. Types only. */
import type { ListControllerResult } from 'react-admin';
import type { ClientEntry } from '#client/objects.tsx';
import type { Row, ViewLayout } from '#codegen/model.ts';
import type { Column } from '../list/columns.ts';

export type Card = Row & { id: string };

export interface LayoutProps {
  entry: ClientEntry;
  layout: ViewLayout;
  setLayout: (layout: ViewLayout) => void;
  columns: Column[];
  list: ListControllerResult<Card>;
  selected: readonly string[];
  toggle?: (id: string) => void;
}
