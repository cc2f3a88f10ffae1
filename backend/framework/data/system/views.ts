/** Views that people made of lists. One that was deleted stays for a while (`gone_at`), so that it can come back under its address. */
import type { ViewSettings } from '#codegen/model.ts';
import type { Card } from '#rules/card.ts';
import { renamedSettings } from '#rules/queries/view.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import type { Executor, Transaction } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

export interface StoredView {
  id: string;
  object: string;
  name: string;
  scope: 'me' | 'role' | 'all';
  /** the account, the role, or '' */
  who: string;
  isDefault: boolean;
  /** JSON */
  settings: string;
  /** the account that made it */
  by: string;
}

/** The cards of home pages stand among the views, as those of no object. */
export const ofHome = '';

/** The person's own, those of these roles (all roles' where undefined), and everybody's; by name. */
export async function listViews(db: Executor, account: string, roles: readonly string[] | undefined): Promise<StoredView[]> {
  const rows = await table(db, '_view')
    .where({ gone_at: 0 })
    .whereNot({ object: ofHome })
    .where((either) => {
      either.where({ scope: 'me', who: account }).orWhere({ scope: 'all' });
      if (roles) either.orWhere((own) => void own.where({ scope: 'role' }).whereIn('who', roles));
      else either.orWhere({ scope: 'role' });
    })
    .orderBy(['name', 'id']);
  return rows.map(read);
}

/** Of the home page: the person's own arrangement, and those of their roles. */
export async function listHomes(db: Executor, account: string, roles: readonly string[]): Promise<StoredView[]> {
  const rows = await table(db, '_view')
    .where({ object: ofHome, gone_at: 0 })
    .where((either) => {
      either.where({ scope: 'me', who: account });
      either.orWhere((own) => void own.where({ scope: 'role' }).whereIn('who', roles));
    });
  return rows.map(read);
}

/** Cards of a renamed object go on to show it; without a new name they go with it. */
export async function renameInHomes(tx: Executor, from: string, to: string | undefined): Promise<void> {
  await changeCards(tx, (card) => (!('object' in card) || card.object !== from ? card : to === undefined ? undefined : { ...card, object: to }));
}

/** Views of an object, and cards that show a figure of it, go on to name its fields after some were renamed. @param nameOf the present path of a dotted path */
export async function renameInViews(tx: Executor, object: string, nameOf: (path: string) => string): Promise<void> {
  for (const view of (await table(tx, '_view').where({ object })).map(read)) {
    const settings = JSON.stringify(renamedSettings(JSON.parse(view.settings) as ViewSettings, nameOf)); // written by keep-view.ts, which has read it
    if (settings !== view.settings) await table(tx, '_view').where({ id: view.id }).update({ settings });
  }
  const field = (name: string) => rootOf(nameOf(stepOf(name)));
  await changeCards(tx, (card) => {
    if (!('field' in card) || card.object !== object) return card;
    return { ...card, field: field(card.field), ...('sum' in card && card.sum && { sum: field(card.sum) }) };
  });
}

async function changeCards(tx: Executor, change: (card: Card) => Card | undefined): Promise<void> {
  for (const { id, settings } of (await table(tx, '_view').where({ object: ofHome })).map(read)) {
    const cards = JSON.stringify((JSON.parse(settings) as Card[]).flatMap((card) => change(card) ?? [])); // written by home/cards.ts
    if (cards !== settings) await table(tx, '_view').where({ id }).update({ settings: cards });
  }
}

export async function findView(db: Executor, id: string, isGone: boolean): Promise<StoredView | undefined> {
  const row = await table(db, '_view')
    .where({ id })
    .where('gone_at', isGone ? '>' : '=', 0)
    .first();
  return row && read(row);
}

/** How many somebody has of an object. */
export async function countViews(db: Executor, { object, scope, who }: Pick<StoredView, 'object' | 'scope' | 'who'>): Promise<number> {
  const row = await table(db, '_view').where({ object, scope, who, gone_at: 0 }).count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

/** In the place of the former one of its id; a default takes the place of the one before. */
export async function putView(tx: Transaction, { isDefault, by, ...view }: StoredView, now: number): Promise<void> {
  const { object, scope, who } = view;
  if (isDefault) await table(tx, '_view').where({ object, scope, who }).update({ is_default: 0 });
  const row = { ...view, is_default: isDefault ? 1 : 0, made_by: by, at: now, gone_at: 0 };
  if (!(await table(tx, '_view').where({ id: view.id }).update(row))) await table(tx, '_view').insert(row);
}

/** It is out of sight, and can come back for a day: what was deleted before that is gone. */
export async function removeView(db: Executor, id: string, now: number, before: number): Promise<void> {
  await table(db, '_view').where({ id }).update({ gone_at: now });
  await table(db, '_view').where('gone_at', '>', 0).where('gone_at', '<', before).del();
}

function read(row: Record<string, unknown>): StoredView {
  return {
    id: String(row.id),
    object: String(row.object),
    name: String(row.name),
    scope: String(row.scope) as StoredView['scope'], // written here
    who: String(row.who),
    isDefault: Number(row.is_default) === 1,
    settings: String(row.settings),
    by: String(row.made_by),
  };
}
