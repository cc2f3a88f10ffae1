/** Rows of `_watch` and `_watch_address`: what was watched on viewing pages, by whom, how far, and from where personal links were used. Times are ms since 1970, places seconds. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { inList } from '#framework/data/rows/query.ts';
import { type LinkUse, usePause } from '../rules/leak.ts';
import { mergeSpans, readSpans, type Span, secondsOf } from '../rules/spans.ts';

export interface WatchRow {
  id: string;
  /** viewing_page id */
  page: string;
  /** link id, or the anonymous visitor's */
  viewer: string;
  /** link id, '' for an anonymous visitor */
  link: string;
  /** 'pitch:{id}', 'film:{id}', '' for the page itself */
  work: string;
  /** stored name or address, '' where the work or the page was opened */
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

/** What a heartbeat adds. `opened` counts one more opening. */
export interface WatchStep extends Pick<WatchRow, 'id' | 'page' | 'viewer' | 'link' | 'work' | 'video' | 'place' | 'duration'> {
  spans: readonly Span[];
  at: number;
  opened: boolean;
}

/** Adds to the viewer's row, or begins it. Inside a transaction: the row is read before it is written. */
export async function noteWatch(tx: Executor, step: WatchStep): Promise<void> {
  const { id, page, viewer, link, work, video, at, place, duration, opened } = step;
  // First of all a row to hold on to: on MariaDB this locks one that stands for writing at once, so that two beats wait for each other and never for both.
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

/** Everything of one viewer, the latest first. */
export async function watchOfViewer(db: Executor, viewer: string): Promise<WatchRow[]> {
  return (await db.query(`SELECT ${columns} FROM \`_watch\` WHERE \`viewer\` = ? ORDER BY \`seen_at\` DESC, \`id\``, [viewer])).map(watchOf);
}

/** Rows that one link can have: three months of watching. Whoever makes up browsers by the thousand adds none. */
const mostUses = 400;

/** Notes a sign of a link from an address with a browser: on the stretch of use that goes on, else on a new one, whose `id` two at once share. `opened` counts an opening. */
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

/** Forgets from where links were used before a moment. */
export async function sweepAddresses(db: Executor, before: number): Promise<void> {
  await db.run('DELETE FROM `_watch_address` WHERE `last_at` <= ?', [before]);
}

/** From where these links were used, the first first. */
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
