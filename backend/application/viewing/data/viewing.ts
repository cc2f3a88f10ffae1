/** Reads for viewing pages: a campaign's pages, the works of one, and the number of tries of a password. */
import type { ObjectModel, Row } from '#codegen/model.ts';
import { type Database, ident } from '#framework/data/engine/connect.ts';
import { decodeFields, decodeRow } from '#framework/data/rows/codec.ts';
import { inList } from '#framework/data/rows/query.ts';
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
  const one = pg === undefined ? '' : ' AND pg = ?';
  const rows = await db.query(
    `SELECT * FROM viewing_page WHERE cid = ?${one} ORDER BY pg, lang LIMIT ${mostPages}`,
    pg === undefined ? [campaign] : [campaign, pg],
  );
  // Codes that differ only in case are two pages, however the database compares.
  return rows
    .map((raw) => ({ row: decodeRow(model, raw, db.kind), hash: String(raw.pw ?? '') }))
    .filter(({ row }) => row.cid === campaign && (pg === undefined || row.pg === pg));
}

/** Rows of these ids with these fields, in no particular order. */
export async function rowsWithFields(db: Database, model: ObjectModel, ids: readonly string[], names: readonly string[]): Promise<Row[]> {
  if (!ids.length) return [];
  const fields = model.fields.filter(({ name, column }) => column && names.includes(name));
  const list = inList([...ids]);
  const columns = fields.map(({ name, column }) => ident(column?.name ?? name)).join(', ');
  const rows = await db.query(`SELECT ${columns} FROM ${ident(model.name)} WHERE ${ident(model.entity.key)} IN ${list.sql}`, list.params);
  return rows.map((raw) => decodeFields(fields, raw, db.kind));
}

const realm = 'viewing';

/** Counts a try before the password is checked, and returns the earlier count. */
export async function countTry(db: Database, page: string, address: string, now: number, window: number): Promise<{ id: number; address: Tries; page: Tries }> {
  const { lastId: id } = await db.run('INSERT INTO _attempt (realm, account, address, at) VALUES (?, ?, ?, ?)', [realm, page, address, now]);
  const count = 'SELECT COUNT(*) AS count, MAX(at) AS last FROM _attempt WHERE realm = ? AND account = ? AND failed = 1 AND at > ? AND id <> ?';
  const [ofPage] = await db.query(count, [realm, page, now - window, id]);
  const [ofAddress] = await db.query(`${count} AND address = ?`, [realm, page, now - window, id, address]);
  return { id, address: tries(ofAddress), page: tries(ofPage) };
}

/** After the right password the address's failures are deleted. */
export async function forgiveTries(db: Database, page: string, address: string): Promise<void> {
  await db.run('UPDATE _attempt SET failed = 0 WHERE realm = ? AND account = ? AND address = ? AND failed = 1', [realm, page, address]);
}

function tries(row: Record<string, unknown> | undefined): Tries {
  return { count: Number(row?.count ?? 0), last: Number(row?.last ?? 0) };
}
