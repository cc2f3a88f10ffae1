/** The state of a video element, and the actions on it. */
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { ViewingVideo } from '#application/viewing/visit-wire.ts';
import { attach, type Fault, faultOf } from './source.ts';

export interface VideoState {
  isPlaying: boolean;
  isWaiting: boolean;
  isEnded: boolean;
  at: number;
  duration: number;
  /** loaded beyond the present position, s */
  buffered: number;
  volume: number;
  isMuted: boolean;
  rate: number;
  fault: Fault | undefined;
}

const still: VideoState = {
  isPlaying: false,
  isWaiting: true,
  isEnded: false,
  at: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  isMuted: false,
  rate: 1,
  fault: undefined,
};
const events = 'play pause playing waiting ended timeupdate progress durationchange volumechange ratechange seeking seeked loadeddata canplay'.split(' ');

/** @param begin position at which it begins, s; it plays as soon as it can */
export function useVideo(ref: RefObject<HTMLVideoElement | null>, video: ViewingVideo, begin: number): [VideoState, () => void] {
  const [state, setState] = useState(still);
  const [attempt, setAttempt] = useState(0);
  const [from, setFrom] = useState(begin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same film again, from where it stopped
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const read = (): void => setState((known) => ({ ...known, ...stateOf(element), fault: undefined }));
    const fail = (fault: Fault): void => setState((known) => ({ ...known, isWaiting: false, isPlaying: false, fault }));
    const broken = (): void => void faultOf(element, video).then(fail);
    const ready = (): void => {
      if (from > 0) element.currentTime = from;
      // The browser refuses to play without a click: then the play button is shown.
      void element.play().catch(() => read());
    };
    for (const name of events) element.addEventListener(name, read);
    element.addEventListener('error', broken);
    element.addEventListener('loadedmetadata', ready, { once: true });
    const end = attach(element, video, fail, attempt);
    return () => {
      for (const name of events) element.removeEventListener(name, read);
      element.removeEventListener('error', broken);
      element.removeEventListener('loadedmetadata', ready);
      end();
    };
  }, [video.src, attempt]);
  const again = useMemo(
    () => () => {
      setFrom(ref.current?.currentTime || from);
      setState((known) => ({ ...known, fault: undefined, isWaiting: true }));
      setAttempt((count) => count + 1);
    },
    [ref, from],
  );
  // A film that stopped with the connection goes on when it is back.
  const isCut = state.fault === 'network';
  useEffect(() => {
    if (!isCut) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isCut, again]);
  return [state, again];
}

function stateOf(element: HTMLVideoElement): Omit<VideoState, 'fault'> {
  const { currentTime: at, buffered: ranges } = element;
  let buffered = 0;
  for (let index = 0; index < ranges.length; index += 1) if (ranges.start(index) <= at + 0.5 && ranges.end(index) >= at) buffered = ranges.end(index);
  return {
    isPlaying: !element.paused && !element.ended,
    isWaiting: element.readyState < 3 && !element.paused,
    isEnded: element.ended,
    at,
    duration: Number.isFinite(element.duration) ? element.duration : 0,
    buffered,
    volume: element.volume,
    isMuted: element.muted,
    rate: element.playbackRate,
  };
}
