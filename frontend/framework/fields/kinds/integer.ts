/** A whole number. */

import { Cell } from '../number/Cell.tsx';
import { Filter } from '../number/Filter.tsx';
import { widthOfFigure } from '../number/width.ts';
import type { Face } from './face.ts';

export const integer: Face<'integer'> = {
  name: 'integer',
  Cell,
  Filter,
  align: 'end',
  leaf: 'integer',
  gridWidth: widthOfFigure,
};
