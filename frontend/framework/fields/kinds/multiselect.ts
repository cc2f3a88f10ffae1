/** Several of the options. */

import { listed, showOption } from '../show.ts';
import { Cell } from '../tags/Cell.tsx';
import type { Face } from './face.ts';

export const multiselect: Face<'multiselect'> = {
  name: 'multiselect',
  Cell,
  words: (field, value, { lang }) => listed(value, lang, (item) => showOption(field, item, lang)),
  long: true,
};
