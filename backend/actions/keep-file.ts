import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileRow } from '#backend/data/files.ts';
import { reencode } from '#backend/files/images.ts';
import { typeOfFile } from '#backend/files/sniff.ts';
import { discard, makeName } from '#backend/files/storage.ts';
import type { FileRule, Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import { isRaster, isStoredName, linkOf, type OfferedFile, typesOf } from '#domain/upload.ts';
import type { Tools } from './tools.ts';

/** One file on its way in: what the person calls it, and where it lies until it is checked. */
export interface IncomingFile extends OfferedFile {
  path: string;
}

/** What a file is for; `rowId` is '' where the row is still to be made, `field` has dots. */
export interface FilePlace {
  object: string;
  rowId: string;
  field: string;
  rule: FileRule;
}

/**
 * The one way of a file into the store, however it came: looks into it, writes a picture anew, keeps it under a name of the server's own.
 * The caller writes the row that it gives, and removes the file where that fails.
 * @throws Refusal file.kind for what it holds
 */
export async function keepFile(tools: Pick<Tools, 'storage' | 'now'>, actor: Actor, place: FilePlace, file: IncomingFile): Promise<FileRow> {
  const refused = () => new Refusal('file.kind', { values: { name: file.name } });
  const { type, extension } = (await typeOfFile(file.path, file.name)) ?? { type: '', extension: '' };
  const name = makeName(extension);
  if (!typesOf(place.rule).has(type) || !isStoredName(name)) throw refused();
  const clean = isRaster(type) ? join(tools.storage.incoming, `${randomUUID()}.clean`) : undefined;
  try {
    const picture = clean ? await reencode(file.path, clean, type, place.rule.maxSize).catch(() => Promise.reject(refused())) : undefined;
    const path = clean ?? file.path;
    const { size } = await stat(path);
    const sha256 = await hashOf(path);
    await tools.storage.put(name, path);
    return {
      name,
      purpose: place.rule.purpose,
      object: place.object,
      rowId: place.rowId,
      field: place.field,
      fileName: file.name,
      size,
      type,
      sha256,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      public: place.rule.public,
      owner: actor.id,
      at: tools.now().getTime(),
    };
  } finally {
    if (clean) await discard(clean);
  }
}

/** A stored file as a row shows it. */
export function attachmentOf(file: Pick<FileRow, 'name' | 'fileName' | 'size'>): Row {
  const { name, fileName, size } = file;
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
