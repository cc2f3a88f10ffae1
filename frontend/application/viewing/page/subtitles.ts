/** Which subtitles are shown. The page draws their lines above its controls; the browser would draw them underneath. */
import type { Subtitle } from '#application/viewing/visit-wire.ts';
import type { Undoing } from './dom.ts';

export interface Subtitles {
  /** index of those shown, -1 for none */
  shown: () => number;
  show: (index: number) => void;
}

/** @param say called with each line, '' where nothing is said @param changed called after another choice */
export function subtitlesOf(
  element: HTMLVideoElement,
  list: readonly Subtitle[],
  undoing: Undoing,
  say: (line: string) => void,
  changed: () => void,
): Subtitles {
  let shown = list.findIndex(({ lang }) => lang === document.documentElement.lang);
  let stop = (): void => undefined;
  const apply = (): void => {
    stop();
    say('');
    const tracks = element.textTracks;
    for (let index = 0; index < tracks.length; index += 1) tracks[index]!.mode = index === shown ? 'hidden' : 'disabled'; // within its length
    const track = tracks[shown];
    const read = (): void => say([...(track?.activeCues ?? [])].map(textOf).join('\n'));
    track?.addEventListener('cuechange', read);
    stop = () => track?.removeEventListener('cuechange', read);
  };
  apply();
  undoing.add(() => stop());
  return {
    shown: () => shown,
    show: (index) => {
      shown = index;
      apply();
      changed();
    },
  };
}

/** The words of a line, without the format's markup. */
function textOf(cue: TextTrackCue): string {
  return 'text' in cue ? String(cue.text).replace(/<[^>]*>/g, '') : '';
}
