/** Whose name stands before the address of a mail that belongs to nothing else. */
export const houseName = 'Reelbase';
