/** What every template and widget of one open form may ask for, outside RJSF's own props, which it compares deeply at every change. */
import { createContext, useContext } from 'react';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Layout } from './layout.ts';
import type { Path } from './path.ts';
import type { Pending } from './pending.ts';
import type { Mode } from './ui-schema.ts';

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

export interface LayoutFacts {
  layout: Layout;
  tab: string;
  setTab(key: string): void;
  /** tab key → problems shown */
  counts: Record<string, number>;
}

export const FormFactsContext = createContext<FormFacts | undefined>(undefined);
export const LayoutContext = createContext<LayoutFacts | undefined>(undefined);
/** 'grid' inside a grid of child rows, where the column heading is the label; 'side' in the sidebar, where what cannot be changed needs no box. */
export const PlaceContext = createContext<'form' | 'grid' | 'side'>('form');

export function useFormFacts(): FormFacts {
  const facts = useContext(FormFactsContext);
  if (!facts) throw new Error('a field stands outside of its form');
  return facts;
}
