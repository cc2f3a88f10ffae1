/**
 * Rows of `_link`: personal links of people without an account. The token is not a column, because it is derived from the id; see actions/links.
 * Times are ms since 1970.
 */
import type { Executor } from '#framework/data/engine/connect.ts';
import { raw, table } from '#framework/data/engine/table.ts';

/** 'my': a personal page, with wishes and timetable; 'view': a viewing page; 'write': an invitation to write an enrolment. */
export type LinkKind = 'my' | 'view' | 'write';

export interface LinkRow {
  id: string;
  kind: LinkKind;
  /** the object of the person: 'decision_maker', 'jury', 'pitch', 'enrolment_writer' */
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

export async function insertLink(tx: Executor, link: LinkRow): Promise<void> {
  await table(tx, '_link').insert(storedLink(link));
}

/** Its row; several of them can be inserted at once. */
export function storedLink({ rowId, endsAt, revokedAt, openedAt, seenAt, ...named }: LinkRow) {
  return { ...named, row_id: rowId, ends_at: endsAt, revoked_at: revokedAt, opened_at: openedAt, seen_at: seenAt };
}

export async function findLink(db: Executor, id: string): Promise<LinkRow | undefined> {
  const row = await table(db, '_link').where({ id }).first();
  return row && linkOf(row);
}

const newest = [{ column: 'at', order: 'desc' as const }, 'id'];

/** A campaign's links of one kind, newest first; only those of one viewing page where `page` is given. */
export async function campaignLinks(db: Executor, campaign: string, kind: LinkKind, page = ''): Promise<LinkRow[]> {
  return (await table(db, '_link').where({ campaign, kind, page }).orderBy(newest)).map(linkOf);
}

/** The person's newest link of the kind that is neither revoked nor expired. */
export async function existingLink(db: Executor, wanted: Pick<LinkRow, 'kind' | 'object' | 'rowId' | 'page'>, now: number): Promise<LinkRow | undefined> {
  const { object, rowId, kind, page } = wanted;
  const row = await openLinks(db, now).where({ object, row_id: rowId, kind, page }).orderBy(newest).first();
  return row && linkOf(row);
}

/** Those that are neither revoked nor over. */
export function openLinks(db: Executor, now: number) {
  return table(db, '_link')
    .where({ revoked_at: null })
    .where((ends) => ends.whereNull('ends_at').orWhere('ends_at', '>', now));
}

/** Number of links of the kind that somebody has made since. */
export async function countLinksBy(db: Executor, kind: LinkKind, by: string, since: number): Promise<number> {
  const row = await table(db, '_link').where({ kind, by }).where('at', '>', since).count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

/** Revokes what is open of a person's links of the kind. */
export async function revokeLinksOf(tx: Executor, { kind, object, rowId }: Pick<LinkRow, 'kind' | 'object' | 'rowId'>, now: number): Promise<void> {
  await table(tx, '_link').where({ kind, object, row_id: rowId, revoked_at: null }).update({ revoked_at: now });
}

/** Revokes the link; true where it was open. */
export async function revokeLink(tx: Executor, id: string, now: number): Promise<boolean> {
  return (await table(tx, '_link').where({ id, revoked_at: null }).update({ revoked_at: now })) > 0;
}

export async function moveLinkEnd(tx: Executor, id: string, endsAt: number | null): Promise<void> {
  await table(tx, '_link').where({ id }).update({ ends_at: endsAt });
}

export async function noteOpened(db: Executor, id: string, now: number): Promise<void> {
  await table(db, '_link')
    .where({ id })
    .update({ opens: raw(db, 'opens + 1'), seen_at: now, opened_at: raw(db, 'COALESCE(opened_at, ?)', [now]) });
}

function linkOf(row: Record<string, unknown>): LinkRow {
  const text = (name: string): string => String(row[name] ?? '');
  const moment = (name: string): number | null => (row[name] === null || row[name] === undefined ? null : Number(row[name]));
  return {
    id: text('id'),
    kind: row.kind === 'view' || row.kind === 'write' ? row.kind : 'my',
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
