/** One line of text. */

import { Cell } from '../string/Cell.tsx';
import type { Face } from './face.ts';

export const string: Face<'string'> = {
  name: 'string',
  Cell,
  gridWidth: () => 150,
};
