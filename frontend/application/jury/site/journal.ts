/** What a juror says lies in the browser's storage until the server has it: a lost connection, a reload or an ended session loses no word. */
import type { Edit, Edits } from './core.ts';

const mark = 'reelbase.selection';

/** Of one juror in one campaign; jurors who share a tablet do not meet. */
export class Journal {
  readonly #key: string;

  constructor(campaign: string, juror: string) {
    this.#key = `${mark}:${campaign}:${juror}`;
  }

  read(): Edits {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '{}');
      return typeof kept === 'object' && kept !== null
        ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Edit] => isEdit(entry[1])))
        : {};
    } catch {
      return {};
    }
  }

  /** False where the browser keeps nothing: private mode, or full. */
  write(edits: Edits): boolean {
    try {
      if (Object.keys(edits).length) localStorage.setItem(this.#key, JSON.stringify(edits));
      else localStorage.removeItem(this.#key);
      return true;
    } catch {
      return false;
    }
  }
}

/** A mark of this browser: the welcome was read. */
export function wasWelcomed(campaign: string): boolean {
  try {
    return localStorage.getItem(`${mark}.welcomed:${campaign}`) !== null;
  } catch {
    return false;
  }
}

export function noteWelcome(campaign: string): void {
  try {
    localStorage.setItem(`${mark}.welcomed:${campaign}`, '1');
  } catch {
    // it is shown once more
  }
}

function isEdit(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { choice, weight, comment, from } = value as Partial<Edit>; // looked at right here
  return typeof choice === 'string' && typeof weight === 'number' && typeof comment === 'string' && typeof from?.ver === 'number';
}
