/**
 * Files on their way up, for one field of one open form. It outlives the widget: a tab that is left goes on uploading, and the row gets
 * its files all the same.
 */

import { type Sending, sendFile, type UploadPlace } from '#client/upload/send-file.ts';
import type { Row } from '#codegen/model.ts';
import type { Pending } from '../contract/pending.ts';
import { dropLarge, isLarge, sendLarge } from './send-large.ts';

export interface UploadItem {
  key: string;
  file: File;
  /** an address of the picture on this machine, '' for other files */
  preview: string;
  state: 'waiting' | 'sending' | 'paused' | 'failed';
  /** goes in pieces, and can be paused */
  resumable: boolean;
  /** the line is cut; it is tried again by itself */
  away: boolean;
  /** An ended session is handled by the sign-in page, an aborted request by the code that aborted it. */
  progress: number;
  error: unknown;
}

/** Sent at one time; the others wait. */
const atOnce = 3;
let count = 0;

export class UploadQueue {
  #items: readonly UploadItem[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Map<string, Sending>();
  #place: UploadPlace | undefined;
  /** takes the finished attachment into the row */
  #arrived: (attachment: Row) => void = () => undefined;

  add(files: readonly File[], place: UploadPlace, arrived: (attachment: Row) => void): void {
    this.#place = place;
    this.#arrived = arrived;
    const items = files.map((file): UploadItem => {
      count += 1;
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : '';
      return { key: `upload-${count}`, file, preview, state: 'waiting', resumable: isLarge(file), away: false, progress: 0, error: undefined };
    });
    this.#set([...this.#items, ...items]);
    this.#next();
  }

  cancel(key: string): void {
    const item = this.#items.find((one) => one.key === key);
    const sending = this.#sending.get(key);
    if (sending) sending.cancel();
    else if (item?.resumable && this.#place) dropLarge(item.file, this.#place);
    this.#drop(key);
    this.#next();
  }

  /** What has arrived stays; `retry` goes on from there. */
  pause(key: string): void {
    this.#sending.get(key)?.pause?.();
    this.#change(key, { state: 'paused', away: false });
  }

  retry(key: string): void {
    const resumable = this.#items.find((one) => one.key === key)?.resumable;
    this.#change(key, { state: 'waiting', error: undefined, away: false, ...(!resumable && { progress: 0 }) });
    this.#next();
  }

  /** Resolves when nothing is under way; what has failed waits for a person. */
  async settled(): Promise<void> {
    while (this.#sending.size) await Promise.allSettled([...this.#sending.values()].map(({ done }) => done));
  }

  readonly items = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #next(): void {
    const place = this.#place;
    for (const item of this.#items) {
      if (!place || this.#sending.size >= atOnce) return;
      if (item.state === 'waiting') this.#send(item, place);
    }
  }

  #send({ key, file, resumable }: UploadItem, place: UploadPlace): void {
    const onProgress = (progress: number) => this.#change(key, { progress });
    const sending = resumable ? sendLarge(file, place, onProgress, (away) => this.#change(key, { away })) : sendFile(file, place, onProgress);
    this.#sending.set(key, sending);
    this.#change(key, { state: 'sending' });
    sending.done
      .then(
        (attachment) => {
          this.#drop(key);
          this.#arrived(attachment);
        },
        (error: unknown) => {
          // A pause ends the sending too, and is no failure.
          const isOwn = this.#sending.get(key) === sending;
          if (isOwn && this.#items.find((one) => one.key === key)?.state === 'sending') this.#change(key, { state: 'failed', away: false, error });
        },
      )
      .finally(() => {
        // Resumed meanwhile, another sending is in its place.
        if (this.#sending.get(key) === sending) this.#sending.delete(key);
        this.#next();
      });
  }

  #drop(key: string): void {
    const item = this.#items.find((one) => one.key === key);
    if (item?.preview) URL.revokeObjectURL(item.preview);
    this.#set(this.#items.filter((one) => one.key !== key));
  }

  #change(key: string, patch: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

const queues = new WeakMap<Pending, Map<string, UploadQueue>>();

/** The queue of a field of an open form; a save of the form waits for what is on its way. */
export function queueOf(form: Pending, path: string): UploadQueue {
  const known = queues.get(form) ?? new Map<string, UploadQueue>();
  queues.set(form, known);
  let queue = known.get(path);
  if (!queue) {
    const made = new UploadQueue();
    form.hold(() => made.settled());
    known.set(path, made);
    queue = made;
  }
  return queue;
}
