/** What the linter's rules see and say. */
import type { Ajv } from 'ajv';
import type { LoadContext, LoadedObject } from '../load/load.ts';
import type { ObjectEntry } from '../model.ts';

/** One thing that a schema file should say otherwise. */
export interface Finding {
  file: string;
  /** dotted path; '' for the object itself */
  field: string;
  keyword: string;
  level: 'error' | 'warning';
  message: string;
  should: string;
  /** the steps from the keyword's value to the part that it is about: [0, 'rule'] */
  at?: (string | number)[];
  /** reading the file went past a limit of the thread that reads them: it may be right, and is left out all the same */
  limit?: 'time' | 'memory';
  /** of what is no JSON, in its text, from 1 */
  line?: number;
  column?: number;
}
export type Report = (field: string, keyword: string, wrong: string, should: string, level?: Finding['level'], at?: Finding['at']) => void;

/** Names that a schema may use and the application answers for, handed in as data. */
export interface KnownNames {
  /** rules of x-computed */
  computed: readonly string[];
  /** names of backend/application/verbs.ts */
  verbs: readonly string[];
  /** printed forms of x-print */
  prints: readonly string[];
  /** roles that realms beside staff give */
  roles: readonly string[];
  /** groups of media types of x-file */
  fileKinds: readonly string[];
  /** media types that are never stored, as they could be run: the text of an expression */
  neverStored: string;
}

/** What one file's rules see. */
export interface Lintable {
  loaded: LoadedObject;
  entry: ObjectEntry;
  context: LoadContext;
  /** all objects that loaded, by name */
  others: ReadonlyMap<string, ObjectEntry>;
  /** undefined: they are not asked for, as the realms of the application are not known */
  roles: ReadonlySet<string> | undefined;
  known: KnownNames | undefined;
  ajv: Ajv;
  report: Report;
}
