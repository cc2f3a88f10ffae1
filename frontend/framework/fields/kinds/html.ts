/** Text with marks: read without them where there is no room. */

import { Cell } from '../html/Cell.tsx';
import { plainText } from '../show.ts';
import { Filter } from '../string/Filter.tsx';
import type { Face } from './face.ts';

export const html: Face<'html'> = {
  name: 'html',
  Cell,
  Filter,
  words: (_field, value) => plainText(String(value)),
  long: true,
};
