/** The demo's pictures in the store, and the rows that show them. */

import type { Row } from '#codegen/model.ts';
import type { FileRow } from '#framework/data/system/files/files.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { dateAt } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { linkOf } from '#rules/records/upload.ts';
import { type DemoPicture, readPictures } from './pictures.ts';
import { type FileStore, keepFile } from './store-files.ts';

/** A picture that lies in the store under a name, announced only. */
export interface StoredPicture extends Omit<DemoPicture, 'bytes' | 'purpose'> {
  /** a few of the films' stills lie there a second time, as stills of pitches */
  purpose: DemoPicture['purpose'] | 'pitch_still';
  name: string;
  size: number;
  row: FileRow;
}

/** Stills that pitches share. */
const pitchStillCount = 12;

/** Where each is shown, under which purpose of the schemas, and whether to everybody whatever the row says. */
const places = {
  poster: { object: 'film', field: 'poster', purpose: 'poster', public: true },
  still: { object: 'film', field: 'still', purpose: 'still', public: true },
  layout: { object: 'layout_image', field: 'image', purpose: 'layout', public: true },
  pitch_still: { object: 'enrolment', field: 'stills', purpose: 'pitch_still', public: false },
  portrait: { object: 'jury', field: 'photo', purpose: 'jury_photo', public: false },
};

/** Puts the pictures into the store. */
export async function keepPictures(store: FileStore): Promise<StoredPicture[]> {
  const waiting = await readPictures();
  const stored: StoredPicture[] = [];
  let twice = 0;
  const keep = async (): Promise<void> => {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      const { bytes, ...facts } = picture;
      const { fileName, type, width, height } = facts;
      const isTwice = picture.purpose === 'still' && twice++ < pitchStillCount;
      for (const purpose of isTwice ? (['still', 'pitch_still'] as const) : [picture.purpose]) {
        const row = await keepFile(store, { ...places[purpose], fileName, type, width, height }, bytes);
        stored.push({ ...facts, purpose, name: row.name, size: row.size, row });
      }
    }
  };
  await Promise.all([keep(), keep(), keep(), keep()]);
  return stored.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** What a film shows: most have a poster, half of them stills. */
export function filmPictures(pictures: readonly StoredPicture[], index: number): Row {
  const posters = pictures.filter(({ purpose }) => purpose === 'poster');
  const stills = pictures.filter(({ purpose }) => purpose === 'still');
  if (!posters.length || index % 12 === 11) return {};
  const poster = posters[(index * 7) % posters.length];
  const some = index % 2 ? [] : [0, 5, 11].slice(0, 1 + (index % 3)).flatMap((step) => stills[(index + step) % stills.length] ?? []);
  return { poster: poster ? [attachmentOf(poster)] : [], still: some.map(attachmentOf) };
}

/** A juror's picture; the last ones have none. */
export function jurorPhoto(pictures: readonly StoredPicture[], index: number): Row {
  const portrait = pictures.filter(({ purpose }) => purpose === 'portrait')[index];
  return portrait ? { photo: [attachmentOf(portrait)] } : {};
}

/** One to three stills of a pitch. */
export function pitchStills(pictures: readonly StoredPicture[], index: number): Row[] {
  const stills = pictures.filter(({ purpose }) => purpose === 'pitch_still');
  return stills.length ? [0, 5, 11].slice(0, 1 + (index % 3)).map((step) => attachmentOf(stills[(index * 3 + step) % stills.length]!)) : [];
}

/** Each campaign's images, place by place. */
export async function seedLayout(tools: RecordTools, actor: Actor, pictures: readonly StoredPicture[], campaigns: readonly string[]): Promise<void> {
  if (!tools.registry.get('layout_image')) return;
  const made = dateAt(tools.now().getTime() - 45 * 86_400_000);
  const past = { ...tools, now: () => made };
  const at = (place: string): StoredPicture[] => pictures.filter((picture) => picture.place === place);
  for (const [index, cid] of campaigns.entries()) {
    const one = (place: string): StoredPicture[] => at(place).slice(index % 3, (index % 3) + 1);
    const rows: [string, string, StoredPicture[]][] = [
      ['enroll', '報名主視覺', one('enroll')],
      ['enroll_edit', '報名表頁首', one('enroll_edit')],
      ['selection', '評審主視覺', one('selection')],
      ['selection_edit', '評選頁首', one('enroll_edit')],
      // The others show their name in the type of their titles.
      ['logo', '大會標誌', index ? [] : at('logo')],
      ['sponsor', '贊助單位', at('sponsor')],
    ];
    for (const [place, name, shown] of rows) {
      for (const [pos, picture] of shown.entries()) {
        const named = shown.length > 1 && picture.alt ? `${name}：${picture.alt.tw}` : name;
        const alt = { altTw: picture.alt?.tw ?? '', altEn: picture.alt?.en ?? '' };
        await createRecord(past, actor, 'layout_image', { cid, place, name: named, ...alt, image: [attachmentOf(picture)], pos, enabled: true });
      }
    }
  }
}

function attachmentOf({ name, fileName, size }: StoredPicture): Row {
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}
