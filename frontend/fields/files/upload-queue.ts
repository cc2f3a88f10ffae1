/**
 * Files on their way up, for one field of one open form. It outlives the widget: a tab that is left goes on uploading, and the row gets
 * its files all the same.
 */
import type { Row } from '#codegen/model.ts';
import type { Pending } from '../../form/pending.ts';
import { type Sending, sendFile, type UploadPlace } from './send-file.ts';

export interface UploadItem {
  key: string;
  file: File;
  /** an address of the picture on this machine, '' for other files */
  preview: string;
  state: 'waiting' | 'sending' | 'failed';
  /** 0 to 1 */
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
      return { key: `upload-${count}`, file, preview, state: 'waiting', progress: 0, error: undefined };
    });
    this.#set([...this.#items, ...items]);
    this.#next();
  }

  cancel(key: string): void {
    this.#sending.get(key)?.cancel();
    this.#drop(key);
    this.#next();
  }

  retry(key: string): void {
    this.#change(key, { state: 'waiting', progress: 0, error: undefined });
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

  #send({ key, file }: UploadItem, place: UploadPlace): void {
    const sending = sendFile(file, place, (progress) => this.#change(key, { progress }));
    this.#sending.set(key, sending);
    this.#change(key, { state: 'sending' });
    sending.done
      .then(
        (attachment) => {
          this.#drop(key);
          this.#arrived(attachment);
        },
        (error: unknown) => this.#change(key, { state: 'failed', error }),
      )
      .finally(() => {
        this.#sending.delete(key);
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
