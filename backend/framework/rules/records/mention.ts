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

/** Somebody who can be named, as the box shows them. */
interface Named {
  id: string;
  name: string;
}

/** A text as it is typed: people by what they are called. */
export function draftOf(text: string, names: Readonly<Record<string, string>>): string {
  return piecesOf(text, names)
    .map((piece) => piece.text)
    .join('');
}

/** A draft as it is stored. Of two people who are called the same the one who was chosen comes first in `people`; a longer name wins over its beginning. */
export function storedOf(draft: string, people: readonly Named[]): string {
  const first = new Map<string, Named>();
  for (const one of people) if (one.name && !first.has(one.name)) first.set(one.name, one);
  const sorted = [...first.values()].sort((a, b) => b.name.length - a.name.length);
  let text = '';
  for (let at = 0; at < draft.length; ) {
    // An address of mail names nobody.
    const isStart = draft[at] === '@' && !/[A-Za-z0-9_.]/.test(draft[at - 1] ?? '');
    const found = isStart ? sorted.find(({ name }) => draft.startsWith(name, at + 1) && !/[A-Za-z0-9_]/.test(draft[at + 1 + name.length] ?? '')) : undefined;
    text += found ? mentionOf(found.id) : draft[at];
    at += found ? found.name.length + 1 : 1;
  }
  return text;
}

/** What stands between the last '@' and the caret, where a name may be begun there. */
export function begunName(draft: string, caret: number): string | undefined {
  return /(?:^|[^A-Za-z0-9_.])@([^@\n]{0,40})$/.exec(draft.slice(0, caret))?.[1];
}
