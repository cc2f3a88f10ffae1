/** A time of day. */

import { Cell } from '../date/Cell.tsx';
import type { Face } from './face.ts';

export const time: Face<'time'> = {
  name: 'time',
  Cell,
};
