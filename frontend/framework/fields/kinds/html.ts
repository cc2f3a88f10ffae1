/** Text with marks: read without them where there is no room. */

import { Cell } from '../html/Cell.tsx';
import { plainText } from '../show.ts';
import type { Face } from './face.ts';

export const html: Face<'html'> = {
  name: 'html',
  Cell,
  words: (_field, value) => plainText(String(value)),
  long: true,
};
