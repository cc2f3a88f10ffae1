/** The demo's own small film (media/, drawn by `npm run demo:video`) in the store, as an uploaded video of two films and two pitches. */
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordTools } from '#backend/actions/record-tools.ts';
import { updateRecord } from '#backend/actions/update-record.ts';
import { root } from '#backend/config.ts';
import { insertFile } from '#backend/data/files.ts';
import { wholeReader } from '#backend/data/reader.ts';
import { loadPage } from '#backend/data/records.ts';
import { makeName, type Storage } from '#backend/files/storage.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { everyRow } from '#domain/filter.ts';
import { extensionOf, linkOf, subtitleType, typeByName } from '#domain/upload.ts';

/** A film or its talk that lies in the store under a name, not yet in the database. */
export interface KeptVideo {
  name: string;
  fileName: string;
  size: number;
  sha256: string;
  type: string;
  /** whose: each has a file of its own, so that what is watched of one is not told of another */
  object: 'film' | 'pitch';
  place: number;
}

const media = ['river.mp4', 'river.tw.vtt', 'river.en.vtt'];
/** Of the films with a poster and stills the first that are made by whoever keeps the files, and as many pitches of the ended forum. */
const filmIndexes = [0, 6];
const pitchCount = 2;
const hour = 3_600_000;

/** Puts the files into the store; a start that is cut off leaves them to the sweep. */
export async function keepVideos(storage: Storage): Promise<KeptVideo[]> {
  const places = [...filmIndexes.map((place) => ({ object: 'film', place }) as const), ...[0, 1].map((place) => ({ object: 'pitch', place }) as const)];
  const kept = media.map(async (fileName): Promise<KeptVideo[]> => {
    const source = join(root, 'backend/demo/media', fileName);
    const bytes = await readFile(source);
    const type = typeByName(fileName) ?? '';
    const facts = { fileName, type, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    return Promise.all(
      places.map(async (place) => {
        const name = makeName(extensionOf(type) ?? 'bin');
        const path = join(storage.incoming, randomUUID());
        await copyFile(source, path);
        await storage.put(name, path);
        return { ...facts, ...place, name };
      }),
    );
  });
  return (await Promise.all(kept)).flat();
}

/** Their rows in the database; written before the rows that show them. */
export async function noteVideos(tools: RecordTools, actor: Actor, kept: readonly KeptVideo[]): Promise<void> {
  for (const { object, name, fileName, size, type, sha256 } of kept) {
    const use = type === subtitleType ? { field: 'subtitles', purpose: 'subtitle' } : { field: 'videos', purpose: 'video' };
    const more = { width: null, height: null, public: false, owner: actor.id, at: tools.now().getTime() };
    await insertFile(tools.db, { object, rowId: '', ...use, name, fileName, size, type, sha256, ...more });
  }
}

/** What a film of the catalogue shows: {videos, subtitles} of the first two that have pictures, nothing of the others. */
export function filmVideos(kept: readonly KeptVideo[], index: number): Row {
  return shownAt(kept, 'film', index);
}

/** The first pitches of the ended forum get theirs. */
export async function seedPitchVideos(tools: RecordTools, actor: Actor, kept: readonly KeptVideo[]): Promise<void> {
  const model = tools.registry.get('pitch')?.model;
  if (!model || !kept.length) return;
  const past = { ...tools, now: () => new Date(tools.now().getTime() - 31 * hour) };
  const query = { filter: everyRow, sort: { field: 'enrollid', order: 'ASC' }, limit: pitchCount, offset: 0 } as const;
  const pitches = await loadPage(tools.db, wholeReader(model, tools.db.kind), query);
  for (const [index, { id, ver }] of pitches.entries()) await updateRecord(past, actor, 'pitch', String(id), shownAt(kept, 'pitch', index), Number(ver));
}

function shownAt(kept: readonly KeptVideo[], object: KeptVideo['object'], place: number): Row {
  const own = kept.filter((file) => file.object === object && file.place === place);
  if (!own.length) return {};
  const [talk, videos] = [true, false].map((isTalk) => own.filter(({ type }) => (type === subtitleType) === isTalk).map(attachmentOf));
  return { videos: videos ?? [], subtitles: talk ?? [] };
}

function attachmentOf({ name, fileName, size }: KeptVideo): Row {
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}
