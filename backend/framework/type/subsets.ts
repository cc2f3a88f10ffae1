/**
 * Fonts with the characters of one text. A page announces what it says; the file is cut when a browser asks for it, once, and lies in the folder of what is
 * derived from then on, as does what was announced, so that another process or the next start knows it too. Nothing is cut that no page has announced.
 * To cut takes some ms, to pack as WOFF2 up to a second of the processor: who asks in between has the font as it was cut (decision 163).
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#backend/start-worker.ts';
import { axesOf, type FaceName, faces, pathOf } from './faces.ts';
import { sliceNamed } from './slices.ts';
import type { SubsetDone, SubsetOrder } from './worker.ts';

/** Raised when what is cut would look otherwise: it is part of every address. */
const release = 1;
/** Announced texts and fonts that stay in memory. */
const most = 400;
/** ms without work after which the thread, which holds whole fonts, is ended. */
const idleAfter = 20_000;

/** A font as it is served. */
export interface Cut {
  bytes: Buffer;
  /** as WOFF2, for good; else TrueType, a third to twice as large, until that is done */
  isPacked: boolean;
}

interface Announced {
  face: FaceName;
  text: string;
}

export class Subsets {
  readonly #folder: string;
  readonly #announced = new Map<string, Announced>();
  /** by face and text, as pages ask; what is no longer announced in memory is in the folder */
  readonly #addresses = new Map<string, string>();
  readonly #fonts = new Map<string, Promise<Cut>>();
  readonly #thread = new SubsetThread();

  constructor(cacheDir: string) {
    this.#folder = join(cacheDir, 'type');
  }

  /** The address of a font with the characters of `text`, '' for none. */
  addressOf(face: FaceName, text: string): string {
    const key = `${face}\n${text}`;
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const address = this.#announce(face, text);
    keep(this.#addresses, key, address);
    return address;
  }

  #announce(face: FaceName, text: string): string {
    const signs = [...new Set(text)].sort().join('');
    if (!signs) return '';
    const name = `${face}-${createHash('sha256').update(`${release}\n${faces[face].file}\n${signs}`).digest('hex').slice(0, 16)}`;
    if (!this.#announced.has(name)) {
      keep(this.#announced, name, { face, text: signs });
      void this.#write(`${name}.txt`, signs).catch(() => undefined); // another process asks for it in vain then, and shows the next face
    }
    return `/type/${name}.woff2`;
  }

  /** The address of a slice, the same for every page. */
  sliceAddress(face: FaceName, slice: string): string {
    return `/type/${face}.${slice}.${release}.woff2`;
  }

  /** A font by its file name, packed once it is; undefined for one that nobody announced. */
  async font(name: string): Promise<Cut | undefined> {
    const known = this.#fonts.get(name);
    if (known) return known;
    const wanted = await this.#wanted(name);
    if (!wanted) return undefined;
    const made = this.#fonts.get(name) ?? this.#made(name, wanted);
    keep(this.#fonts, name, made);
    made.catch(() => this.#fonts.delete(name));
    return made;
  }

  async #wanted(name: string): Promise<Announced | undefined> {
    const slice = /^([a-z-]+)\.([a-z0-9]+)\.(\d+)$/.exec(name);
    if (slice) {
      const [, face = '', part = '', number] = slice;
      const text = isFace(face) && Number(number) === release ? sliceNamed(part)?.text : undefined;
      return text === undefined || !isFace(face) ? undefined : { face, text };
    }
    const [, face = ''] = /^([a-z-]+)-[0-9a-f]{16}$/.exec(name) ?? [];
    if (!isFace(face)) return undefined;
    const known = this.#announced.get(name);
    if (known) return known;
    const text = await readFile(join(this.#folder, `${name}.txt`), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : { face, text };
  }

  async #made(name: string, { face, text }: Announced): Promise<Cut> {
    const stored = await readFile(join(this.#folder, `${name}.woff2`)).catch(() => undefined);
    if (stored) return { bytes: stored, isPacked: true };
    const { plain, packed } = this.#thread.cut(face, text);
    packed.then(
      async (bytes) => {
        if (this.#fonts.has(name)) this.#fonts.set(name, Promise.resolve({ bytes, isPacked: true }));
        await this.#write(`${name}.woff2`, bytes).catch(() => undefined); // a full disk costs the next start its time, no visitor the font
      },
      () => this.#fonts.delete(name), // the next who asks has it cut and packed anew
    );
    return { bytes: await plain, isPacked: false };
  }

  async #write(file: string, content: string | Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, file);
    await writeFile(`${path}.${process.pid}`, content, { mode: 0o600 });
    await rename(`${path}.${process.pid}`, path);
  }
}

interface Waiting {
  plain: (font: Buffer) => void;
  packed: (font: Buffer) => void;
  fail: (error: Error) => void;
}

/** One thread for all, started when it is needed. */
class SubsetThread {
  #worker: Worker | undefined;
  #last = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();

  cut(face: FaceName, text: string): { plain: Promise<Buffer>; packed: Promise<Buffer> } {
    clearTimeout(this.#timer);
    const worker = this.#worker ?? this.#start();
    this.#last += 1;
    const order: SubsetOrder = { id: this.#last, path: pathOf(face), text, axes: axesOf(face) };
    const waiting: Partial<Waiting> = {};
    const plain = new Promise<Buffer>((resolve, reject) => Object.assign(waiting, { plain: resolve, fail: reject }));
    const packed = new Promise<Buffer>((resolve, reject) => {
      const failPlain = waiting.fail;
      Object.assign(waiting, {
        packed: resolve,
        fail: (error: Error) => {
          failPlain?.(error);
          reject(error);
        },
      });
    });
    this.#waiting.set(order.id, waiting as Waiting);
    worker.postMessage(order);
    return { plain, packed };
  }

  #start(): Worker {
    const worker = startWorker('type-worker.js', new URL('./worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', ({ id, plain, packed, failure }: SubsetDone) => {
      const one = this.#waiting.get(id);
      if (plain) return one?.plain(Buffer.from(plain));
      this.#waiting.delete(id);
      if (packed) one?.packed(Buffer.from(packed));
      else one?.fail(new Error(failure ?? 'no font'));
      if (!this.#waiting.size) this.#timer = setTimeout(() => this.#end(new Error('idle')), idleAfter).unref();
    });
    worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker = worker;
    return worker;
  }

  #end(error: Error): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

const known = new Map<string, Subsets>();

/** The subsets of an installation, by the folder of what it derives. */
export function subsetsIn(cacheDir: string): Subsets {
  const one = known.get(cacheDir) ?? new Subsets(cacheDir);
  known.set(cacheDir, one);
  return one;
}

function isFace(name: string): name is FaceName {
  return Object.hasOwn(faces, name);
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= most) for (const old of map.keys()) if (map.delete(old)) break;
  map.set(key, value);
}
