/** Yes or no. */

import { Cell } from '../boolean/Cell.tsx';
import type { Face } from './face.ts';

export const boolean: Face<'boolean'> = {
  name: 'boolean',
  Cell,
  leaf: 'boolean',
};
