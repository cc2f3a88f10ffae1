/** Rows of another object, by their titles. */

import { Cell } from '../references/Cell.tsx';
import type { Face } from './face.ts';

export const references: Face<'references'> = {
  name: 'references',
  Cell,
  long: true,
};
