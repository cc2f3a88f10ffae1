import { Zip, ZipPassThrough } from 'fflate';
import { PackedEntry } from './packed-entry.ts';

/** An entry of an archive; pictures and films are packed by themselves already, texts are not. */
export interface ZipPart {
  path: string;
  isPacked: boolean;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Bytes that a ZIP holds in all: one without extensions counts them in 32 bits. */
export const mostZipped = 4_000_000_000;

/** A ZIP that is written piece by piece, as its parts come: their length costs no memory. */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const failure: { error?: Error } = {};
  const zip = new Zip((error, piece) => {
    if (error) failure.error = error;
    else pieces.push(piece);
  });
  const given = () => {
    if (failure.error) throw failure.error;
    return pieces.splice(0);
  };
  const nothing = new Uint8Array(0);
  for await (const { path, isPacked, bytes } of parts) {
    const entry = isPacked ? new PackedEntry(path) : new ZipPassThrough(path);
    const write = async (piece: Uint8Array, isLast: boolean) => (entry instanceof PackedEntry ? entry.write(piece, isLast) : entry.push(piece, isLast));
    zip.add(entry);
    for await (const piece of bytes) {
      await write(piece, false);
      yield* given();
    }
    await write(nothing, true);
    yield* given();
  }
  zip.end();
  yield* given();
}
