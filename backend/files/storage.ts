/**
 * Where files lie: a folder of this machine, or any S3-compatible store (STORAGE_URL). Everything else knows this interface only.
 * Names are the server's own (domain/upload), so a store never meets what a visitor typed.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export interface StoredFile {
  name: string;
  /** bytes */
  size: number;
  /** ms since 1970 of its last change */
  at: number;
}

export interface Storage {
  readonly kind: 'disk' | 's3';
  /** where files lie, without keys, for messages and the system page */
  readonly address: string;
  /** a folder of this machine for what is on its way in: written, checked, and then taken by `put` */
  readonly incoming: string;
  /** Keeps the file at `path` under `name`; durable when it resolves. The file at `path` may be removed afterwards. */
  put(name: string, path: string): Promise<void>;
  /** Bytes from `start` to `end`, both included, or all; `signal` gives up waiting for the first of them. @throws NotStored */
  open(name: string, range?: { start: number; end: number }, signal?: AbortSignal): Promise<Readable>;
  /** undefined where there is none */
  stat(name: string): Promise<StoredFile | undefined>;
  /** Removes it; nothing happens where there is none. */
  remove(name: string): Promise<void>;
  /** Everything that is kept, thumbnails included, in no order. */
  list(): AsyncIterable<StoredFile>;
  /** Resolves when files can be kept; rejects with a sentence when they cannot. */
  check(): Promise<void>;
}

export class NotStored extends Error {
  constructor(name: string) {
    super(`no file ${name} in the store`);
    this.name = 'NotStored';
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A name that nobody can guess: 130 bits of chance. */
export function makeName(extension: string): string {
  return `${[...randomBytes(26)].map((byte) => alphabet[byte % 32]).join('')}.${extension}`;
}

/** Where a picture's thumbnail lies, beside it in every listing. */
export function thumbName(name: string, width: number): string {
  return `${name.slice(0, 26)}-w${width}.webp`;
}

/** The 26 signs that a file and its thumbnails share; undefined for what is no name of ours. */
export function baseOf(name: string): string | undefined {
  return /^([a-z2-7]{26})(?:\.[a-z0-9]{2,5}|-w\d{2,4}\.webp)$/.exec(name)?.[1];
}

/** @throws Error for a name that the server did not make: no path can be smuggled in as a name. */
export function demandName(name: string): void {
  if (baseOf(name) === undefined) throw new Error('not a stored name');
}

/** Removes a file of the incoming folder, there or not. */
export async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}
