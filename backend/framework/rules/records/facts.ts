/** Rules that need other rows: the rule says what to load, the caller loads it. Pure. */
import type { ObjectModel, Row, RowOf } from '#codegen/model.ts';
import type { Id } from '#generated/objects.ts';
import type { Scalar } from '#kinds/kind.ts';
import type { Filter } from '#rules/queries/filter.ts';
import type { Problem } from '#rules/words/problem.ts';

/** Reads other rows for a rule, whole and as they stand in the transaction that writes. */
export interface Load {
  /** One row by its id; `lock` keeps it from other writers until the end, which is how counting rules are made safe (safety section 6). */
  row<O extends string>(object: O, id: Id<O>, lock?: boolean): Promise<RowOf<O> | undefined>;
  /** Every row that meets the filter. */
  rows<O extends string>(object: O, filter: Filter): Promise<RowOf<O>[]>;
  /** What the object is, as it is in use; undefined for one that is not there. */
  model(object: string): ObjectModel | undefined;
}

/** A rule on a row about to be saved; `previous` is undefined for a new one. */
export type SaveRule<O extends string> = (load: Load, next: RowOf<O>, previous: RowOf<O> | undefined) => Promise<Problem[]>;
/** A rule on a row about to be deleted. */
export type RemoveRule<O extends string> = (load: Load, row: RowOf<O>) => Promise<Problem[]>;

/** Rows whose fields equal these values. */
export function where(values: Record<string, Scalar>): Filter {
  return { kind: 'and', of: Object.entries(values).map(([field, value]) => ({ kind: 'compare', field, op: 'eq', value })) };
}

/** Rows whose field is one of these ids; of none, no row. */
export function among(field: string, ids: readonly string[]): Filter {
  return { kind: 'compare', field, op: 'in', value: [...ids] };
}

/** Rows that name the id in a list of references. */
export function naming(field: string, id: string): Filter {
  return { kind: 'compare', field, op: 'has', value: id };
}

/** A reference's id, '' where there is none. */
export function idIn<R extends Row>(row: R | undefined, field: keyof R & string): string {
  const value = row?.[field];
  return typeof value === 'string' ? value : '';
}
