/** An exact number: grouped, money with the digits of its currency, a rate as percent. */

import { Cell } from '../number/Cell.tsx';
import { showFigure } from '../number/decimal.ts';
import { widthOfFigure } from '../number/width.ts';
import type { Face } from './face.ts';

export const decimal: Face<'decimal'> = {
  name: 'decimal',
  Cell,
  words: (field, value, { scope, whole }) => showFigure(field, value, scope, whole),
  align: 'end',
  leaf: 'number',
  gridWidth: widthOfFigure,
};
