/** A day. */

import { Cell } from '../date/Cell.tsx';
import type { Face } from './face.ts';

export const date: Face<'date'> = {
  name: 'date',
  Cell,
  gridWidth: () => 136,
};
