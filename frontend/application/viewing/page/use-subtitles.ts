/** Which subtitles are shown. Their lines are written by the page, above its controls, and never by the browser under them. */
import { type RefObject, useEffect, useState } from 'react';
import type { Subtitle } from '#application/viewing/visit-wire.ts';

/** @returns the number shown (-1 for none), how to choose another, and the line that is said now */
export function useSubtitles(ref: RefObject<HTMLVideoElement | null>, subtitles: readonly Subtitle[]): [number, (index: number) => void, string] {
  const [shown, setShown] = useState(() => subtitles.findIndex(({ lang }) => lang === document.documentElement.lang));
  const [line, setLine] = useState('');
  useEffect(() => {
    const tracks = ref.current?.textTracks;
    if (!tracks) return;
    setLine('');
    for (let index = 0; index < tracks.length; index += 1) tracks[index]!.mode = index === shown ? 'hidden' : 'disabled'; // within its length
    const track = tracks[shown];
    if (!track) return;
    const changed = (): void => setLine([...(track.activeCues ?? [])].map(textOf).join('\n'));
    track.addEventListener('cuechange', changed);
    return () => track.removeEventListener('cuechange', changed);
  }, [ref, shown]);
  return [shown, setShown, line];
}

/** Its words; the marks of the format are left out. */
function textOf(cue: TextTrackCue): string {
  return 'text' in cue ? String(cue.text).replace(/<[^>]*>/g, '') : '';
}
