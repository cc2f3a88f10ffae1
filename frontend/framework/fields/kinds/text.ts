/** Several lines of text. */

import { Cell } from '../text/Cell.tsx';
import type { Face } from './face.ts';

export const text: Face<'text'> = {
  name: 'text',
  Cell,
  long: true,
};
