/** What the forms of the workbench know of the object that is edited. */
import { createContext, useContext } from 'react';
import type { ObjectModel, Role, Row } from '#codegen/model.ts';
import type { PlacedFinding } from '#framework/workbench/wire.ts';
import type { PaneProps } from '../pane.ts';

export interface BenchFacts extends PaneProps {
  name: string;
  /** of the last text that was sound; none yet in a file that never was */
  model: ObjectModel | undefined;
  /** rows that expressions are tried on */
  samples: readonly Row[];
  /** the one of them that is tried on */
  sample: number;
  setSample(index: number): void;
  findings: readonly PlacedFinding[];
  roles: readonly Role[];
}

export const BenchContext = createContext<BenchFacts | undefined>(undefined);

/** @throws Error outside of the workbench */
export function useBench(): BenchFacts {
  const facts = useContext(BenchContext);
  if (!facts) throw new Error('a form of the workbench stands in the workbench');
  return facts;
}
