/** The name before the sender's address of a mail that belongs to nothing else. */
export const houseName = 'Reelbase';
