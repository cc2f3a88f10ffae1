/** What somebody has written on this page, as text: for the moment in which the part that shows it has stopped. */

import { onDevice } from '#client/device-store.ts';

let read: (() => string) | undefined;

/** Set by the part that is written in; read once it has broken, so it goes by the last value. */
export function offerText(asText: () => string): void {
  read = asText;
}

/** '' where nothing was written. What the part cannot say any more is read from this browser's journals, as it lies there. */
export function textToCopy(): string {
  try {
    const text = read?.().trim();
    if (text) return `${text}\n`;
  } catch {
    // what broke the part may break this too
  }
  return journals().join('\n');
}

/** Entries of the engine's journals (#client/typing/journal.ts), and what an earlier release left: a field's name and what was typed. */
function journals(): string[] {
  const keys = ['reelbase.draft:', 'reelbase.selection:', 'reelbase.my:', 'my '].flatMap((prefix) => onDevice.keys(prefix));
  return keys.flatMap((key) => linesOf(key.split(':').at(-1) ?? '', onDevice.read(key)));
}

/** Of an entry: values by their names, without what it was written over. */
function linesOf(name: string, value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [`${name}: ${value}`] : [];
  if (Array.isArray(value))
    return linesOf(
      name,
      value
        .map((one) => (typeof one === 'object' ? '' : String(one)))
        .filter(Boolean)
        .join(', '),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !passing.has(key))
    .flatMap(([key, inner]) => linesOf(nameless.has(key) ? name : key, inner));
}

const passing: ReadonlySet<string> = new Set(['sent', 'from', 'at', 'ver', 'grid', 'cells', 'times']);
const nameless: ReadonlySet<string> = new Set(['edit', 'edits', 'value', 'other']);
