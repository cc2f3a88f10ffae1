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
  /** of the layout: what it shows, for who does not see it */
  alt?: { tw: string; en: string };
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  bytes: Buffer;
}

const folder = join(root, 'backend/demo/media/pictures');
/** Begin of a file's name → place among a campaign's layout images. */
const places: Readonly<Record<string, string>> = { enroll: 'enroll', selection: 'selection', head: 'enroll_edit', logo: 'logo', sponsor: 'sponsor' };
/** Layout images by the name of their file without its ending. */
const alts: Readonly<Record<string, { tw: string; en: string }>> = {
  'enroll-01': { tw: '觀眾坐在戲院裡，銀幕上是暮色中的山', en: 'An audience in a cinema; mountains at dusk on the screen' },
  'enroll-02': { tw: '夕陽下的海面，一艘漁船在遠方', en: 'The sea at sunset, a fishing boat far out' },
  'enroll-03': { tw: '晨光裡層層疊疊的山', en: 'Ranges of hills in the morning light' },
  'head-01': { tw: '夜裡的城市，窗戶亮著燈', en: 'A city at night, its windows lit' },
  'head-02': { tw: '灰色的海與天', en: 'Sea and sky in grey' },
  'head-03': { tw: '藍霧裡的山', en: 'Hills in blue mist' },
  'selection-01': { tw: '空房間裡的一張椅子，陽光從窗戶照進來', en: 'A chair in an empty room, sunlight through the window' },
  'selection-02': { tw: '霧中的樹林', en: 'A forest in the fog' },
  'selection-03': { tw: '黑白的山', en: 'Hills in black and white' },
  logo: { tw: '大會標誌：ccdf', en: 'The forum’s logo: ccdf' },
  'sponsor-01': { tw: 'Riverbank 紀錄片基金', en: 'Riverbank Documentary Fund' },
  'sponsor-02': { tw: 'Northern Light TV', en: 'Northern Light TV' },
  'sponsor-03': { tw: 'Blue Window', en: 'Blue Window' },
  'sponsor-04': { tw: 'Papaya & Co', en: 'Papaya & Co' },
};

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
      const alt = alts[fileName.replace(/\.\w+$/, '')];
      const type = fileName.endsWith('.png') ? 'image/png' : 'image/jpeg';
      return {
        purpose: kind === 'poster' || kind === 'still' || kind === 'portrait' ? kind : 'layout',
        fileName,
        type,
        width,
        height,
        bytes,
        ...(place !== undefined && { place }),
        ...(alt && { alt }),
      };
    }),
  );
}
