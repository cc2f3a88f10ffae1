/**
 * Pictures of the demo, drawn by code: posters, stills, a campaign's layout. No letters in them, for fonts differ from machine to machine
 * and one picture serves several films. The same for the same seed.
 */
import { type Random, seededRandom } from '#rules/values/random.ts';

export interface DemoPicture {
  purpose: 'poster' | 'still' | 'layout';
  /** what a person would have called the file */
  fileName: string;
  /** of the layout: which place it is for */
  place?: string;
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  bytes: Buffer;
}

type Sketch = Omit<DemoPicture, 'bytes'> & { svg: string };

/** [sky above, sky below, far, near, light] */
const palettes: readonly (readonly [string, string, string, string, string])[] = [
  ['#0b2545', '#e9724c', '#8d3b3b', '#1b1b2f', '#ffd29d'],
  ['#12372a', '#adbc9f', '#436850', '#0b1f17', '#fbfada'],
  ['#2d1e2f', '#c98986', '#734b5e', '#1c1220', '#f3d8c7'],
  ['#1b3a4b', '#76c8be', '#26667f', '#0c1d26', '#fff1c1'],
  ['#3a1f04', '#e3b23c', '#8a4f0b', '#1e1003', '#fff4d6'],
  ['#21295c', '#9bb1ff', '#3a4a9f', '#0f1330', '#ffffff'],
  ['#5b0e2d', '#ffa781', '#a1394a', '#2a0716', '#ffe6d5'],
  ['#14213d', '#b8c4d6', '#4a5d7e', '#0a1020', '#fca311'],
];

/** Draws everything, some at a time. Takes a second or so; the caller need not wait for it at once. */
export async function drawPictures(seed: number): Promise<DemoPicture[]> {
  const { default: sharp } = await import('sharp');
  const sketches = sketchesOf(seededRandom(seed));
  const drawn: DemoPicture[] = [];
  const draw = async (): Promise<void> => {
    for (let sketch = sketches.shift(); sketch; sketch = sketches.shift()) {
      const { svg, ...facts } = sketch;
      const picture = sharp(Buffer.from(svg));
      const bytes = await (facts.type === 'image/png' ? picture.png({ compressionLevel: 6 }) : picture.jpeg({ quality: 78 })).toBuffer();
      drawn.push({ ...facts, bytes });
    }
  };
  await Promise.all([draw(), draw()]);
  return drawn.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

function sketchesOf(random: Random): Sketch[] {
  const sketches: Sketch[] = [];
  const add = (purpose: Sketch['purpose'], name: string, width: number, height: number, place?: string): void => {
    sketches.push({ purpose, fileName: `${name}.jpg`, type: 'image/jpeg', width, height, place, svg: scene(random, width, height) });
  };
  const two = (index: number): string => String(index + 1).padStart(2, '0');
  for (let index = 0; index < 32; index += 1) add('poster', `poster-${two(index)}`, 360, 540);
  for (let index = 0; index < 16; index += 1) add('still', `still-${two(index)}`, 800, 450);
  for (let index = 0; index < 3; index += 1) {
    add('layout', `enroll-${two(index)}`, 1280, 720, 'enroll');
    add('layout', `selection-${two(index)}`, 1280, 720, 'selection');
    add('layout', `head-${two(index)}`, 1200, 300, 'enroll_edit');
  }
  const mark = (name: string, place: string, width: number, height: number): void => {
    sketches.push({ purpose: 'layout', fileName: `${name}.png`, type: 'image/png', width, height, place, svg: emblem(random, width, height) });
  };
  mark('logo', 'logo', 320, 100);
  for (let index = 0; index < 4; index += 1) mark(`sponsor-${two(index)}`, 'sponsor', 240, 120);
  return sketches;
}

function scene(random: Random, width: number, height: number): string {
  const [above, below, far, near, light] = random.pick(palettes);
  const horizon = height * (0.45 + 0.25 * random.next());
  const radius = Math.min(width, height) * (0.08 + 0.16 * random.next());
  const sun = `<circle cx="${width * (0.2 + 0.6 * random.next())}" cy="${horizon * (0.3 + 0.6 * random.next())}" r="${radius}" fill="${light}" opacity="0.9"/>`;
  const front = random.pick([ridge, waves, towers, figure]);
  const body = [sun, ridge(random, width, height, horizon, far, 0.75), front(random, width, height, horizon + (height - horizon) * 0.4, near, 1)];
  return frame(
    width,
    height,
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>${body.join('')}`,
  );
}

type Front = (random: Random, width: number, height: number, from: number, color: string, opacity: number) => string;

const ridge: Front = (random, width, height, from, color, opacity) => {
  const steps = 7;
  const points = Array.from(
    { length: steps + 1 },
    (_, index) => `${(width * index) / steps},${Math.round(from - (height / 6) * random.next() * (index % 2 ? 1 : 0.3))}`,
  );
  return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${color}" opacity="${opacity}"/>`;
};

const waves: Front = (random, width, height, from, color) => {
  const lines = Array.from({ length: 6 }, (_, index) => {
    const y = from + ((height - from) * index) / 6;
    const swing = 6 + 14 * random.next();
    return `<path d="M0 ${y} Q ${width / 4} ${y - swing} ${width / 2} ${y} T ${width} ${y} V ${height} H 0 Z" fill="${color}" opacity="${0.35 + index * 0.1}"/>`;
  });
  return lines.join('');
};

const towers: Front = (random, width, height, from, color) => {
  const count = 9;
  const wide = width / count;
  return Array.from({ length: count }, (_, index) => {
    const top = from - (height / 4) * random.next();
    const windows = Array.from({ length: 5 }, (_w, row) =>
      random.chance(0.5)
        ? `<rect x="${index * wide + wide * 0.3}" y="${top + 12 + row * 18}" width="${wide * 0.2}" height="8" fill="#ffe9a8" opacity="0.8"/>`
        : '',
    );
    return `<rect x="${index * wide}" y="${top}" width="${wide - 2}" height="${height - top}" fill="${color}"/>${windows.join('')}`;
  }).join('');
};

/** Somebody who stands and looks. */
const figure: Front = (random, width, height, from, color, opacity) => {
  const x = width * (0.3 + 0.4 * random.next());
  const tall = height * 0.2;
  const person = `<circle cx="${x}" cy="${from - tall}" r="${tall * 0.13}"/><path d="M${x - tall * 0.16} ${from - tall * 0.8} h${tall * 0.32} l${tall * 0.06} ${tall * 0.9} h-${tall * 0.44} Z"/>`;
  return `${ridge(random, width, height, from + tall * 0.05, color, opacity)}<g fill="${color}">${person}</g>`;
};

/** A mark on transparent ground that can be seen on dark and light alike. */
function emblem(random: Random, width: number, height: number): string {
  const color = random.pick(['#d8572a', '#c08a12', '#2f8f83', '#7b5ea7', '#c2415d']);
  const size = height * 0.7;
  const x = height * 0.15;
  const sign = random.pick([
    `<circle cx="${x + size / 2}" cy="${height / 2}" r="${size / 2}" fill="none" stroke="${color}" stroke-width="${size / 7}"/><circle cx="${x + size / 2}" cy="${height / 2}" r="${size / 6}" fill="${color}"/>`,
    `<path d="M${x} ${height * 0.15} l${size} ${size / 2} l-${size} ${size / 2} Z" fill="${color}"/>`,
    `<rect x="${x}" y="${height * 0.15}" width="${size}" height="${size}" rx="${size / 5}" fill="${color}"/><circle cx="${x + size / 2}" cy="${height / 2}" r="${size / 4}" fill="#fff"/>`,
  ]);
  const bars = [0.62, 0.4].map(
    (part, index) =>
      `<rect x="${x + size * 1.3}" y="${height * (0.3 + index * 0.27)}" width="${(width - size * 1.3 - 2 * x) * part * 1.5}" height="${height * 0.13}" rx="4" fill="${color}"/>`,
  );
  return frame(width, height, `${sign}${bars.join('')}`);
}

function frame(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}
