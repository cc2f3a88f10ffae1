/**
 * `npm run demo:pictures`: paints the demo's pictures anew, deterministically, into backend/demo/media/pictures. Stills and key art are painted by paint.ts, marks
 * are set in the product's own typefaces by a browser. A minute or two of the processor; the results are committed, so that a demo starts without it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp, { type Sharp } from 'sharp';
import { findBrowser } from '../../support/browser.ts';
import { develop, flat, forest, type Grade, hall, ridges, room, type Scene, sea, sitter, towers, wetGlass } from './paint.ts';

const out = 'backend/demo/media/pictures';

interface Painting {
  scene: Scene;
  grade?: Grade;
}

/** What the pictures show, by name: places that documentaries go to. */
const paintings: Record<string, Painting> = {
  hall: { scene: hall(6, ['#cfe6ff', '#d8a36a']), grade: { grain: 0.035 } },
  boat: { scene: sea(5, ['#2d4a63', '#f0b27a', '#12303f', '#ffc98a'], { boat: 0.4 }), grade: { shadows: '#173a4a' } },
  dawn: { scene: ridges(3, ['#4d7390', '#e8b98c', '#a9a596', '#10191b'], { sun: 0.68 }), grade: { shadows: '#12303a', lights: '#ffe2bd', exposure: 0.82 } },
  forest: { scene: forest(2, ['#b9c4b4', '#2f3f35', '#161d19']), grade: { shadows: '#1e3a2c', exposure: 0.8 } },
  room: { scene: room(3, ['#8a7d6a', '#ffe6bf']), grade: { shadows: '#241a12', grain: 0.035 } },
  fog: { scene: ridges(11, ['#cfd8dc', '#eceff1', '#b0bec5', '#1a2429'], { layers: 5, horizon: 0.36 }), grade: { colour: 0.12, grain: 0.06, exposure: 0.62 } },
  tide: { scene: sea(8, ['#8fa3ad', '#d5dde0', '#2b3f47', '#e9eef0'], { sun: 0.3, horizon: 0.38 }), grade: { colour: 0.25, grain: 0.06, exposure: 0.75 } },
  rain: { scene: wetGlass(4, ['#ff7a3c', '#ffd28a', '#7fd0ff', '#ff3c5a', '#fff0d0']), grade: { exposure: 1.5 } },
  salt: { scene: flat(7, ['#7fa8c2', '#f0dcc4', '#e2d8cb', '#3a322b'], { figures: [0.62, 0.68] }), grade: { lights: '#fff0dc', exposure: 0.72 } },
  field: {
    scene: flat(12, ['#4a739a', '#f3cd90', '#5f7034', '#1c240a'], { figures: [0.35], furrows: 34, horizon: 0.48 }),
    grade: { shadows: '#2a3a1a', exposure: 0.85 },
  },
  towers: { scene: towers(9, ['#070d26', '#553a58', '#ffc27a']), grade: { shadows: '#141a44', exposure: 0.9 } },
  night: { scene: sea(21, ['#050b1c', '#20344f', '#04090f', '#ffdf9a'], { sun: 0.4, boat: 0.4, horizon: 0.5 }), grade: { shadows: '#0a1a3a', exposure: 1.2 } },
  harbour: { scene: towers(23, ['#1f2f3f', '#9a8a78', '#ffe0ae']), grade: { colour: 0.6, exposure: 0.75 } },
  red: { scene: ridges(31, ['#3b1420', '#e0573a', '#7a2a2a', '#12060a'], { sun: 0.32, layers: 5 }), grade: { shadows: '#2a0a14' } },
  pass: { scene: ridges(47, ['#20364f', '#8fb0c9', '#5a7890', '#0a1118'], { layers: 7, horizon: 0.3 }), grade: { exposure: 0.8, grain: 0.06 } },
  birch: { scene: forest(17, ['#e3d2b0', '#4a3a22', '#241a10']), grade: { shadows: '#3a2a14', lights: '#ffe8bc', exposure: 0.78 } },
  desert: { scene: flat(29, ['#c9a27a', '#f1dcb8', '#c48a52', '#40220f'], { figures: [0.72], horizon: 0.44 }), grade: { exposure: 0.72 } },
  paddy: {
    scene: flat(37, ['#56616b', '#c7ccc8', '#4c5a4a', '#161c18'], { figures: [0.24, 0.3], furrows: 22, horizon: 0.42 }),
    grade: { colour: 0.5, exposure: 0.8 },
  },
  night2: { scene: wetGlass(19, ['#7fd0ff', '#b8a6ff', '#fff0d0', '#4ab0a0']), grade: { exposure: 1.4, colour: 0.8 } },
  producer: { scene: sitter(3, ['#2a3440', '#f0c48c', '#0c0a0a', '#1c2a30'], { side: 1, hair: 0.02, wide: 0.44 }), grade: { exposure: 1.1 } },
  critic: { scene: sitter(8, ['#40322a', '#bcd3e6', '#120d0a', '#3a2420'], { side: -1, lean: 0.02, hair: 0.22, wide: 0.38 }), grade: { exposure: 1.1 } },
  programmer: { scene: sitter(13, ['#26382e', '#f2e0b4', '#0a0d0b', '#5a3a1e'], { side: 1, lean: -0.03, hair: 0.12, wide: 0.4 }), grade: { exposure: 1.05 } },
  director: { scene: sitter(21, ['#38303f', '#ffb48a', '#0d0a10', '#20222e'], { side: -1, hair: 0.04, wide: 0.46 }), grade: { exposure: 1.1 } },
  evening: { scene: room(14, ['#5a6a7a', '#c9defa'], { at: 0.42 }), grade: { shadows: '#0f1a2a', grain: 0.04 } },
};

/** Large pictures of a campaign's pages, and which painting is on them. */
const layout: [file: string, painting: string, width: number, height: number][] = [
  ['enroll-01', 'hall', 1600, 900],
  ['enroll-02', 'boat', 1600, 900],
  ['enroll-03', 'dawn', 1600, 900],
  ['selection-01', 'room', 1600, 900],
  ['selection-02', 'forest', 1600, 900],
  ['selection-03', 'fog', 1600, 900],
  ['head-01', 'towers', 1440, 360],
  ['head-02', 'tide', 1440, 360],
  ['head-03', 'pass', 1440, 360],
];
const stills = ['boat', 'fog', 'rain', 'field', 'room', 'towers', 'salt', 'forest', 'night', 'red', 'tide', 'birch', 'desert', 'harbour', 'paddy', 'evening'];
/** Of jurors. */
const portraits = ['producer', 'critic', 'programmer', 'director'];
/** Key art: a painting in two inks, or in its own colours, under a plain field. */
const posters: [painting: string, from: number, inks?: [string, string]][] = [
  ['dawn', 0.45, ['#14233a', '#f4a259']],
  ['boat', 0.22],
  ['forest', 0.4, ['#0f1f17', '#d9e2b4']],
  ['rain', 0.3],
  ['room', 0.06],
  ['towers', 0.35, ['#1b1030', '#ff6b4a']],
  ['salt', 0.44, ['#2a3a52', '#f7efe2']],
  ['field', 0.12],
  ['red', 0.1],
  ['fog', 0.3, ['#101820', '#e9e3d5']],
  ['night', 0.2],
  ['birch', 0.35, ['#3a1d0d', '#ffd27a']],
  ['desert', 0.5],
  ['paddy', 0.05, ['#0e2a2b', '#b9e4c9']],
  ['harbour', 0.5, ['#26102a', '#f2b6c6']],
  ['evening', 0.2],
  ['pass', 0.4, ['#0a1a3c', '#9fd0ff']],
  ['tide', 0.1, ['#151515', '#f1ece2']],
  ['night2', 0.4],
  ['hall', 0.32, ['#190b06', '#ffb25e']],
];

async function paint(name: string, width: number, height: number, from = 0, share = 1): Promise<Sharp> {
  const { scene, grade } = paintings[name]!; // the lists name known ones
  // A flat picture shows the middle of the painting, a tall one a part of its width.
  if (width === height) return sharp(develop(scene, width, height, name.length, grade), { raw: { width, height, channels: 3 } });
  const tall = Math.min(1, height / width / (9 / 16));
  const view: Scene = (u, v) => scene(from + u * share, 0.5 + (v - 0.5) * tall + (1 - tall) * 0.08);
  const pixels = develop(
    view,
    width,
    height,
    [...name].reduce((sum, sign) => sum + sign.charCodeAt(0), 0),
    grade,
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const jpeg = { quality: 74, mozjpeg: true, chromaSubsampling: '4:2:0' } as const;

async function keep(file: string, picture: Sharp): Promise<void> {
  await writeFile(join(out, file), await picture.jpeg(jpeg).toBuffer());
  console.log(file);
}

/** In two inks: the dark one in the shadows, the light one in the lights. */
async function duotone(picture: Sharp, [dark, light]: [string, string]): Promise<Sharp> {
  const { data, info } = await picture.greyscale().normalise().raw().toBuffer({ resolveWithObject: true });
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16);
  const table = Array.from({ length: 256 }, (_, grey) => [0, 1, 2].map((at) => Math.round(part(dark, at) + ((part(light, at) - part(dark, at)) * grey) / 255)));
  const pixels = Buffer.from(Array.from({ length: info.width * info.height }, (_, index) => table[data[index * info.channels] ?? 0]!).flat());
  return sharp(pixels, { raw: { width: info.width, height: info.height, channels: 3 } });
}

/** A wordmark on transparent ground, legible on dark and light. */
async function marks(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const font = async (name: string, path: string) =>
    `@font-face{font-family:${name};src:url(data:font/woff2;base64,${(await readFile(resolve(path))).toString('base64')})}`;
  const css = (
    await Promise.all([
      font('Strong', '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
      font('Clear', '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
      font('Serif', '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
    ])
  ).join('');
  const signs: [file: string, content: string][] = [
    [
      'logo',
      '<b style="font:800 54px Strong;letter-spacing:-.04em;color:#ef5433">ccdf<i style="display:inline-block;width:15px;height:15px;border-radius:50%;background:#ef5433;margin-left:5px"></i></b>',
    ],
    ['sponsor-01', '<b style="font:600 34px/1 Serif;color:#9a8f80">Riverbank<br><span style="font:500 17px Clear">Documentary Fund</span></b>'],
    ['sponsor-02', '<b style="font:800 38px/0.9 Strong;color:#7f8ea3;letter-spacing:-.03em">northern<br>light tv</b>'],
    ['sponsor-03', '<b style="font:600 30px Clear;color:#5d8fc4;border:4px solid;padding:8px 14px">blue window</b>'],
    ['sponsor-04', '<b style="font:700 46px Serif;color:#a37f6b;letter-spacing:.02em">Papaya &amp; Co</b>'],
  ];
  const found = await findBrowser();
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args });
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  for (const [file, content] of signs) {
    await page.setContent(`<style>${css}body{margin:0;background:none}div{display:inline-block;padding:6px 4px}</style><div>${content}</div>`);
    await page.evaluate(() => document.fonts.ready);
    const shot = await page.locator('div').first().screenshot({ omitBackground: true });
    await writeFile(join(out, `${file}.png`), await sharp(shot).png({ palette: true }).toBuffer());
  }
  await browser.close();
}

await mkdir(out, { recursive: true });
for (const [file, name, width, height] of layout) await keep(`${file}.jpg`, await paint(name, width, height));
for (const [index, name] of stills.entries()) await keep(`still-${String(index + 1).padStart(2, '0')}.jpg`, await paint(name, 960, 540));
for (const [index, name] of portraits.entries()) await keep(`portrait-${String(index + 1).padStart(2, '0')}.jpg`, await paint(name, 480, 480));
for (const [index, [name, from, inks]] of posters.entries()) {
  const picture = await paint(name, 480, 720, from, 0.375);
  await keep(`poster-${String(index + 1).padStart(2, '0')}.jpg`, inks ? await duotone(picture, inks) : picture);
}
await marks();
