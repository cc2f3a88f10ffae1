/** The demo's pictures in the store, and the rows that show them. */
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRecord } from '#backend/actions/create-record.ts';
import type { RecordTools } from '#backend/actions/record-tools.ts';
import { insertFile } from '#backend/data/files.ts';
import { makeName, type Storage } from '#backend/files/storage.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { extensionOf, linkOf } from '#domain/upload.ts';
import { type DemoPicture, drawPictures } from './pictures.ts';

/** A picture that lies in the store under a name, not yet in the database. */
export interface KeptPicture extends Omit<DemoPicture, 'bytes' | 'purpose'> {
  /** a few of the films' stills lie there a second time, as stills of pitches */
  purpose: DemoPicture['purpose'] | 'pitch_still';
  name: string;
  size: number;
  sha256: string;
}

/** Stills that pitches share. */
const pitchStillCount = 12;

/** Draws the pictures and puts them into the store; a start that is cut off leaves them to the sweep. */
export async function keepPictures(storage: Storage, seed: number): Promise<KeptPicture[]> {
  const waiting = await drawPictures(seed);
  const kept: KeptPicture[] = [];
  let twice = 0;
  const keep = async (): Promise<void> => {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      const { bytes, ...facts } = picture;
      const isTwice = picture.purpose === 'still' && twice++ < pitchStillCount;
      for (const purpose of isTwice ? (['still', 'pitch_still'] as const) : [picture.purpose]) {
        const name = makeName(extensionOf(facts.type) ?? 'jpg');
        const path = join(storage.incoming, randomUUID());
        await writeFile(path, bytes);
        await storage.put(name, path);
        kept.push({ ...facts, purpose, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      }
    }
  };
  await Promise.all([keep(), keep(), keep(), keep()]);
  return kept.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** The pictures' rows in the database; written before the rows that show them. */
export async function notePictures(tools: RecordTools, actor: Actor, pictures: readonly KeptPicture[]): Promise<void> {
  const objects = { poster: 'film', still: 'film', layout: 'layout_image', pitch_still: 'enrolment' };
  const fields = { poster: 'poster', still: 'still', layout: 'image', pitch_still: 'stills' };
  for (const { name, purpose, fileName, size, type, sha256, width, height } of pictures) {
    const place = { object: objects[purpose], rowId: '', field: fields[purpose] };
    await insertFile(tools.db, {
      ...place,
      name,
      purpose,
      fileName,
      size,
      type,
      sha256,
      width,
      height,
      public: purpose !== 'pitch_still',
      owner: actor.id,
      at: tools.now().getTime(),
    });
  }
}

/** What a film shows: most have a poster, half of them stills. */
export function filmPictures(pictures: readonly KeptPicture[], index: number): Row {
  const posters = pictures.filter(({ purpose }) => purpose === 'poster');
  const stills = pictures.filter(({ purpose }) => purpose === 'still');
  if (!posters.length || index % 12 === 11) return {};
  const poster = posters[(index * 7) % posters.length];
  const some = index % 2 ? [] : [0, 5, 11].slice(0, 1 + (index % 3)).flatMap((step) => stills[(index + step) % stills.length] ?? []);
  return { poster: poster ? [attachmentOf(poster)] : [], still: some.map(attachmentOf) };
}

/** One to three stills of a pitch. */
export function pitchStills(pictures: readonly KeptPicture[], index: number): Row[] {
  const stills = pictures.filter(({ purpose }) => purpose === 'pitch_still');
  return stills.length ? [0, 5, 11].slice(0, 1 + (index % 3)).map((step) => attachmentOf(stills[(index * 3 + step) % stills.length]!)) : [];
}

/** Each campaign's images, place by place. */
export async function seedLayout(tools: RecordTools, actor: Actor, pictures: readonly KeptPicture[], campaigns: readonly string[]): Promise<void> {
  if (!tools.registry.get('layout_image')) return;
  const made = new Date(tools.now().getTime() - 45 * 86_400_000);
  const past = { ...tools, now: () => made };
  const at = (place: string): KeptPicture[] => pictures.filter((picture) => picture.place === place);
  for (const [index, cid] of campaigns.entries()) {
    const one = (place: string): KeptPicture[] => at(place).slice(index % 3, (index % 3) + 1);
    const rows: [string, string, KeptPicture[]][] = [
      ['enroll', '報名主視覺', one('enroll')],
      ['enroll_edit', '報名表頁首', one('enroll_edit')],
      ['selection', '評審主視覺', one('selection')],
      ['selection_edit', '評選頁首', one('enroll_edit')],
      ['logo', '大會標誌', at('logo')],
      ['sponsor', '贊助單位', at('sponsor')],
    ];
    for (const [place, name, shown] of rows) {
      for (const [pos, picture] of shown.entries()) {
        const numbered = shown.length > 1 ? `${name} ${pos + 1}` : name;
        await createRecord(past, actor, 'layout_image', { cid, place, name: numbered, image: [attachmentOf(picture)], pos, enabled: true });
      }
    }
  }
}

function attachmentOf({ name, fileName, size }: KeptPicture): Row {
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}
