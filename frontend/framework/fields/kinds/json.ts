/** Anything else, as it is; an object of pairs one after the other. */

import { Cell } from '../json/Cell.tsx';
import { wordsOf } from '../json/pairs.ts';
import type { Face } from './face.ts';

export const json: Face<'json'> = {
  name: 'json',
  Cell,
  words: wordsOf,
  long: true,
};
