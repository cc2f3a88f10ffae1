/** Reads for viewing pages: a campaign's pages, the works of one, and the number of tries of a password. */
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { padded, table } from '#framework/data/engine/table.ts';
import { decodeFields, decodeRow } from '#framework/data/rows/codec.ts';
import type { Tries } from '../rules/password-limit.ts';

/** Most pages of one campaign; a real one has only a few. */
const mostPages = 200;

/** A page's row with the hash of its password, which normal reads leave out. */
export interface StoredPage {
  row: Row;
  hash: string;
}

/** All pages of a campaign, or those with one code. */
export async function pagesOfCampaign(db: Database, model: ObjectModel, campaign: string, pg?: string): Promise<StoredPage[]> {
  const rows = await table(db, 'viewing_page')
    .where({ cid: campaign, ...(pg !== undefined && { pg }) })
    .orderBy(['pg', 'lang'])
    .limit(mostPages);
  // Codes that differ only in case are two pages, however the database compares.
  return rows
    .map((raw) => ({ row: decodeRow(model, raw, db.kind), hash: String(raw.pw ?? '') }))
    .filter(({ row }) => row.cid === campaign && (pg === undefined || row.pg === pg));
}

/** Rows of these ids with these fields, in no particular order. */
export async function rowsWithFields(db: Database, model: ObjectModel, ids: readonly string[], names: readonly string[]): Promise<Row[]> {
  if (!ids.length) return [];
  const fields = model.fields.filter(({ name, column }) => column && names.includes(name));
  const columns = fields.map(({ name, column }) => column?.name ?? name);
  const rows = await table(db, model.name).whereIn(model.entity.key, padded(ids)).select(columns);
  return rows.map((raw) => decodeFields(fields, raw, db.kind));
}

const realm = 'viewing';

/** Counts a try before the password is checked, and returns the earlier count. */
export async function countTry(db: Database, page: string, address: string, now: number, window: number): Promise<{ id: number; address: Tries; page: Tries }> {
  const [id = 0] = await table(db, '_attempt').insert({ realm, account: page, address, at: now });
  const others = (of: object) =>
    table(db, '_attempt')
      .where({ realm, account: page, failed: 1, ...of })
      .where('at', '>', now - window)
      .whereNot({ id })
      .count({ count: '*' })
      .max({ last: 'at' })
      .first();
  return { id, address: tries(await others({ address })), page: tries(await others({})) };
}

/** After the right password the address's failures are deleted. */
export async function forgiveTries(db: Database, page: string, address: string): Promise<void> {
  await table(db, '_attempt').where({ realm, account: page, address, failed: 1 }).update({ failed: 0 });
}

function tries(row: Record<string, unknown> | undefined): Tries {
  return { count: Number(row?.count ?? 0), last: Number(row?.last ?? 0) };
}
