/** Anything else, as it is. */

import { Cell } from '../json/Cell.tsx';
import type { Face } from './face.ts';

export const json: Face<'json'> = {
  name: 'json',
  Cell,
  long: true,
};
