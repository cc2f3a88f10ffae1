/** How a table is called in a sentence or on its own line. Pure. */

/** 'A', '7', 'B12' or '3a': a mark that says nothing by itself. */
const mark = /^(?:\p{L}?\d{1,4}|\d{1,4}\p{L}|\p{L})$/u;

/**
 * 'A' → 'Table A', by `named`, which has the word of the language; 'Table 7', '桌 7' and 'Salon' say by themselves what they are.
 * @param room a table or room as the forum's setup names it (roomsNamed); '' where a meeting has none
 */
export function tableName(room: string, named: (room: string) => string): string {
  return mark.test(room) ? named(room) : room;
}
