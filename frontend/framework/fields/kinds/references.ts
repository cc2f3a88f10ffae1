/** Rows of another object, by their titles. */

import { Filter } from '../reference/Filter.tsx';
import { Cell } from '../references/Cell.tsx';
import type { Face } from './face.ts';

export const references: Face<'references'> = {
  name: 'references',
  Cell,
  Filter,
  long: true,
};
