/**
 * Draws the demo's film in a headless browser, makes its sound and encodes both there: `npm run demo:video` writes backend/demo/media/river.webm
 * (VP9 and Opus), and for the tests tests/support/files/river.mp4 (H.264, silent). Nothing is filmed, recorded or taken from anybody; the committed files
 * are what this gave.
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
  '/sound.js': [here('sound.js'), 'text/javascript'],
  '/scene.js': [here('scene.js'), 'text/javascript'],
  '/mediabunny.js': [here('../../../node_modules/mediabunny/dist/bundles/mediabunny.min.mjs'), 'text/javascript'],
  '/film.ttf': [require.resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'), 'font/ttf'],
};
/** Bits a second: each a film of 72 s in less than 1.5 MB. */
const bitrates = { mp4: 145_000, webm: 95_000, sound: 40_000 };
const films = { webm: here('../../../backend/demo/media/river.webm'), mp4: here('../../support/files/river.mp4') };

const script = `
  import { draw, height, length, rate, width } from '/scene.js';
  import { AudioBufferSource, BufferTarget, CanvasSource, Mp4OutputFormat, Output, WebMOutputFormat } from '/mediabunny.js';
  import { sampleRate, soundOf } from '/sound.js';
  const font = await new FontFace('Film', 'url(/film.ttf)').load();
  document.fonts.add(font);
  const canvas = new OffscreenCanvas(width, height);
  const ink = canvas.getContext('2d', { alpha: false });
  const encode = async (format, codec, bitrate, sound) => {
    const output = new Output({ format, target: new BufferTarget() });
    // A key frame every two seconds: a seek shows its picture at once.
    const source = new CanvasSource(canvas, { codec, bitrate, keyFrameInterval: 2, latencyMode: 'quality' });
    output.addVideoTrack(source, { frameRate: rate });
    const heard = sound && new AudioBufferSource({ codec: 'opus', bitrate: ${bitrates.sound} });
    if (heard) output.addAudioTrack(heard);
    await output.start();
    // Second by second, so that both lie beside each other in the file.
    const samples = sound && soundOf(length);
    for (let second = 0; second < length; second += 1) {
      if (heard) {
        const one = new AudioBuffer({ numberOfChannels: 1, sampleRate, length: sampleRate });
        one.copyToChannel(samples.subarray(second * sampleRate, (second + 1) * sampleRate), 0);
        await heard.add(one);
      }
      for (let frame = second * rate; frame < (second + 1) * rate; frame += 1) {
        draw(ink, frame / rate);
        await source.add(frame / rate, 1 / rate);
      }
    }
    await output.finalize();
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result.split(',')[1]);
      reader.readAsDataURL(new Blob([output.target.buffer]));
    });
  };
  window.films = {
    webm: await encode(new WebMOutputFormat(), 'vp9', ${bitrates.webm}, true),
    mp4: await encode(new Mp4OutputFormat({ fastStart: 'in-memory' }), 'avc', ${bitrates.mp4}, false),
  };
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
  const made = await page.waitForFunction(() => (window as { films?: Record<string, string> }).films, undefined, { timeout: 600_000 }); // the script above sets it
  for (const [kind, text] of Object.entries((await made.jsonValue()) ?? {})) {
    const bytes = Buffer.from(text, 'base64');
    await writeFile(films[kind === 'webm' ? 'webm' : 'mp4'], bytes);
    console.log(`river.${kind}: ${(bytes.length / 1_048_576).toFixed(2)} MB`);
  }
} finally {
  await browser.close();
}
