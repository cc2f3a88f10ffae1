import { dateAt } from '#framework/time.ts';
import { language } from '#rules/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import type { DeskState } from './desk-state.ts';
import { fill, useSelectionTexts } from './texts.ts';

/** 'Saving', 'saved at', 'kept on this device': one line, read out when there is time. */
export function SaveLine({ desk }: { desk: DeskState }) {
  const { saved } = useSelectionTexts();
  const { edits, isSending, isOffline, isUnkept, savedAt, shelvedAt, facts } = desk;
  const isWaiting = Object.keys(edits).length > 0;
  if (!facts?.mayEdit && !isWaiting && shelvedAt === undefined) return null;
  const [text, tone] = isUnkept
    ? [saved.unkept, 'bad']
    : isOffline && isWaiting
      ? [saved.offline, 'warn']
      : shelvedAt !== undefined
        ? [fill(saved.shelved, { time: timeOf(shelvedAt) }), 'warn']
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

function timeOf(at: number): string {
  return dateAt(at).toLocaleTimeString(language[pageLang()].times, { hour: '2-digit', minute: '2-digit', hour12: false });
}
