/**
 * Draws the demo's film in a headless browser and encodes it there: `npm run demo:video` writes backend/demo/media/river.mp4
 * (H.264, which every browser plays). Nothing is filmed or taken from anybody; the committed file is what this gave.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findBrowser } from '../../support/browser.ts';

const require = createRequire(import.meta.url);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const origin = 'http://localhost';
const files: Record<string, [path: string, type: string]> = {
  '/scene.js': [here('scene.js'), 'text/javascript'],
  '/mediabunny.js': [here('../../../node_modules/mediabunny/dist/bundles/mediabunny.min.mjs'), 'text/javascript'],
  '/film.ttf': [require.resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'), 'font/ttf'],
};
/** Bits a second: a film of 72 s in 1.4 MB. */
const bitrate = 145_000;

const script = `
  import { draw, height, length, rate, width } from '/scene.js';
  import { BufferTarget, CanvasSource, Mp4OutputFormat, Output } from '/mediabunny.js';
  const font = await new FontFace('Film', 'url(/film.ttf)').load();
  document.fonts.add(font);
  const canvas = new OffscreenCanvas(width, height);
  const ink = canvas.getContext('2d', { alpha: false });
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
  // A key frame every two seconds: a seek shows its picture at once.
  const source = new CanvasSource(canvas, { codec: 'avc', bitrate: ${bitrate}, keyFrameInterval: 2, latencyMode: 'quality' });
  output.addVideoTrack(source, { frameRate: rate });
  await output.start();
  for (let frame = 0; frame < length * rate; frame += 1) {
    draw(ink, frame / rate);
    await source.add(frame / rate, 1 / rate);
  }
  await output.finalize();
  const reader = new FileReader();
  reader.onload = () => { window.film = reader.result.split(',')[1]; };
  reader.readAsDataURL(new Blob([output.target.buffer]));
`;

const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const [file, contentType] = files[path] ?? [];
    if (file) return route.fulfill({ body: await readFile(file), contentType: contentType ?? '' });
    return route.fulfill({ body: `<!doctype html><meta charset="utf-8"><script type="module">${script}</script>`, contentType: 'text/html' });
  });
  await page.goto(`${origin}/`);
  const film = await page.waitForFunction(() => (window as { film?: string }).film, undefined, { timeout: 600_000 }); // the script above sets it
  const bytes = Buffer.from(String(await film.jsonValue()), 'base64');
  await writeFile(here('../../../backend/demo/media/river.mp4'), bytes);
  console.log(`river.mp4: ${(bytes.length / 1_048_576).toFixed(2)} MB`);
} finally {
  await browser.close();
}
