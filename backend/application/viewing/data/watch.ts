/**
 * Rows of `_watch` and `_watch_address`: what was watched on viewing pages, by whom, how much, and from where personal links were used. Times are ms
 * since 1970, positions seconds.
 */

import type { Executor } from '#framework/data/engine/connect.ts';
import { insertNew, padded, raw, table } from '#framework/data/engine/table.ts';
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
  await table(tx, '_watch')
    .insert({ id, page, viewer, link, work, video, begun_at: at, seen_at: at, place: 0, duration: 0, seconds: 0, spans: '[]', opens: 0 })
    .onConflict('id')
    .merge({ id: raw(tx, '??', ['_watch.id']) });
  const row = await table(tx, '_watch').where({ id }).forUpdate().first('spans', 'seen_at');
  const spans = mergeSpans(readSpans(String(row?.spans ?? '[]')), step.spans);
  await table(tx, '_watch')
    .where({ id })
    .update({
      ...{ seen_at: Math.max(at, Number(row?.seen_at ?? 0)), place, ...(duration > 0 && { duration }) },
      ...{ seconds: secondsOf(spans), spans: JSON.stringify(spans), opens: raw(tx, 'opens + ?', [opened ? 1 : 0]) },
    });
}

/** Everything of these pages, in the order in which it began. */
export async function watchOfPages(db: Executor, pages: readonly string[]): Promise<WatchRow[]> {
  if (!pages.length) return [];
  return (await table(db, '_watch').whereIn('page', padded(pages)).orderBy(['begun_at', 'id'])).map(watchOf);
}

/** Everything of one viewer, latest first. */
export async function watchOfViewer(db: Executor, viewer: string): Promise<WatchRow[]> {
  const rows = await table(db, '_watch')
    .where({ viewer })
    .orderBy([{ column: 'seen_at', order: 'desc' }, 'id']);
  return rows.map(watchOf);
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
  const goesOn = await table(db, '_watch_address')
    .where({ link, address, agent })
    .where('last_at', '>', at - usePause)
    .update({ opens: raw(db, 'opens + ?', [opens]), last_at: at });
  if (goesOn) return;
  const uses = await table(db, '_watch_address').where({ link }).count({ n: '*' }).first();
  if (Number(uses?.n) >= mostUses) return;
  await insertNew(db, '_watch_address', { id, link, address, agent, first_at: at, last_at: at, opens });
}

/** Deletes where links were used before a moment. */
export async function sweepAddresses(db: Executor, before: number): Promise<void> {
  await table(db, '_watch_address').where('last_at', '<=', before).del();
}

/** Where these links were used, oldest first. */
export async function addressesOfLinks(db: Executor, links: readonly string[]): Promise<LinkUse[]> {
  if (!links.length) return [];
  const rows = await table(db, '_watch_address').whereIn('link', padded(links)).orderBy(['first_at', 'id']);
  return rows.map((row) => ({
    ...{ link: String(row.link), address: String(row.address), agent: String(row.agent) },
    ...{ firstAt: Number(row.first_at), lastAt: Number(row.last_at), opens: Number(row.opens) },
  }));
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
