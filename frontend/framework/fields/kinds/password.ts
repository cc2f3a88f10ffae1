/** Nobody is shown it. */
import type { Face } from './face.ts';

export const password: Face<'password'> = {
  name: 'password',
  Cell: () => null,
};
