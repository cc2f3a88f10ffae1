/** A row of another object, by its title. */

import { Cell } from '../reference/Cell.tsx';
import type { Face } from './face.ts';

export const reference: Face<'reference'> = {
  name: 'reference',
  Cell,
  gridWidth: () => 200,
};
