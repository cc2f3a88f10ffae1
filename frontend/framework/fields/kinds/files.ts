/** Attachments. */

import { Cell } from '../files/Cell.tsx';
import type { Face } from './face.ts';

export const files: Face<'files'> = {
  name: 'files',
  Cell,
  long: true,
};
