/** What a juror says lies in the browser's storage until the server has it: a lost connection, a reload or an ended session loses no word. */
import { onDevice } from '#client/kept.ts';
import type { Edit, Edits } from './core.ts';

const mark = 'reelbase.selection';

/** Of one juror in one campaign; jurors who share a tablet do not meet. */
export class Journal {
  readonly #key: string;

  constructor(campaign: string, juror: string) {
    this.#key = `${mark}:${campaign}:${juror}`;
  }

  read(): Edits {
    const kept = onDevice.read(this.#key);
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Edit] => isEdit(entry[1])))
      : {};
  }

  /** False where the browser keeps nothing: private mode, or full. */
  write(edits: Edits): boolean {
    return onDevice.write(this.#key, Object.keys(edits).length ? edits : undefined);
  }
}

/** A mark of this browser: the welcome was read. */
export function wasWelcomed(campaign: string): boolean {
  return onDevice.read(`${mark}.welcomed:${campaign}`) !== undefined;
}

/** Where the browser keeps nothing it is shown once more. */
export function noteWelcome(campaign: string): void {
  onDevice.write(`${mark}.welcomed:${campaign}`, 1);
}

function isEdit(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { choice, weight, comment, from } = value as Partial<Edit>; // looked at right here
  return typeof choice === 'string' && typeof weight === 'number' && typeof comment === 'string' && typeof from?.ver === 'number';
}
