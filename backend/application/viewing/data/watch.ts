/**
 * Rows of `_watch` and `_watch_address`: what was watched on viewing pages, by whom, how much, and from where personal links were used. Times are ms
 * since 1970, positions seconds.
 */

import type { Executor } from '#framework/data/engine/connect.ts';
import { inList } from '#framework/data/rows/query.ts';
import { type LinkUse, usePause } from '../rules/leak.ts';
import { mergeSpans, readSpans, type Span, secondsOf } from '../rules/spans.ts';

export interface WatchRow {
  id: string;
  /** viewing_page id */
  page: string;
  /** link id, or the anonymous visitor's number */
  viewer: string;
  /** link id, '' for an anonymous visitor */
  link: string;
  /** 'pitch:{id}', 'film:{id}', '' for the page itself */
  work: string;
  /** stored name or address; '' for an opening of the work or the page */
  video: string;
  begunAt: number;
  seenAt: number;
  place: number;
  duration: number;
  seconds: number;
  spans: Span[];
  opens: number;
}

const columns = '`id`, `page`, `viewer`, `link`, `work`, `video`, `begun_at`, `seen_at`, `place`, `duration`, `seconds`, `spans`, `opens`';

/** The content of a heartbeat. `opened` counts one more opening. */
export interface WatchStep extends Pick<WatchRow, 'id' | 'page' | 'viewer' | 'link' | 'work' | 'video' | 'place' | 'duration'> {
  spans: readonly Span[];
  at: number;
  opened: boolean;
}

/** Adds to the viewer's row, or inserts it. Call inside a transaction, because the row is read before it is written. */
export async function noteWatch(tx: Executor, step: WatchStep): Promise<void> {
  const { id, page, viewer, link, work, video, at, place, duration, opened } = step;
  // First inserts or locks the row: on MariaDB this locks an existing row for writing at once, so that two heartbeats cannot cause a deadlock.
  const [verb, ifExists] = tx.kind === 'sqlite' ? ['INSERT OR IGNORE', ''] : ['INSERT', ' ON DUPLICATE KEY UPDATE `id` = `id`'];
  const values = [id, page, viewer, link, work, video, at, at];
  await tx.run(`${verb} INTO \`_watch\` (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, '[]', 0)${ifExists}`, values);
  const lock = tx.kind === 'mariadb' ? ' FOR UPDATE' : '';
  const [row] = await tx.query<{ spans: string; seen_at: number }>(`SELECT \`spans\`, \`seen_at\` FROM \`_watch\` WHERE \`id\` = ?${lock}`, [id]);
  const spans = mergeSpans(readSpans(row?.spans ?? '[]'), step.spans);
  const sql =
    'UPDATE `_watch` SET `seen_at` = ?, `place` = ?, `duration` = CASE WHEN ? > 0 THEN ? ELSE `duration` END, `seconds` = ?, `spans` = ?, `opens` = `opens` + ? WHERE `id` = ?';
  const seenAt = Math.max(at, row?.seen_at ?? 0);
  await tx.run(sql, [seenAt, place, duration, duration, secondsOf(spans), JSON.stringify(spans), opened ? 1 : 0, id]);
}

/** Everything of these pages, in the order in which it began. */
export async function watchOfPages(db: Executor, pages: readonly string[]): Promise<WatchRow[]> {
  if (!pages.length) return [];
  const list = inList([...pages]);
  return (await db.query(`SELECT ${columns} FROM \`_watch\` WHERE \`page\` IN ${list.sql} ORDER BY \`begun_at\`, \`id\``, list.params)).map(watchOf);
}

/** Everything of one viewer, latest first. */
export async function watchOfViewer(db: Executor, viewer: string): Promise<WatchRow[]> {
  return (await db.query(`SELECT ${columns} FROM \`_watch\` WHERE \`viewer\` = ? ORDER BY \`seen_at\` DESC, \`id\``, [viewer])).map(watchOf);
}

/** Most rows of one link: three months of normal use. A client that invents thousands of browsers adds no more. */
const mostUses = 400;

/**
 * Records that a link is used from an address with a browser: in the present period of use, else in a new one; two requests at the same time use the
 * same `id`. `opened` counts an opening.
 */
export async function noteAddress(
  db: Executor,
  { id, link, address, agent }: Pick<LinkUse, 'link' | 'address' | 'agent'> & { id: string },
  at: number,
  opened: boolean,
): Promise<void> {
  const opens = opened ? 1 : 0;
  const { changes } = await db.run(
    'UPDATE `_watch_address` SET `opens` = `opens` + ?, `last_at` = ? WHERE `link` = ? AND `address` = ? AND `agent` = ? AND `last_at` > ?',
    [opens, at, link, address, agent, at - usePause],
  );
  if (changes) return;
  const [ifExists] = await db.query<{ n: number }>('SELECT COUNT(*) AS n FROM `_watch_address` WHERE `link` = ?', [link]);
  if (ifExists && ifExists.n >= mostUses) return;
  const ignore = db.kind === 'sqlite' ? 'OR IGNORE' : 'IGNORE';
  await db.run(
    `INSERT ${ignore} INTO \`_watch_address\` (\`id\`, \`link\`, \`address\`, \`agent\`, \`first_at\`, \`last_at\`, \`opens\`) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [id, link, address, agent, at, at, opens],
  );
}

/** Deletes where links were used before a moment. */
export async function sweepAddresses(db: Executor, before: number): Promise<void> {
  await db.run('DELETE FROM `_watch_address` WHERE `last_at` <= ?', [before]);
}

/** Where these links were used, oldest first. */
export async function addressesOfLinks(db: Executor, links: readonly string[]): Promise<LinkUse[]> {
  if (!links.length) return [];
  const list = inList([...links]);
  const sql = `SELECT \`link\`, \`address\`, \`agent\`, \`first_at\` AS firstAt, \`last_at\` AS lastAt, \`opens\` FROM \`_watch_address\` WHERE \`link\` IN ${list.sql} ORDER BY \`first_at\`, \`id\``;
  return db.query<LinkUse>(sql, list.params);
}

function watchOf(row: Record<string, unknown>): WatchRow {
  const text = (name: string): string => String(row[name] ?? '');
  const number = (name: string): number => Number(row[name] ?? 0);
  return {
    ...{ id: text('id'), page: text('page'), viewer: text('viewer'), link: text('link'), work: text('work'), video: text('video') },
    ...{ begunAt: number('begun_at'), seenAt: number('seen_at'), place: number('place'), duration: number('duration') },
    ...{ seconds: number('seconds'), spans: readSpans(text('spans')), opens: number('opens') },
  };
}
