/** What a filter is made SQL for. */
import type { ObjectModel } from '#codegen/model.ts';
import type { SearchTerm } from '#rules/queries/search-text.ts';
import type { DatabaseKind } from '../engine/connect.ts';

/** How many rows have what is searched for. */
export interface Commonness {
  rows: number;
  /** the share of rows, 0 to 1, that have all these terms */
  share(terms: readonly SearchTerm[]): number;
  /** of a search that asks for nothing else: how many rows it finds, and whether they were counted */
  count?: number;
  exact: boolean;
}

export interface FilterContext {
  model: ObjectModel;
  kind: DatabaseKind;
  /** restricted fields that this reader may search, see search.ts */
  scopes: readonly string[];
  /** how common what is searched for is, and how many rows are wanted in the list's order: without them the full-text index answers */
  paged?: { words: Commonness; wanted: number };
}
