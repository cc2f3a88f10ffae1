/** What viewing pages read: a campaign's pages, the works on one, and how often a password was tried. */
import type { ObjectModel, Row } from '#codegen/model.ts';
import { type Database, ident } from '#framework/data/engine/connect.ts';
import { decodeFields, decodeRow } from '#framework/data/rows/codec.ts';
import { inList } from '#framework/data/rows/query.ts';
import type { Tries } from '../rules/password-limit.ts';

/** Pages of one campaign; staff have a handful. */
const mostPages = 200;

/** A page's row with the hash of its password, which is in no row that anybody reads. */
export interface StoredPage {
  row: Row;
  hash: string;
}

/** All pages of a campaign, or those of one code. */
export async function pagesOfCampaign(db: Database, model: ObjectModel, campaign: string, pg?: string): Promise<StoredPage[]> {
  const one = pg === undefined ? '' : ' AND pg = ?';
  const rows = await db.query(
    `SELECT * FROM viewing_page WHERE cid = ?${one} ORDER BY pg, lang LIMIT ${mostPages}`,
    pg === undefined ? [campaign] : [campaign, pg],
  );
  // Codes that differ in case alone are two pages, whatever the database compares like.
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

/** Counts an attempt before the password is looked at, and tells what was counted before it. */
export async function countTry(db: Database, page: string, address: string, now: number, window: number): Promise<{ id: number; address: Tries; page: Tries }> {
  const { lastId: id } = await db.run('INSERT INTO _attempt (realm, account, address, at) VALUES (?, ?, ?, ?)', [realm, page, address, now]);
  const count = 'SELECT COUNT(*) AS count, MAX(at) AS last FROM _attempt WHERE realm = ? AND account = ? AND failed = 1 AND at > ? AND id <> ?';
  const [ofPage] = await db.query(count, [realm, page, now - window, id]);
  const [ofAddress] = await db.query(`${count} AND address = ?`, [realm, page, now - window, id, address]);
  return { id, address: tries(ofAddress), page: tries(ofPage) };
}

/** The right password takes the address's failures away. */
export async function forgiveTries(db: Database, page: string, address: string): Promise<void> {
  await db.run('UPDATE _attempt SET failed = 0 WHERE realm = ? AND account = ? AND address = ? AND failed = 1', [realm, page, address]);
}

function tries(row: Record<string, unknown> | undefined): Tries {
  return { count: Number(row?.count ?? 0), last: Number(row?.last ?? 0) };
}
