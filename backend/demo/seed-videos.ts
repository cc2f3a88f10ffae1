/** The demo's own small film (media/, drawn by `npm run demo:video`) in the store, as an uploaded video of two films and two pitches. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#backend/config.ts';
import type { Row } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import type { FileRow } from '#framework/data/system/files/files.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { dateAt } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { linkOf, subtitleType, typeByName } from '#rules/records/upload.ts';
import { type FileStore, keepFile } from './store-files.ts';

/** A film or its talk that lies in the store under a name, announced only. */
export interface StoredVideo {
  name: string;
  fileName: string;
  size: number;
  type: string;
  /** its owner: each has a file of its own, so that watching one is not counted for another */
  object: 'film' | 'pitch';
  place: number;
  row: FileRow;
}

const media = ['river.webm', 'river.tw.vtt', 'river.en.vtt'];
/** Of the films with a poster and stills the first that are made by whoever keeps the files, and as many pitches of the ended forum. */
const filmIndexes = [0, 6];
const pitchCount = 2;
const hour = 3_600_000;

/** Puts the files into the store. */
export async function keepVideos(store: FileStore): Promise<StoredVideo[]> {
  const places = [...filmIndexes.map((place) => ({ object: 'film', place }) as const), ...[0, 1].map((place) => ({ object: 'pitch', place }) as const)];
  const stored = media.map(async (fileName): Promise<StoredVideo[]> => {
    const bytes = await readFile(join(root, 'backend/demo/media', fileName));
    const type = typeByName(fileName) ?? '';
    const use = type === subtitleType ? { field: 'subtitles', purpose: 'subtitle' } : { field: 'videos', purpose: 'video' };
    return Promise.all(
      places.map(async ({ object, place }) => {
        const row = await keepFile(store, { object, ...use, fileName, type, public: false }, bytes);
        return { object, place, fileName, type, name: row.name, size: row.size, row };
      }),
    );
  });
  return (await Promise.all(stored)).flat();
}

/** What a film of the catalogue shows: {videos, subtitles} of the first two that have pictures, nothing of the others. */
export function filmVideos(stored: readonly StoredVideo[], index: number): Row {
  return shownAt(stored, 'film', index);
}

/** The first pitches of the ended forum get theirs. */
export async function seedPitchVideos(tools: RecordTools, actor: Actor, stored: readonly StoredVideo[]): Promise<void> {
  const model = tools.registry.get('pitch')?.model;
  if (!model || !stored.length) return;
  const past = { ...tools, now: () => dateAt(tools.now().getTime() - 31 * hour) };
  const query = { filter: everyRow, sort: { field: 'enrollid', order: 'ASC' }, limit: pitchCount, offset: 0 } as const;
  const pitches = await loadPage(tools.db, wholeReader(model, tools.db.kind), query);
  for (const [index, { id, ver }] of pitches.entries()) await updateRecord(past, actor, 'pitch', String(id), shownAt(stored, 'pitch', index), Number(ver));
}

function shownAt(stored: readonly StoredVideo[], object: StoredVideo['object'], place: number): Row {
  const own = stored.filter((file) => file.object === object && file.place === place);
  if (!own.length) return {};
  const [talk, videos] = [true, false].map((isTalk) => own.filter(({ type }) => (type === subtitleType) === isTalk).map(attachmentOf));
  return { videos: videos ?? [], subtitles: talk ?? [] };
}

function attachmentOf({ name, fileName, size }: StoredVideo): Row {
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}
