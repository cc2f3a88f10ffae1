/** A day. */

import { Cell } from '../date/Cell.tsx';
import { Filter } from '../date/Filter.tsx';
import type { Face } from './face.ts';

export const date: Face<'date'> = {
  name: 'date',
  Cell,
  Filter,
  gridWidth: () => 136,
};
