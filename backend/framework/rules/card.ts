/** The cards that a person or a role has on the home page, and what they may hold. Pure. */
import { Refusal } from '#rules/words/problem.ts';
import { isObject } from './records/record.ts';

/** Rows of an object, as one of its views asks for them; '' is the list without a view. */
interface OfList {
  object: string;
  view: string;
}

/** `part`: one that comes with the framework or the application, by its name. */
export type CardBody =
  | { kind: 'part'; part: string }
  | ({ kind: 'count' } & OfList)
  | ({ kind: 'list' } & OfList)
  | ({ kind: 'figure'; field: string; of: FigureWord } & OfList)
  /** of the rows by the values of `field`: how many, or what `sum` comes to */
  | ({ kind: 'plot'; field: string; sum?: string } & OfList);
export type Card = CardBody & { id: string };

export const cardKinds = ['count', 'list', 'figure', 'plot'] as const;
export const figureWords = ['sum', 'mean'] as const;
export type FigureWord = (typeof figureWords)[number];

export const cardLimits = { cards: 40, text: 128 } as const;

/** Reads what was sent. @throws Refusal msg.badrequest */
export function readCards(input: unknown): Card[] {
  if (!Array.isArray(input) || input.length > cardLimits.cards) throw bad('cards');
  const cards = input.map(readCard);
  if (new Set(cards.map(({ id }) => id)).size < cards.length) throw bad('id');
  return cards;
}

function readCard(input: unknown): Card {
  if (!isObject(input)) throw bad('cards');
  const text = (name: string, mayBeEmpty = false): string => {
    const value = input[name];
    if (typeof value !== 'string' || value.length > cardLimits.text || value.includes('\0') || (!value && !mayBeEmpty)) throw bad(name);
    return value;
  };
  const id = text('id');
  if (input.kind === 'part') return { id, kind: 'part', part: text('part') };
  const kind = cardKinds.find((one) => one === input.kind);
  if (!kind) throw bad('kind');
  const list = { id, object: text('object'), view: text('view', true) };
  if (kind === 'count' || kind === 'list') return { ...list, kind };
  if (kind === 'plot') return { ...list, kind, field: text('field'), ...(input.sum !== undefined && { sum: text('sum') }) };
  const of = figureWords.find((one) => one === input.of);
  if (!of) throw bad('of');
  return { ...list, kind, field: text('field'), of };
}

function bad(field: string): Refusal {
  return new Refusal('msg.badrequest', { values: { field } });
}

/** Every month from the first to the last that has rows, at most so many of the latest. */
export function monthsBetween(first: string, last: string, most: number): string[] {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
  const [from, to] = [number(first), number(last)];
  const start = Math.max(from, to - most + 1);
  return Array.from(
    { length: Math.max(0, to - start + 1) },
    (_, at) => `${String(Math.floor((start + at) / 12)).padStart(4, '0')}-${String(((start + at) % 12) + 1).padStart(2, '0')}`,
  );
}
