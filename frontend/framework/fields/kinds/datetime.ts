/** A moment: on the reader's clock in lists, on the house's in the history. */

import { staffZone, utcToZoned } from '#ui/moment.ts';
import { Cell } from '../datetime/Cell.tsx';
import { Filter } from '../datetime/Filter.tsx';
import type { Face } from './face.ts';

export const datetime: Face<'datetime'> = {
  name: 'datetime',
  Cell,
  Filter,
  words: (_field, value) => `${utcToZoned(value)} (${staffZone.label})`,
};
