/**
 * Where files lie, and backups: a folder of this machine, or any S3-compatible store (STORAGE_URL, BACKUP_URL). Everything else knows this interface only.
 * Names are the server's own, so a store never meets what a visitor typed.
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
  /** how players get files from the store itself; undefined where the server hands out every byte */
  readonly direct: DirectAddresses | undefined;
  /** a folder of this machine for what is on its way in: written, checked, and then taken by `put` */
  readonly incoming: string;
  /** Keeps the file at `path` under `name`; durable when it resolves. The file at `path` may be removed afterwards. `how`: for long ones. */
  put(name: string, path: string, how?: Putting): Promise<void>;
  /** Bytes from `start` to `end`, both included, or all; `signal` gives up waiting for the first of them. @throws NotStored */
  open(name: string, range?: { start: number; end: number }, signal?: AbortSignal): Promise<Readable>;
  /** undefined where there is none */
  stat(name: string): Promise<StoredFile | undefined>;
  /** Removes it; nothing happens where there is none. */
  remove(name: string): Promise<void>;
  /** All stored names, in no order. Foreign objects (in a shared bucket, say) are left out. */
  list(): AsyncIterable<StoredFile>;
  /** Resolves when files can be stored; rejects with a sentence when they cannot. */
  check(): Promise<void>;
}

/** Addresses of the store's own, each good for one file and a while, whoever has it. */
export interface DirectAddresses {
  /** 'https://reels.s3.eu-west-1.amazonaws.com', for the pages' policy */
  origin: string;
  /** `type`, `disposition`: what the store sends it with; `most`: s, where it must be good for less than usual */
  addressOf(name: string, answer: DirectAnswer): Promise<string>;
  /** Whether the store lets scripts of a page at `origin` read what it sends (its CORS rules). Asked of it now and then; false where it does not say. */
  letsRead(origin: string): Promise<boolean>;
}

export interface DirectAnswer {
  type: string;
  disposition: string;
  most?: number | undefined;
}

/** Gives a long file up, and tells how many of its bytes are on their way. */
export interface Putting {
  signal?: AbortSignal;
  tell?: (sent: number) => void;
}

/** Which names are a store's own. */
export interface StoredNames {
  isOurs: (name: string) => boolean;
  /** the folder of a disk that the name lies in, below the store's; '' is the store's itself */
  folderOf: (name: string) => string;
  /** folders that `folderOf` makes */
  isFolder: (folder: string) => boolean;
  /** that says where the store is */
  setting: 'STORAGE_URL' | 'BACKUP_URL';
}

/** Files of records: two letters of the name, then the name. */
export const fileNames: StoredNames = {
  isOurs: (name) => baseOf(name) !== undefined,
  folderOf: (name) => name.slice(0, 2),
  isFolder: (folder) => /^[a-z2-7]{2}$/.test(folder),
  setting: 'STORAGE_URL',
};

export class NotStored extends Error {
  constructor(name: string) {
    super(`no file ${name} in the store`);
    this.name = 'NotStored';
  }
}

/** The store could not be reached, or could not do as it was asked: no fault of the caller's, and over in a while. Becomes 503 'msg.unavailable'. */
export class StoreAway extends Error {
  constructor(address: string, cause: unknown) {
    super(`the store ${address} is away: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
    this.name = 'StoreAway';
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A name that cannot be guessed: 130 random bits. */
export function makeName(extension: string): string {
  return `${[...randomBytes(26)].map((byte) => alphabet[byte % 32]).join('')}.${extension}`;
}

/** Where a picture's thumbnail lies, beside it in every listing. */
export function thumbName(name: string, width: number): string {
  return `${name.slice(0, 26)}-w${width}.webp`;
}

/** The 26 signs that a file shares with its thumbnails and with what is made of a video; undefined for what is no name of ours. */
export function baseOf(name: string): string | undefined {
  return /^([a-z2-7]{26})(?:\.[a-z0-9]{2,5}|-(?:w\d{2,4}|poster|sheet)\.webp|-h\d{3,4}\.(?:mp4|m3u8))$/.exec(name)?.[1];
}

/** @throws Error for a name that the server did not make: no path can be smuggled in as a name. */
export function demandName(name: string, { isOurs }: StoredNames): void {
  if (!isOurs(name)) throw new Error('not a stored name');
}

const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The disk is full, or the server's share of it; the picture library says so in words only. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return fullCodes.has('code' in error ? error.code : undefined) || /No space left on device|Disk quota exceeded|File too large/.test(error.message);
}

/** Removes a file of the incoming folder, there or not. */
export async function discard(path: string): Promise<void> {
  // A form that is cut may be making a file in it at this moment.
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
