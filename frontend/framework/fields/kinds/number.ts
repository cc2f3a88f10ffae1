/** A double, which may be a rate: seen as an exact number is. */

import { decimal } from './decimal.ts';
import type { Face } from './face.ts';

export const number: Face<'number'> = { ...decimal, name: 'number' };
