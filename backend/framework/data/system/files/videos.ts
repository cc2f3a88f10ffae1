/** Rows of `_video`: what was made of a stored video, and of which it is being made or could not be. */
import type { Executor } from '../../engine/connect.ts';
import { padded, table } from '../../engine/table.ts';
import { type FileRow, fileOf } from './files.ts';

/** Pictures of a video in a grid, one for each so many seconds. */
export interface Sprite {
  /** s between two of them */
  every: number;
  count: number;
  columns: number;
  /** px of one */
  width: number;
  height: number;
}

/** One quality of a video's stream; `media` and `list` are bytes. */
export interface StreamQuality {
  width: number;
  height: number;
  /** bits a second, at most */
  bandwidth: number;
  media: number;
  list: number;
}

export interface MadeVideo {
  /** s */
  duration: number;
  width: number;
  height: number;
  /** bytes of the files, 0 where there is none */
  poster: number;
  sheet: number;
  sprite: Sprite | undefined;
  /** the largest first */
  stream: StreamQuality[];
}

export type VideoEnd = 'done' | 'failed' | 'cancelled';

/** Raised when what is made of a video becomes another: all that was made before is made again. */
const recipe = 2;

/** Whole videos of which nothing was made yet, or what is made no more. */
function waiting(db: Executor) {
  return table(db, { f: '_file' })
    .leftJoin({ v: '_video' }, 'v.id', 'f.id')
    .where((either) => either.whereNull('v.id').orWhere((made) => made.where({ 'v.state': 'done' }).whereNot('v.made', 'like', `%"recipe":${recipe}}`)))
    .where('f.type', '>=', 'video/')
    .where('f.type', '<', 'video0')
    .whereNot({ 'f.sha256': '' });
}

/** The oldest of them. */
export async function nextVideo(db: Executor): Promise<FileRow | undefined> {
  const row = await waiting(db).orderBy('f.at').select('f.*').first();
  return row && fileOf(row);
}

export async function countVideosLeft(db: Executor): Promise<number> {
  const row = await waiting(db).count({ n: '*' }).first();
  return Number(row?.n ?? 0);
}

export async function noteVideo(db: Executor, id: string, state: VideoEnd, made: MadeVideo | undefined, at: number): Promise<void> {
  await table(db, '_video').where({ id }).del();
  await table(db, '_video').insert({ id, state, made: made ? JSON.stringify({ ...made, recipe }) : '', at });
}

/** Whole videos of which nothing could be made, or that somebody stopped; the newest first. */
export async function unmadeVideos(db: Executor, limit: number): Promise<{ id: string; fileName: string; state: string; at: number }[]> {
  const rows = await table(db, { v: '_video' })
    .join({ f: '_file' }, 'v.id', 'f.id')
    .whereIn('v.state', ['failed', 'cancelled'])
    .whereNot({ 'f.sha256': '' })
    .orderBy('v.at', 'desc')
    .limit(limit)
    .select('v.id', 'f.file_name', 'v.state', 'v.at');
  return rows.map(({ id, file_name: fileName, state, at }) => ({ id: String(id), fileName: String(fileName), state: String(state), at: Number(at) }));
}

/** It waits again, unless all was made of it. @returns whether there was such a one */
export async function queueVideo(db: Executor, id: string): Promise<boolean> {
  return (await table(db, '_video').where({ id }).whereIn('state', ['failed', 'cancelled']).del()) > 0;
}

/** By the 26 signs that a file's name begins with; only what is whole. */
export async function madeOf(db: Executor, ids: readonly string[]): Promise<Map<string, MadeVideo>> {
  if (!ids.length) return new Map();
  const rows = await table(db, '_video').whereIn('id', padded(ids)).where({ state: 'done' }).select('id', 'made');
  return new Map(rows.map(({ id, made }) => [String(id), JSON.parse(String(made)) as MadeVideo])); // written above
}

/** The file that these 26 signs begin the name of. */
export async function fileOfBase(db: Executor, id: string): Promise<FileRow | undefined> {
  const row = await table(db, '_file').where({ id }).whereNot({ sha256: '' }).first();
  return row && fileOf(row);
}
