/** A .tar.gz that is written and read as a stream, with the hash of each entry and of the whole. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';

export interface Entry {
  name: string;
  size: number;
  /** undefined where it is gone by now: it is left out */
  open: () => Promise<Readable | undefined>;
}

export interface EntryNote {
  name: string;
  size: number;
  sha256: string;
}

export interface Archived {
  entries: EntryNote[];
  /** names of entries that could not be opened */
  missing: string[];
  /** bytes of the archive, and its hash */
  size: number;
  sha256: string;
}

/** Name of the last entry: what is in the archive, with hashes. */
export const manifestName = 'manifest.json';

/** Writes the entries and, last, the manifest that `finish` makes of what was written. On disk when it resolves. */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<Entry>,
  finish: (entries: EntryNote[], missing: string[]) => unknown,
  signal: AbortSignal,
): Promise<Archived> {
  const tar = pack();
  const whole = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length;
      whole.update(chunk);
      next(null, chunk);
    },
  });
  const notes: EntryNote[] = [];
  const missing: string[] = [];
  const fill = async () => {
    for await (const entry of entries) {
      const stream = await entry.open();
      if (!stream) missing.push(entry.name);
      else notes.push(await addEntry(tar, entry.name, entry.size, stream, signal));
    }
    const text = Buffer.from(JSON.stringify(finish(notes, missing), null, 2));
    await new Promise<void>((resolve, reject) => tar.entry({ name: manifestName }, text, (error) => (error ? reject(error) : resolve())));
    tar.finalize();
  };
  const written = pipeline(tar, createGzip({ level: 6 }), measure, createWriteStream(path, { mode: 0o600 }), { signal });
  const filled = fill().catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [whichFilled, whichWritten] = await Promise.allSettled([filled, written]);
  if (whichFilled.status === 'rejected') throw whichFilled.reason;
  if (whichWritten.status === 'rejected') throw whichWritten.reason;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
  return { entries: notes, missing, size, sha256: whole.digest('hex') };
}

export interface ReadArchive {
  entries: EntryNote[];
  manifest: unknown;
  /** of the archive itself */
  sha256: string;
}

/** Reads an archive to its end and hands each entry to `take`, which has to read it to its end; gives the notes and the manifest. */
export async function readArchive(archive: Readable, take: (name: string, stream: Readable) => Promise<void>, signal?: AbortSignal): Promise<ReadArchive> {
  const tar = extract();
  const whole = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      whole.update(chunk);
      next(null, chunk);
    },
  });
  const piped = pipeline(archive, hashed, createGunzip(), tar, { ...(signal && { signal }) });
  const entries: EntryNote[] = [];
  let manifest: unknown;
  const read = async () => {
    for await (const entry of tar) {
      const { name } = entry.header;
      if (!isSafe(name)) throw new Error(`the archive holds an entry that leads outside of it: ${name}`);
      if (name === manifestName) {
        const parts: Buffer[] = [];
        for await (const part of entry) parts.push(part as Buffer); // an entry's chunks are bytes
        manifest = JSON.parse(Buffer.concat(parts).toString('utf8'));
        continue;
      }
      const hash = createHash('sha256');
      let size = 0;
      const counted = new PassThrough();
      const passed = pipeline(
        entry,
        new Transform({
          transform(chunk: Buffer, _encoding, next) {
            hash.update(chunk);
            size += chunk.length;
            next(null, chunk);
          },
        }),
        counted,
      );
      await Promise.all([take(name, counted), passed]);
      entries.push({ name, size, sha256: hash.digest('hex') });
    }
  };
  const done = read().catch((error: unknown) => {
    tar.destroy();
    throw error;
  });
  const [whichRead, whichPiped] = await Promise.allSettled([done, piped]);
  if (whichRead.status === 'rejected') throw whichRead.reason;
  if (whichPiped.status === 'rejected') throw whichPiped.reason;
  return { entries, manifest, sha256: whole.digest('hex') };
}

async function addEntry(tar: Pack, name: string, size: number, stream: Readable, signal: AbortSignal): Promise<EntryNote> {
  const hash = createHash('sha256');
  let counted = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      counted += chunk.length;
      next(null, chunk);
    },
  });
  const sink = tar.entry({ name, size });
  await pipeline(stream, check, sink, { signal });
  if (counted !== size) throw new Error(`${name} changed while it was packed`);
  return { name, size, sha256: hash.digest('hex') };
}

function isSafe(name: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').includes('..');
}
