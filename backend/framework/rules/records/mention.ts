/** People named in a text: `@[account]` stands there, so that one who is called otherwise by then is still named right. Pure. */

/** Longest text of a comment. */
export const mostText = 4_000;
/** People named in one text. */
export const mostNamed = 20;

/** What a notice is of: that they were named, that something is theirs to deal with, that somebody commented on what they follow. */
export type NoticeKind = 'mention' | 'assigned' | 'comment';

const token = /@\[([^\]\s]{1,64})\]/gu;

/** The accounts that a text names, each once. */
export function namedIn(text: string): string[] {
  return [...new Set([...text.matchAll(token)].map(([, id = '']) => id))];
}

/** How somebody stands in a text. */
export function mentionOf(id: string): string {
  return `@[${id}]`;
}

/** A piece of a text: what is written, or somebody who is named. */
export interface Piece {
  text: string;
  /** the account, where it is somebody's name */
  account?: string;
}

/** The text in pieces, with people as they are called now; one whom nobody knows any more by their id. */
export function piecesOf(text: string, names: Readonly<Record<string, string>>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, id = ''] = match;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: `@${Object.hasOwn(names, id) ? names[id] : id}`, account: id });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** The same as one line of plain text, cut after so many characters. */
export function lineOf(text: string, names: Readonly<Record<string, string>>, most: number): string {
  const line = piecesOf(text, names)
    .map((piece) => piece.text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
