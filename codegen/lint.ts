import type { Loaded } from './load.ts';
import type { ObjectEntry } from './model.ts';
/** One thing that a schema file should say otherwise. The message names file, field and keyword, and ends with what would be right. */
export interface Finding {
  file: string;
  /** dotted path; '' for the object itself */
  field: string;
  keyword: string;
  level: 'error' | 'warning';
  message: string;
  should: string;
}
export function lint(_loaded: Loaded, _entries: ObjectEntry[]): Finding[] {
  return [];
}
