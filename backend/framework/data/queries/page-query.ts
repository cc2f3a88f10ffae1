/** What a page of rows is asked for with. */
import type { Sort } from '#codegen/model.ts';
import type { Filter } from '#rules/queries/filter.ts';
import type { Cursor } from './cursor.ts';
import type { Commonness } from './filter-context.ts';

export interface PageQuery {
  filter: Filter;
  sort: Sort;
  limit: number;
  offset: number;
  /** where to go on from, instead of `offset` */
  cursor?: { at: Cursor; backwards: boolean };
  /** the exact number of rows where it is known: the far half is walked from the other end */
  total?: number;
  /** of a search: how common its words are */
  words?: Commonness;
  /** rows that stand elsewhere, at most as many as a list of values */
  except?: readonly string[];
}
