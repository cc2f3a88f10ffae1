/** A moment: on the reader's clock in lists, on the house's in the history. */

import { staffZone, utcToZoned } from '#ui/moment.ts';
import { Cell } from '../datetime/Cell.tsx';
import type { Face } from './face.ts';

export const datetime: Face<'datetime'> = {
  name: 'datetime',
  Cell,
  words: (_field, value) => `${utcToZoned(value)} (${staffZone.label})`,
};
