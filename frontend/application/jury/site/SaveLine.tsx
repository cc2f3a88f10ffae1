import { clockAt, dateAt, instant, ownMinutes } from '#framework/time.ts';
import { language } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import type { SelectionState } from './selection-state.ts';
import { fill, useSelectionTexts } from './texts.ts';

/** 'Saving', 'saved at', 'stored on this device': the save status, announced politely. */
export function SaveLine({ selection }: { selection: SelectionState }) {
  const { saved } = useSelectionTexts();
  const { edits, isSending, isOffline, isUnsaved, savedAt, offlineAt, facts } = selection;
  const isWaiting = Object.keys(edits).length > 0;
  if (!facts?.mayEdit && !isWaiting && offlineAt === undefined) return null;
  const [text, tone] = isUnsaved
    ? [saved.unkept, 'bad']
    : isOffline && isWaiting
      ? [saved.offline, 'warn']
      : offlineAt !== undefined
        ? [fill(saved.shelved, { time: timeOf(offlineAt) }), 'warn']
        : isSending
          ? [saved.sending, '']
          : isWaiting
            ? [saved.wait, '']
            : savedAt === undefined
              ? ['', '']
              : [fill(saved.at, { time: timeOf(savedAt) }), 'good'];
  return (
    <p className={`selection-saved${tone && ` is-${tone}`}`} role="status">
      {text}
    </p>
  );
}

/** The visitor's own time of day, of ms or of 'YYYY-MM-DD hh:mm:ss' UTC. */
export function timeOf(at: number | string): string {
  return dateAt(typeof at === 'string' ? instant(at) : at).toLocaleTimeString(language[pageLang()].times, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}

/** '2026-11-30 18:00' on the visitor's own clock, of 'YYYY-MM-DD hh:mm:ss' UTC. */
export function momentOf(stamp: string): string {
  const at = instant(stamp);
  return clockAt(at, ownMinutes(at));
}
