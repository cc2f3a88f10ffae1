/** Pictures on their way in and out: re-encoded, which drops scripts, places and everything that is not the picture; small ones for lists. */
import { stat } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import { isRaster } from '#domain/upload.ts';

/** Pixels of the largest picture that is unpacked: a telephone's 50 megapixels pass, a bomb of a few kilobytes does not. */
const mostPixels = 64_000_000;
const options: SharpOptions = { limitInputPixels: mostPixels, failOn: 'error' };
/** Pictures worked on at one time; each may take some 200 MB. */
const atOnce = 2;

export interface Picture {
  width: number;
  height: number;
  /** bytes */
  size: number;
}

/** Writes the picture at `from` anew to `to`, in its own format and upright. @throws whatever the decoder says of a broken or too large one */
export function reencode(from: string, to: string, type: string): Promise<Picture> {
  if (!isRaster(type)) throw new Error(`${type} is no picture`);
  return queued(async () => {
    const { default: sharp } = await import('sharp');
    const moving = type === 'image/gif' || type === 'image/webp';
    const picture = sharp(from, { ...options, animated: moving }).autoOrient();
    const { width, height } = await encoded(picture, type).toFile(to);
    const pages = moving ? ((await sharp(to, { ...options, animated: true }).metadata()).pages ?? 1) : 1;
    return { width, height: Math.round(height / pages), size: (await stat(to)).size };
  });
}

/** Writes a picture at most `width` pixels wide to `to`. */
export function shrink(picture: Buffer, to: string, width: number): Promise<void> {
  return queued(async () => {
    const { default: sharp } = await import('sharp');
    await sharp(picture, options).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: 78, effort: 2 }).toFile(to);
  });
}

function encoded(picture: Sharp, type: string): Sharp {
  switch (type) {
    case 'image/png':
      return picture.png({ compressionLevel: 9 });
    case 'image/webp':
      return picture.webp({ quality: 86 });
    case 'image/gif':
      return picture.gif();
    case 'image/avif':
      return picture.avif({ quality: 62 });
    default:
      return picture.jpeg({ quality: 86 });
  }
}

let running = 0;
const waiting: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
