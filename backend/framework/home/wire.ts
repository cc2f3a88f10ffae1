/** What the calls of the home page's cards answer. Types only. */
import type { Card } from '#rules/card.ts';

/** `of`: whose they are; 'house' where neither the person nor one of their roles has any, and the page shows all that it comes with. */
export interface HomeCards {
  cards: Card[];
  of: 'me' | 'role' | 'house';
  /** roles whose cards the person may arrange; [] for who arranges their own only */
  roles: string[];
}

/** @group own */
export interface HomeCalls {
  'GET /api/home': HomeCards;
  'PUT /api/home': HomeCards;
}

/** What the calls are sent. */
export interface HomeBodies {
  /** `cards` null: back to the default; `role`: of that role, by an administrator */
  'PUT /api/home': { cards: Card[] | null; role?: string };
}
