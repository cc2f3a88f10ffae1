/**
 * Pictures of the demo, committed under media/pictures: stills, key art, portraits and the pages' large pictures are painted by our own generator, marks are set in the product's
 * typefaces (`npm run demo:pictures`, tests/demo/pictures). Nobody's photograph, nobody's face; no letters in stills and key art, for one picture serves several films.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#backend/config.ts';

export interface DemoPicture {
  purpose: 'poster' | 'still' | 'portrait' | 'layout';
  /** what a person would have called the file */
  fileName: string;
  /** of the layout: which place it is for */
  place?: string;
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  bytes: Buffer;
}

const folder = join(root, 'backend/demo/media/pictures');
/** Begin of a file's name → place among a campaign's layout images. */
const places: Readonly<Record<string, string>> = { enroll: 'enroll', selection: 'selection', head: 'enroll_edit', logo: 'logo', sponsor: 'sponsor' };

/** Reads everything, in the order of the names. */
export async function readPictures(): Promise<DemoPicture[]> {
  const { default: sharp } = await import('sharp');
  const names = (await readdir(folder)).filter((name) => /\.(?:jpg|png)$/.test(name)).sort();
  return Promise.all(
    names.map(async (fileName): Promise<DemoPicture> => {
      const bytes = await readFile(join(folder, fileName));
      const { width, height } = await sharp(bytes).metadata();
      const [kind = ''] = fileName.split(/[-.]/);
      const place = places[kind];
      const type = fileName.endsWith('.png') ? 'image/png' : 'image/jpeg';
      return {
        purpose: kind === 'poster' || kind === 'still' || kind === 'portrait' ? kind : 'layout',
        fileName,
        type,
        width,
        height,
        bytes,
        ...(place !== undefined && { place }),
      };
    }),
  );
}
