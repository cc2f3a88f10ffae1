/**
 * Rows of `_link`: personal links of people without an account. The token is not a column, because it is derived from the id; see actions/links.
 * Times are ms since 1970.
 */
import type { Executor } from '#framework/data/engine/connect.ts';

/** 'my': a personal page, with wishes and timetable; 'view': a viewing page. */
export type LinkKind = 'my' | 'view';

export interface LinkRow {
  id: string;
  kind: LinkKind;
  /** the object of the person: 'decision_maker', 'jury', 'pitch' */
  object: string;
  rowId: string;
  campaign: string;
  /** code of the viewing page (pg), '' for every other kind */
  page: string;
  at: number;
  by: string;
  /** null: it does not expire */
  endsAt: number | null;
  revokedAt: number | null;
  /** first and last time it was opened */
  openedAt: number | null;
  seenAt: number | null;
  opens: number;
}

const columns = '`id`, `kind`, `object`, `row_id`, `campaign`, `page`, `at`, `by`, `ends_at`, `revoked_at`, `opened_at`, `seen_at`, `opens`';

export async function insertLink(tx: Executor, link: LinkRow): Promise<void> {
  const { id, kind, object, rowId, campaign, page, at, by, endsAt, revokedAt, openedAt, seenAt, opens } = link;
  await tx.run(`INSERT INTO \`_link\` (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    ...[id, kind, object, rowId, campaign, page, at, by],
    ...[endsAt, revokedAt, openedAt, seenAt, opens],
  ]);
}

export async function findLink(db: Executor, id: string): Promise<LinkRow | undefined> {
  return (await db.query(`SELECT ${columns} FROM \`_link\` WHERE \`id\` = ?`, [id])).map(linkOf)[0];
}

/** A campaign's links of one kind, newest first; only those of one viewing page where `page` is given. */
export async function campaignLinks(db: Executor, campaign: string, kind: LinkKind, page = ''): Promise<LinkRow[]> {
  const sql = `SELECT ${columns} FROM \`_link\` WHERE \`campaign\` = ? AND \`kind\` = ? AND \`page\` = ? ORDER BY \`at\` DESC, \`id\``;
  return (await db.query(sql, [campaign, kind, page])).map(linkOf);
}

/** The person's newest link of the kind that is neither revoked nor expired. */
export async function existingLink(db: Executor, wanted: Pick<LinkRow, 'kind' | 'object' | 'rowId' | 'page'>, now: number): Promise<LinkRow | undefined> {
  const sql = `SELECT ${columns} FROM \`_link\` WHERE \`object\` = ? AND \`row_id\` = ? AND \`kind\` = ? AND \`page\` = ? AND \`revoked_at\` IS NULL AND (\`ends_at\` IS NULL OR \`ends_at\` > ?) ORDER BY \`at\` DESC, \`id\` LIMIT 1`;
  return (await db.query(sql, [wanted.object, wanted.rowId, wanted.kind, wanted.page, now])).map(linkOf)[0];
}

/** Revokes the link; true where it was open. */
export async function revokeLink(tx: Executor, id: string, now: number): Promise<boolean> {
  return (await tx.run('UPDATE `_link` SET `revoked_at` = ? WHERE `id` = ? AND `revoked_at` IS NULL', [now, id])).changes > 0;
}

export async function moveLinkEnd(tx: Executor, id: string, endsAt: number | null): Promise<void> {
  await tx.run('UPDATE `_link` SET `ends_at` = ? WHERE `id` = ?', [endsAt, id]);
}

export async function noteOpened(db: Executor, id: string, now: number): Promise<void> {
  await db.run('UPDATE `_link` SET `opens` = `opens` + 1, `seen_at` = ?, `opened_at` = COALESCE(`opened_at`, ?) WHERE `id` = ?', [now, now, id]);
}

function linkOf(row: Record<string, unknown>): LinkRow {
  const text = (name: string): string => String(row[name] ?? '');
  const moment = (name: string): number | null => (row[name] === null || row[name] === undefined ? null : Number(row[name]));
  return {
    id: text('id'),
    kind: row.kind === 'view' ? 'view' : 'my',
    object: text('object'),
    rowId: text('row_id'),
    campaign: text('campaign'),
    page: text('page'),
    at: Number(row.at),
    by: text('by'),
    endsAt: moment('ends_at'),
    revokedAt: moment('revoked_at'),
    openedAt: moment('opened_at'),
    seenAt: moment('seen_at'),
    opens: Number(row.opens),
  };
}
