/** Pictures on their way in and out: re-encoded, which drops scripts, places and everything that is not the picture; small ones for lists. */
import type { Sharp, SharpOptions } from 'sharp';
import { isRaster } from '#rules/records/upload.ts';

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

/**
 * Encodes the picture at `from` anew to `to`, in its own format and upright; at most `most` bytes large where less quality allows it.
 * @throws the decoder's error for a broken or too large one
 */
export function reencode(from: string, to: string, type: string, most = Number.POSITIVE_INFINITY): Promise<Picture> {
  if (!isRaster(type)) throw new Error(`${type} is no picture`);
  return queued(async () => {
    const { default: sharp } = await import('sharp');
    const moving = type === 'image/gif' || type === 'image/webp';
    let written = { width: 0, height: 0, size: Number.POSITIVE_INFINITY };
    for (const quality of type === 'image/gif' ? qualities.slice(0, 1) : qualities) {
      if (written.size <= most) break;
      const picture = sharp(from, { ...options, animated: moving }).autoOrient();
      written = await encoded(picture, type, quality).toFile(to);
    }
    const { width, height, size } = written;
    const pages = moving ? ((await sharp(to, { ...options, animated: true }).metadata()).pages ?? 1) : 1;
    return { width, height: Math.round(height / pages), size };
  });
}

/** Writes a picture at most `width` pixels wide to `to`. */
export function shrink(picture: Buffer, to: string, width: number): Promise<void> {
  return queued(async () => {
    const { default: sharp } = await import('sharp');
    await sharp(picture, options).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: 78, effort: 2 }).toFile(to);
  });
}

/** A picture for paper: JPEG on white, sharp enough for a third of a page and no larger. */
export function pagePicture(picture: Buffer): Promise<Buffer> {
  return queued(async () => {
    const { default: sharp } = await import('sharp');
    const size = { width: 1000, height: 1000, fit: 'inside', withoutEnlargement: true } as const;
    return sharp(picture, options).autoOrient().flatten({ background: '#ffffff' }).resize(size).jpeg({ quality: 82 }).toBuffer();
  });
}

/** Formats that lose something: first hardly seen, then as much as the size asks for. */
const qualities = [86, 74, 60];

function encoded(picture: Sharp, type: string, quality: number): Sharp {
  switch (type) {
    case 'image/png':
      // Whole at first; a palette of 256 colours where that is larger than it came, as a drawing with one would be.
      return quality === qualities[0] ? picture.png() : picture.png({ palette: true, effort: 1, quality, compressionLevel: 9 });
    case 'image/webp':
      return picture.webp({ quality });
    case 'image/gif':
      return picture.gif();
    case 'image/avif':
      return picture.avif({ quality: quality - 24 });
    default:
      return picture.jpeg({ quality });
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
