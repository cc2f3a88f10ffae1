/** A whole number. */

import { Cell } from '../number/Cell.tsx';
import { widthOfFigure } from '../number/width.ts';
import type { Face } from './face.ts';

export const integer: Face<'integer'> = {
  name: 'integer',
  Cell,
  align: 'end',
  leaf: 'integer',
  gridWidth: widthOfFigure,
};
