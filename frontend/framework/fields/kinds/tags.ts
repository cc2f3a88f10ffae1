/** Texts of one's own. */

import { listed } from '../show.ts';
import { Cell } from '../tags/Cell.tsx';
import type { Face } from './face.ts';

export const tags: Face<'tags'> = {
  name: 'tags',
  Cell,
  words: (_field, value, { lang }) => listed(value, lang, String),
  long: true,
};
