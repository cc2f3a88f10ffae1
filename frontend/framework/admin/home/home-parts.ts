/** What the application adds to the home page: lines of what waits, and cards, each by a name that the person's choice of cards holds. */
import type { ComponentType, ReactNode } from 'react';
import { Slot } from '#rules/slot.ts';

export interface HomeParts {
  useWaiting(): { lines: ReactNode[]; isPending: boolean; error: Error | null };
  /** called `home.cards.{name}` in the locale files */
  cards: Record<string, ComponentType>;
}

export const homeParts = new Slot<HomeParts>({ useWaiting: () => ({ lines: [], isPending: false, error: null }), cards: {} });
