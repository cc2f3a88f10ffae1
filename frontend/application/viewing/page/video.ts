/** The state of a video element as it loads and plays, and another attempt where it does not. */
import type { ViewingVideo } from '#application/viewing/visit-wire.ts';
import type { Undoing } from './dom.ts';
import { attach, type Fault, faultOf, streamAttempts } from './source.ts';

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

const events = 'play pause playing waiting ended timeupdate progress durationchange volumechange ratechange seeking seeked loadeddata canplay'.split(' ');

/** One that failed so soon after it was mended, ms, is not mended again. */
const mendedFor = 10_000;

interface Playing {
  video: ViewingVideo;
  /** position at which it begins, s */
  begin: number;
  /** has the address of one of our files opened again; the fault where it is not */
  reopen: () => Promise<Fault | undefined>;
  /** called with each new state */
  told: (state: VideoState) => void;
}

/** Loads the film and plays it as soon as it can. @returns a function that tries again */
export function playVideo(element: HTMLVideoElement, undoing: Undoing, { video, begin, reopen, told }: Playing): () => void {
  let [from, attempt] = [begin, 0];
  let detach = (): void => undefined;
  let isCut = false;
  const read = (): void => {
    isCut = false;
    told({ ...stateOf(element), fault: undefined });
  };
  const fail = (fault: Fault): void => {
    // A film that stopped with the connection goes on when it is back.
    isCut = fault === 'network';
    told({ ...stateOf(element), isWaiting: false, isPlaying: false, fault });
  };
  const load = (): void => {
    detach();
    const ready = (): void => {
      if (from > 0) element.currentTime = from;
      // The browser refuses to play without a click: then the play button is shown.
      void element.play().catch(() => read());
    };
    element.addEventListener('loadedmetadata', ready, { once: true });
    const end = attach(element, video, (fault) => void mend(fault), attempt);
    detach = () => {
      element.removeEventListener('loadedmetadata', ready);
      end();
    };
  };
  const again = (): void => {
    from = element.currentTime || from;
    attempt += 1;
    isCut = false;
    told({ ...stateOf(element), isWaiting: true, fault: undefined });
    load();
  };
  for (const name of events) undoing.on(element, name, read);
  let isGone = false;
  let mendedAt = Number.NEGATIVE_INFINITY;
  // The computer slept, and the film's address has ended, or a line was cut: it goes on where it was, and nobody is asked.
  const mend = async (known?: Fault): Promise<void> => {
    const fault = known === undefined || known === 'network' ? await faultOf(element, video, known) : known;
    const isCutOff = (fault === 'network' || fault === 'gone') && performance.now() - mendedAt > mendedFor;
    // A stream that does not play leaves the film as it was uploaded.
    const hasMore = video.stream !== '' && fault !== 'gone' && attempt < streamAttempts;
    const mayMend = video.kind === 'file' && (isCutOff || hasMore);
    // A line that is not back yet is a cut line, and no film that is gone.
    const left = mayMend && !isGone ? await reopen() : fault;
    if (isGone) return;
    if (left) return fail(left === 'network' ? left : fault);
    mendedAt = performance.now();
    again();
  };
  undoing.on(element, 'error', () => void mend());
  undoing.on(window, 'online', () => isCut && again());
  undoing.add(() => {
    isGone = true;
    detach();
  });
  load();
  return again;
}

export function stateOf(element: HTMLVideoElement): Omit<VideoState, 'fault'> {
  const { currentTime: at, buffered: ranges } = element;
  let buffered = 0;
  for (let index = 0; index < ranges.length; index += 1) if (ranges.start(index) <= at + 0.5 && ranges.end(index) >= at) buffered = ranges.end(index);
  return {
    isPlaying: !element.paused && !element.ended,
    isWaiting: element.readyState < 3 && (!element.paused || element.readyState === 0),
    isEnded: element.ended,
    at,
    duration: Number.isFinite(element.duration) ? element.duration : 0,
    buffered,
    volume: element.volume,
    isMuted: element.muted,
    rate: element.playbackRate,
  };
}
