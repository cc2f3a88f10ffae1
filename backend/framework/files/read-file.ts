import { randomUUID } from 'node:crypto';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileRow, findFile } from '#framework/data/system/files/files.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isRaster, isStoredName, thumbWidths } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { shrink } from './images.ts';
import { isPublicFile, type MayRead, mayReadFile } from './may-read-file.ts';
import { type DirectAddresses, type DirectAnswer, discard, NotStored, thumbName } from './storage.ts';

/** A file that a person may read, and how to get its bytes. */
export interface ReadableFile {
  file: FileRow;
  /** of the bytes that are sent: a thumbnail's differ from its file's */
  type: string;
  size: number;
  /** anybody may have it */
  isPublic: boolean;
  /** marks these bytes for good */
  etag: string;
  /** the store's own addresses of them, where it may give them to players */
  direct: DirectFile | undefined;
  open(range?: { start: number; end: number }, signal?: AbortSignal): Promise<Readable>;
}

/** One file of a store that hands it out itself. */
export interface DirectFile extends Pick<DirectAddresses, 'letsRead'> {
  addressOf(answer: Omit<DirectAnswer, 'type'>): Promise<string>;
}

/**
 * C04: a stored file for a person, who may be signed in to several realms; `width` asks for a picture's thumbnail of at least that width.
 * @throws Refusal msg.notfound for a missing file and for one that is not theirs alike
 */
export async function readFile(tools: Tools, actors: readonly Actor[], name: string, width?: number): Promise<ReadableFile> {
  const found = isStoredName(name) ? await findFile(tools.db, name) : undefined;
  const may = found && (await mayAnyRead(tools, actors, found));
  if (!found || !may) throw new Refusal('msg.notfound');
  const file = may === 'nameless' ? { ...found, fileName: `file${extname(found.name)}` } : found;
  const step = width === undefined || !isRaster(file.type) ? undefined : (thumbWidths.find((one) => one >= width) ?? thumbWidths.at(-1));
  if (step !== undefined) return readThumb(tools, file, step);
  return wholeFile(tools, file, isPublicFile(tools, file));
}

/**
 * A stored file for a person whose permission was checked already; private, whatever its field says.
 * @throws Refusal msg.notfound
 */
export async function storedFile(tools: Pick<Tools, 'db' | 'storage'>, name: string): Promise<ReadableFile> {
  const file = isStoredName(name) ? await findFile(tools.db, name) : undefined;
  if (!file) throw new Refusal('msg.notfound');
  return wholeFile(tools, file, false);
}

/** As `storedFile`, a picture in the smallest of its sizes that is as wide as asked. @throws Refusal msg.notfound */
export async function storedPicture(tools: Tools, name: string, width?: number): Promise<ReadableFile> {
  const file = isStoredName(name) ? await findFile(tools.db, name) : undefined;
  if (!file) throw new Refusal('msg.notfound');
  const step = width === undefined || !isRaster(file.type) ? undefined : (thumbWidths.find((one) => one >= width) ?? thumbWidths.at(-1));
  return step === undefined ? wholeFile(tools, file, false) : { ...(await readThumb(tools, file, step)), isPublic: false };
}

function wholeFile(tools: Pick<Tools, 'storage'>, file: FileRow, isPublic: boolean): ReadableFile {
  const { name, type, size, sha256 } = file;
  return {
    ...{ file, isPublic, type, size, etag: `"${sha256}"`, direct: directFile(tools, name, type) },
    open: (range, signal) => opened(tools, name, range, signal),
  };
}

export function directFile({ storage: { direct } }: Pick<Tools, 'storage'>, name: string, type: string): DirectFile | undefined {
  return direct && { letsRead: direct.letsRead, addressOf: (answer) => direct.addressOf(name, { ...answer, type }) };
}

/** One browser may be signed in as one of each realm at once: any of them will do. */
async function mayAnyRead(tools: Tools, actors: readonly Actor[], file: FileRow): Promise<MayRead> {
  if (!actors.length) return mayReadFile(tools, undefined, file);
  let may: MayRead = false;
  for (const actor of actors) {
    const one = await mayReadFile(tools, actor, file);
    if (one === true) return true;
    may ||= one;
  }
  return may;
}

async function readThumb(tools: Tools, file: FileRow, width: number): Promise<ReadableFile> {
  const name = thumbName(file.name, width);
  const stored = (await tools.storage.stat(name)) ?? (await makeThumb(tools, file, name, width));
  return {
    file,
    isPublic: isPublicFile(tools, file),
    type: 'image/webp',
    size: stored.size,
    etag: `"${file.sha256}-w${width}"`,
    direct: undefined,
    open: (range, signal) => opened(tools, name, range, signal),
  };
}

const making = new Map<string, Promise<{ size: number }>>();

/** Made when it is first asked for, once however many ask. */
function makeThumb(tools: Tools, file: FileRow, name: string, width: number): Promise<{ size: number }> {
  const known = making.get(name);
  if (known) return known;
  const made = shrinkAndPut(tools, file, name, width).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function shrinkAndPut({ storage }: Tools, file: FileRow, name: string, width: number): Promise<{ size: number }> {
  const path = join(storage.incoming, `${randomUUID()}.thumb`);
  try {
    await shrink(await buffer(await opened({ storage }, file.name)), path, width);
    // Another server of the same store may have been faster: its thumbnail is as good.
    await storage.put(name, path).catch(async (error) => {
      if (!(await storage.stat(name))) throw error;
    });
  } finally {
    await discard(path);
  }
  const stored = await storage.stat(name);
  if (!stored) throw new Refusal('msg.notfound');
  return stored;
}

async function opened({ storage }: Pick<Tools, 'storage'>, name: string, range?: { start: number; end: number }, signal?: AbortSignal): Promise<Readable> {
  try {
    return await storage.open(name, range, signal);
  } catch (error) {
    throw error instanceof NotStored ? new Refusal('msg.notfound') : error;
  }
}
