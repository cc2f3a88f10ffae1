/**
 * Viewing statistics, computed by the database: a page with 200 works and 300 viewers needs a few rows, not sixty thousand. Times are ms since 1970,
 * lengths s.
 */

import type { Executor, RawRow } from '#framework/data/engine/connect.ts';
import { inList } from '#framework/data/queries/fragment.ts';
import { type LinkWatch, oneGo } from '../rules/leak.ts';
import { readSpans } from '../rules/spans.ts';
import type { WatchRow } from './watch.ts';

/** From this share on a video counts as seen to its end, because most people skip the credits. */
const wholeShare = 0.9;

export interface PageSum {
  page: string;
  viewers: number;
  seconds: number;
}

/** How much each viewing page was watched. */
export async function sumByPage(db: Executor): Promise<PageSum[]> {
  const rows = await db.query('SELECT `page`, COUNT(DISTINCT `viewer`) AS viewers, SUM(`seconds`) AS seconds FROM `_watch` GROUP BY `page`');
  return rows.map((row) => ({ page: String(row.page), viewers: Number(row.viewers), seconds: Number(row.seconds) }));
}

export interface ViewerSum {
  viewer: string;
  link: string;
  works: number;
  videos: number;
  seconds: number;
  begunAt: number;
  seenAt: number;
  /** number of openings of the page */
  opens: number;
  /** first and last heartbeat of a video; 0 where there is none */
  playedFrom: number;
  playedTo: number;
}

export async function sumByViewer(db: Executor, pages: readonly string[]): Promise<ViewerSum[]> {
  const list = inList([...pages]);
  const sql = `SELECT \`viewer\`, MAX(\`link\`) AS link, COUNT(DISTINCT CASE WHEN \`work\` <> '' THEN \`work\` END) AS works,
    COUNT(DISTINCT CASE WHEN \`seconds\` > 0 THEN \`video\` END) AS videos, SUM(\`seconds\`) AS seconds, MIN(\`begun_at\`) AS begun, MAX(\`seen_at\`) AS seen,
    SUM(CASE WHEN \`work\` = '' THEN \`opens\` ELSE 0 END) AS opens,
    MIN(CASE WHEN \`seconds\` > 0 THEN \`begun_at\` END) AS played_from, MAX(CASE WHEN \`seconds\` > 0 THEN \`seen_at\` END) AS played_to
    FROM \`_watch\` WHERE \`page\` IN ${list.sql} GROUP BY \`viewer\` ORDER BY seen DESC, \`viewer\``;
  return (await db.query(sql, list.params)).map((row) => ({
    ...{ viewer: text(row, 'viewer'), link: text(row, 'link'), works: number(row, 'works'), videos: number(row, 'videos'), seconds: number(row, 'seconds') },
    ...{ begunAt: number(row, 'begun'), seenAt: number(row, 'seen'), opens: number(row, 'opens') },
    ...{ playedFrom: number(row, 'played_from'), playedTo: number(row, 'played_to') },
  }));
}

export interface WorkSum {
  work: string;
  viewers: number;
  seconds: number;
  seenAt: number;
}

export async function sumByWork(db: Executor, pages: readonly string[]): Promise<WorkSum[]> {
  const list = inList([...pages]);
  const sql = `SELECT \`work\`, COUNT(DISTINCT \`viewer\`) AS viewers, SUM(\`seconds\`) AS seconds, MAX(\`seen_at\`) AS seen
    FROM \`_watch\` WHERE \`page\` IN ${list.sql} AND \`work\` <> '' GROUP BY \`work\``;
  return (await db.query(sql, list.params)).map((row) => ({
    ...{ work: text(row, 'work'), viewers: number(row, 'viewers'), seconds: number(row, 'seconds'), seenAt: number(row, 'seen') },
  }));
}

export interface VideoSum {
  work: string;
  video: string;
  viewers: number;
  seconds: number;
  duration: number;
  /** mean share of the length, 0 to 1 */
  mean: number;
  /** number of viewers who saw it to its end */
  whole: number;
}

export async function sumByVideo(db: Executor, pages: readonly string[]): Promise<VideoSum[]> {
  const list = inList([...pages]);
  const share = 'CASE WHEN `seconds` < `duration` THEN `seconds` / `duration` ELSE 1.0 END';
  const sql = `SELECT \`work\`, \`video\`, COUNT(DISTINCT \`viewer\`) AS viewers, SUM(\`seconds\`) AS seconds, MAX(\`duration\`) AS duration,
    AVG(CASE WHEN \`duration\` > 0 THEN ${share} END) AS mean, COUNT(DISTINCT CASE WHEN \`duration\` > 0 AND ${share} >= ${wholeShare} THEN \`viewer\` END) AS whole
    FROM \`_watch\` WHERE \`page\` IN ${list.sql} AND \`video\` <> '' AND \`seconds\` > 0 GROUP BY \`work\`, \`video\` ORDER BY \`work\`, seconds DESC`;
  return (await db.query(sql, list.params)).map((row) => ({
    ...{ work: text(row, 'work'), video: text(row, 'video'), viewers: number(row, 'viewers'), seconds: number(row, 'seconds') },
    ...{ duration: number(row, 'duration'), mean: number(row, 'mean'), whole: number(row, 'whole') },
  }));
}

/** Videos that personal links watched in one sitting, to find two at the same time. */
export async function playedInOneGo(db: Executor, pages: readonly string[]): Promise<(LinkWatch & { link: string })[]> {
  const list = inList([...pages]);
  const sql = `SELECT \`link\`, \`work\`, \`video\`, \`seconds\`, \`begun_at\`, \`seen_at\` FROM \`_watch\`
    WHERE \`page\` IN ${list.sql} AND \`link\` <> '' AND \`seconds\` >= ${oneGo.seconds} AND \`seen_at\` - \`begun_at\` <= \`seconds\` * ${oneGo.within * 1000}`;
  return (await db.query(sql, list.params)).map((row) => ({
    ...{ link: text(row, 'link'), work: text(row, 'work'), video: text(row, 'video') },
    ...{ seconds: number(row, 'seconds'), begunAt: number(row, 'begun_at'), seenAt: number(row, 'seen_at') },
  }));
}

export interface SeenPair {
  /** person of the link */
  rowId: string;
  work: string;
  seconds: number;
  /** longest share of one of its videos, 0 to 1 */
  share: number;
  opens: number;
  seenAt: number;
}

/** What people with personal links of one kind saw, by work; with `seconds` or `share` only works that were watched at least so much. */
export async function seenByHolders(
  db: Executor,
  pages: readonly string[],
  object: string,
  least?: { readonly seconds: number; readonly share: number },
): Promise<SeenPair[]> {
  const list = inList([...pages]);
  const share = 'MAX(CASE WHEN w.`duration` > 0 THEN w.`seconds` / w.`duration` ELSE 0 END)';
  const having = least ? `HAVING SUM(w.\`seconds\`) >= ${least.seconds} OR ${share} >= ${least.share}` : '';
  const sql = `SELECT l.\`row_id\` AS row_id, w.\`work\` AS work, SUM(w.\`seconds\`) AS seconds, ${share} AS share, SUM(w.\`opens\`) AS opens, MAX(w.\`seen_at\`) AS seen
    FROM \`_watch\` w JOIN \`_link\` l ON l.\`id\` = w.\`link\` WHERE w.\`page\` IN ${list.sql} AND w.\`work\` <> '' AND l.\`object\` = ?
    GROUP BY l.\`row_id\`, w.\`work\` ${having}`;
  return (await db.query(sql, [...list.params, object])).map((row) => ({
    ...{ rowId: text(row, 'row_id'), work: text(row, 'work'), seconds: number(row, 'seconds'), share: Math.min(1, number(row, 'share')) },
    ...{ opens: number(row, 'opens'), seenAt: number(row, 'seen') },
  }));
}

/** A row without its id and page. */
export type WatchedLine = Omit<WatchRow, 'id' | 'page'>;

const lineColumns = '`viewer`, `link`, `work`, `video`, `begun_at`, `seen_at`, `place`, `duration`, `seconds`, `opens`';

/** The rows of one viewer, or of one work, latest first, with their spans. */
export async function watchedLines(db: Executor, pages: readonly string[], by: { viewer: string } | { work: string }): Promise<WatchedLine[]> {
  const list = inList([...pages]);
  const [field, value] = 'viewer' in by ? (['viewer', by.viewer] as const) : (['work', by.work] as const);
  const sql = `SELECT ${lineColumns}, \`spans\` FROM \`_watch\` WHERE \`page\` IN ${list.sql} AND \`${field}\` = ? ORDER BY \`seen_at\` DESC, \`id\``;
  return (await db.query(sql, [...list.params, value])).map((row) => ({ ...lineOf(row), spans: readSpans(text(row, 'spans')) }));
}

/** The rows of all works on these pages, for a file; at most `most`. */
export async function allLines(db: Executor, pages: readonly string[], most: number): Promise<Omit<WatchedLine, 'spans'>[]> {
  const list = inList([...pages]);
  const sql = `SELECT ${lineColumns} FROM \`_watch\` WHERE \`page\` IN ${list.sql} AND \`work\` <> '' ORDER BY \`seen_at\` DESC, \`id\` LIMIT ?`;
  return (await db.query(sql, [...list.params, most])).map(lineOf);
}

function lineOf(row: RawRow): Omit<WatchedLine, 'spans'> {
  return {
    ...{ viewer: text(row, 'viewer'), link: text(row, 'link'), work: text(row, 'work'), video: text(row, 'video') },
    ...{ begunAt: number(row, 'begun_at'), seenAt: number(row, 'seen_at'), place: number(row, 'place'), duration: number(row, 'duration') },
    ...{ seconds: number(row, 'seconds'), opens: number(row, 'opens') },
  };
}

function text(row: RawRow, name: string): string {
  return String(row[name] ?? '');
}

function number(row: RawRow, name: string): number {
  return Number(row[name] ?? 0);
}
