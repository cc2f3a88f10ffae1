/** Yes or no. */

import { Cell } from '../boolean/Cell.tsx';
import { Filter } from '../boolean/Filter.tsx';
import type { Face } from './face.ts';

export const boolean: Face<'boolean'> = {
  name: 'boolean',
  Cell,
  Filter,
  leaf: 'boolean',
};
