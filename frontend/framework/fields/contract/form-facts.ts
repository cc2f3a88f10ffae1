/** What every field of one open form may ask of it, outside its own props. */
import { createContext, useContext } from 'react';
import type { JsonSchema, JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { RawError } from '#rules/records/validation.ts';
import type { Path } from './path.ts';
import type { Pending } from './pending.ts';
import type { Mode } from './widget.ts';

export interface FormFacts {
  model: ObjectModel;
  /** the object that the record is of: a form of a part of it has a model of its own */
  object: string;
  /** what the ids of its boxes begin with: another form may lie over this one */
  ids: string;
  lang: Lang;
  mode: Mode;
  pending: Pending;
  /** the stored row */
  row(): Row;
  /** a field was left: its problems may show */
  leave(path: Path): void;
  /** several values of the object at `path` at once, such as a reference with what it copies */
  change(path: Path, patch: Row): void;
  /** a text that cannot be made a value (broken JSON) refuses the save; undefined takes it back */
  trouble(path: Path, message: string | undefined): void;
  /** what the validator says below `path`, and in terms of it, were `value` there */
  errorsAt(path: Path, value: JsonValue): RawError[];
  /** where in which schema the rules of a field that holds JSON are; its references lead into `root` */
  ruleAt?(path: Path): { root: JsonSchema; path: Path };
  /** something is written over the form that is not in the row yet: leaving asks */
  unsaved(is: boolean): void;
}

export const FormFactsContext = createContext<FormFacts | undefined>(undefined);

export function useFormFacts(): FormFacts {
  const facts = useContext(FormFactsContext);
  if (!facts) throw new Error('a field stands outside of its form');
  return facts;
}
