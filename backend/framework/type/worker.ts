/**
 * Cuts a font down to some characters, and packs it as WOFF2, in a thread of its own. To cut takes some ms, to pack up to a second of the processor:
 * whatever was ordered is cut before the next is packed.
 */
import { readFile } from 'node:fs/promises';
import { setImmediate as afterMessages } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import subsetFont from 'subset-font';
import type { Face } from './faces.ts';

export interface SubsetOrder {
  id: number;
  path: string;
  text: string;
  axes: Face['axes'];
}
/** First `plain`, TrueType, then `packed`, WOFF2; or `failure` in the place of either. */
export interface SubsetDone {
  id: number;
  plain?: Uint8Array;
  packed?: Uint8Array;
  failure?: string;
}

/** Kerning, tabular figures, and what Chinese punctuation needs to close up. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum', 'halt', 'palt', 'chws'];
const whole = new Map<string, Promise<Buffer>>();
const toPack: { id: number; text: string; font: Buffer }[] = [];
let isPacking = false;

function tell(done: SubsetDone): void {
  parentPort?.postMessage(done);
}

function wholeFont(path: string): Promise<Buffer> {
  const known = whole.get(path) ?? readFile(path);
  known.catch(() => whole.delete(path));
  whole.set(path, known);
  return known;
}

async function pack(): Promise<void> {
  if (isPacking) return;
  isPacking = true;
  for (;;) {
    await afterMessages();
    const next = toPack.shift();
    if (!next) break;
    const { id, text, font } = next;
    try {
      tell({ id, packed: await subsetFont(font, text, { targetFormat: 'woff2', noHinting: true, keepFeatures }) });
    } catch (error) {
      tell({ id, failure: String(error) });
    }
  }
  isPacking = false;
}

parentPort?.on('message', async ({ id, path, text, axes }: SubsetOrder) => {
  try {
    const font = await subsetFont(await wholeFont(path), text, { targetFormat: 'truetype', variationAxes: axes, noHinting: true, keepFeatures });
    tell({ id, plain: font });
    toPack.push({ id, text, font });
    void pack();
  } catch (error) {
    tell({ id, failure: String(error) });
  }
});
