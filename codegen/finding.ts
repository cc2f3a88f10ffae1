/** What the linter's rules see and say. */
import type { Ajv } from 'ajv';
import type { LoadContext, LoadedObject } from './load.ts';
import type { ObjectEntry } from './model.ts';

/** One thing that a schema file should say otherwise. */
export interface Finding {
  file: string;
  /** dotted path; '' for the object itself */
  field: string;
  keyword: string;
  level: 'error' | 'warning';
  message: string;
  should: string;
}
export type Report = (field: string, keyword: string, wrong: string, should: string, level?: Finding['level']) => void;

/** What one file's rules see. */
export interface Lintable {
  loaded: LoadedObject;
  entry: ObjectEntry;
  context: LoadContext;
  /** all objects that loaded, by name */
  others: ReadonlyMap<string, ObjectEntry>;
  roles: ReadonlySet<string>;
  ajv: Ajv;
  report: Report;
}
