/** Rows of fields, each in its words. */

import { Cell } from '../list/Cell.tsx';
import type { Face } from './face.ts';

export const list: Face<'list'> = {
  name: 'list',
  Cell,
  long: true,
};
