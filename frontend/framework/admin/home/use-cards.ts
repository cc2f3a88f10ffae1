/** The person's cards, and how they change: shown at once, stored by the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useChange } from '#client/use-change.ts';
import type { Bodies } from '#framework/api/wire.ts';
import type { HomeCards } from '#framework/home/wire.ts';
import type { Card } from '#rules/card.ts';
import { homeParts } from './home-parts.ts';

const key = ['home'];

export interface Cards extends HomeCards {
  isPending: boolean;
  error: Error | null;
  /** null: back to the default */
  save: (cards: Card[] | null) => Promise<boolean>;
  /** what people of the role see who have arranged none of their own; null: what the house shows */
  saveForRole: (role: string, cards: Card[] | null) => Promise<boolean>;
}

export function useCards(): Cards {
  const client = useQueryClient();
  const { send } = useChange();
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  const { data, isPending, error } = useQuery({ queryKey: key, queryFn: () => call('GET /api/home', {}) });
  const { cards = [], of = 'house', roles = [] } = data ?? {};
  // One after the other, so that the last order is the one that stays; nothing shows an older one in between.
  const store = (body: Bodies['PUT /api/home']): Promise<boolean> => {
    const stored: Promise<boolean> = last.current.then(async () => {
      const answer = await send('PUT /api/home', { body });
      if (!answer) await client.invalidateQueries({ queryKey: key });
      else if (last.current === stored) client.setQueryData<HomeCards>(key, answer);
      return answer !== undefined;
    });
    last.current = stored;
    return stored;
  };
  return {
    cards: of === 'house' ? partCards() : cards,
    of,
    roles,
    isPending,
    error,
    save: async (next) => {
      await client.cancelQueries({ queryKey: key });
      if (next) client.setQueryData<HomeCards>(key, { cards: next, of: 'me', roles });
      return store({ cards: next });
    },
    saveForRole: (role, next) => store({ cards: next, role }),
  };
}

/** Those that come with the house, the application's first. */
export const ownParts = ['counts', 'recent'] as const;

function partCards(): Card[] {
  return partNames().map((part) => ({ id: part, kind: 'part', part }));
}

export function partNames(): string[] {
  return [...Object.keys(homeParts.value.cards), ...ownParts];
}

/** What a part is called, for who arranges it. */
export function usePartName(): (part: string) => string {
  const translate = useTranslate();
  return (part) => translate(`home.cards.${part}`, { _: part });
}
