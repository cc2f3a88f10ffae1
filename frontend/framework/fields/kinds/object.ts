/** A nested object. */

import { Cell } from '../object/Cell.tsx';
import type { Face } from './face.ts';

export const object: Face<'object'> = {
  name: 'object',
  Cell,
  long: true,
};
