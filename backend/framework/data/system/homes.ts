/** Whose home page has which cards: a person's, or a role's. */
import type { Executor, Transaction } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

export interface StoredHome {
  scope: 'me' | 'role';
  /** the account, or the role */
  who: string;
  /** JSON */
  cards: string;
}

/** The person's own, and those of their roles. */
export async function listHomes(db: Executor, account: string, roles: readonly string[]): Promise<StoredHome[]> {
  const rows = await table(db, '_home').where((either) => {
    either.where({ scope: 'me', who: account });
    either.orWhere((own) => void own.where({ scope: 'role' }).whereIn('who', roles));
  });
  return rows.map(({ scope, who, cards }) => ({ scope: String(scope) as StoredHome['scope'], who: String(who), cards: String(cards) })); // written here
}

/** In the place of what was there; undefined: nothing is. */
export async function putHome(tx: Transaction, { scope, who }: Omit<StoredHome, 'cards'>, cards: string | undefined): Promise<void> {
  await table(tx, '_home').where({ scope, who }).del();
  if (cards !== undefined) await table(tx, '_home').insert({ scope, who, cards });
}
