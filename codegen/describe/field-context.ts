/** What the description of a field takes from its object. */

import type { LoadContext } from '../load/load.ts';
import type { JsonSchema } from '../model.ts';
import type { Texts } from './describe-texts.ts';

export interface FieldContext {
  root: JsonSchema;
  object: string;
  /** the object's key field */
  key: string;
  big: boolean;
  /** the field that x-naming fills */
  naming?: string;
  /** columns that lead an index, a unique key, or are indexed by themselves */
  indexed: ReadonlySet<string>;
  uniques: ReadonlySet<string>;
  /** what the columns of its fields are called, where that is not as the field is */
  columns: ReadonlyMap<string, string>;
  texts: Texts;
  load: LoadContext;
}
