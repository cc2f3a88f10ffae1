/** Cuts a font down to some characters, in a thread of its own: a large one takes half a second of the processor. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import subsetFont from 'subset-font';
import type { Face } from './faces.ts';

export interface SubsetOrder {
  id: number;
  path: string;
  text: string;
  axes: Face['axes'];
}
export interface SubsetDone {
  id: number;
  font?: Uint8Array;
  failure?: string;
}

/** Kerning, tabular figures, and what Chinese punctuation needs to close up. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum', 'halt', 'palt', 'chws'];

parentPort?.on('message', async ({ id, path, text, axes }: SubsetOrder) => {
  const tell = (done: SubsetDone) => parentPort?.postMessage(done);
  try {
    const options = { targetFormat: 'woff2', variationAxes: axes, noHinting: true, keepFeatures } as const;
    tell({ id, font: await subsetFont(await readFile(path), text, options) });
  } catch (error) {
    tell({ id, failure: String(error) });
  }
});
