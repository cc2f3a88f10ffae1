/** One of the options. */

import { Cell } from '../select/Cell.tsx';
import { showOption } from '../show.ts';
import type { Face } from './face.ts';

export const select: Face<'select'> = {
  name: 'select',
  Cell,
  words: (field, value, { lang }) => showOption(field, value, lang),
};
