/** Which subtitles are shown. The page draws their lines above its controls; the browser would draw them underneath. */
import { type RefObject, useEffect, useState } from 'react';
import type { Subtitle } from '#application/viewing/visit-wire.ts';

/** @returns the index of the subtitles shown (-1 for none), a function to choose others, and the present line */
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

/** The words of a line, without the format's markup. */
function textOf(cue: TextTrackCue): string {
  return 'text' in cue ? String(cue.text).replace(/<[^>]*>/g, '') : '';
}
