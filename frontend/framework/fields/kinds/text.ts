/** Several lines of text. */

import { Filter } from '../string/Filter.tsx';
import { Cell } from '../text/Cell.tsx';
import type { Face } from './face.ts';

export const text: Face<'text'> = {
  name: 'text',
  Cell,
  Filter,
  long: true,
};
