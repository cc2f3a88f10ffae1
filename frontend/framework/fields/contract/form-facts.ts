/** What every field of one open form may ask of it, outside its own props. */
import { createContext, useContext } from 'react';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Path } from './path.ts';
import type { Pending } from './pending.ts';
import type { Mode } from './widget.ts';

export interface FormFacts {
  model: ObjectModel;
  lang: Lang;
  mode: Mode;
  pending: Pending;
  /** the row as it stands now */
  row(): Row;
  /** a field was left: its problems may show */
  leave(path: Path): void;
  /** several values of the object at `path` at once, such as a reference with what it copies */
  change(path: Path, patch: Row): void;
  /** a text that cannot be made a value (broken JSON) refuses the save; undefined takes it back */
  trouble(path: Path, message: string | undefined): void;
}

export const FormFactsContext = createContext<FormFacts | undefined>(undefined);

export function useFormFacts(): FormFacts {
  const facts = useContext(FormFactsContext);
  if (!facts) throw new Error('a field stands outside of its form');
  return facts;
}
