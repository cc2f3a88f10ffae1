/** The text that somebody wrote on this page, for the message that is shown when the part with its form has crashed. */

import { onDevice } from '#client/device-store.ts';
import { labelled, language } from '#rules/words/language.ts';
import { pageLang } from './facts.ts';

let read: (() => string) | undefined;

/** Set by the part with the form. It is read after a crash, so it must work with the last values. */
export function offerText(asText: () => string): void {
  read = asText;
}

/** The written text; '' for none. Where the part cannot give it any more, it is read from this browser's journals. */
export function textToCopy(): string {
  try {
    const text = read?.().trim();
    if (text) return `${text}\n`;
  } catch {
    // the cause of the crash may break this, too
  }
  return journals().join('\n');
}

/** Entries of the engine's journals (#client/typing/journal.ts) and of an earlier release, as field name and typed text. */
function journals(): string[] {
  const keys = ['reelbase.draft:', 'reelbase.selection:', 'reelbase.my:', 'my '].flatMap((prefix) => onDevice.keys(prefix));
  return keys.flatMap((key) => linesOf(key.split(':').at(-1) ?? '', onDevice.read(key)));
}

/** The typed values of an entry by name, without the values that they replace. */
function linesOf(name: string, value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [labelled(name, value, pageLang())] : [];
  if (Array.isArray(value))
    return linesOf(
      name,
      value
        .map((one) => (typeof one === 'object' ? '' : String(one)))
        .filter(Boolean)
        .join(language[pageLang()].list),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !passing.has(key))
    .flatMap(([key, inner]) => linesOf(nameless.has(key) ? name : key, inner));
}

const passing: ReadonlySet<string> = new Set(['sent', 'from', 'at', 'ver', 'grid', 'cells', 'times']);
const nameless: ReadonlySet<string> = new Set(['edit', 'edits', 'value', 'other']);
