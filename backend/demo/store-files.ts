/** The demo's files on their way into the store: announced first, as every upload is, so that a start that is cut off leaves no file without a row. */
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileRow, insertFile } from '#framework/data/system/files/files.ts';
import { storeFile } from '#framework/files/keep-file.ts';
import { discard, makeName, type Storage } from '#framework/files/storage.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { extensionOf } from '#rules/records/upload.ts';

/** Where a file of the demo goes, and who keeps it. */
export interface FileStore extends Pick<RecordTools, 'db' | 'now'> {
  storage: Storage;
  actor: Actor;
}

/** A file as the demo describes it; name, size and hash follow from its bytes. */
export type DemoFile = Pick<FileRow, 'object' | 'field' | 'purpose' | 'fileName' | 'type' | 'public'> & Partial<Pick<FileRow, 'width' | 'height'>>;

/** Announces the file and stores it; gives the row that `noteFiles` makes whole. @throws StoreAway, or what the disk says */
export async function keepFile(store: FileStore, file: DemoFile, bytes: Buffer): Promise<FileRow> {
  const name = makeName(extensionOf(file.type) ?? 'bin');
  const path = join(store.storage.incoming, randomUUID());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const at = store.now().getTime();
  const row: FileRow = { width: null, height: null, ...file, name, rowId: '', size: bytes.length, sha256, owner: store.actor.id, at };
  try {
    await writeFile(path, bytes);
    await storeFile(store, row, path);
  } finally {
    await discard(path);
  }
  return row;
}

/** The rows in the database; written before the rows that show them. */
export async function noteFiles(tools: Pick<RecordTools, 'db'>, files: readonly { row: FileRow }[]): Promise<void> {
  for (const { row } of files) await insertFile(tools.db, row);
}
