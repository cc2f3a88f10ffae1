/** Follows a video and reports to the server what was watched: every ten seconds while it plays, when it stops, and when the page is left. */
import type { Span } from '#application/viewing/rules/spans.ts';
import { mergeSpans, mostSpansOfBeat } from '#application/viewing/rules/spans.ts';
import { sendBeat, storePlace } from './calls.ts';
import type { PageFacts } from './facts.ts';

const every = 10_000;
/** A larger step between two ticks than playing can explain is a jump, s. */
const jump = 1.5;

/** Starts following the element; the returned function ends it. */
export function follow(facts: PageFacts, work: `${'pitch' | 'film'}:${string}`, video: string, element: HTMLVideoElement): () => void {
  let from: number | undefined;
  let last = 0;
  let spans: Span[] = [];
  let timer = 0;

  const close = (): void => {
    if (from !== undefined && last > from) spans = mergeSpans(spans, [[from, last]]);
    from = undefined;
  };
  const tick = (): void => {
    if (element.paused || element.seeking) return;
    const now = element.currentTime;
    if (from === undefined || now < last || now - last > jump * Math.max(1, element.playbackRate)) {
      close();
      from = now;
    }
    last = now;
  };
  const duration = (): number => (Number.isFinite(element.duration) ? Math.min(86_400, element.duration) : 0);
  const tell = (leaving = false): void => {
    close();
    if (!element.paused) from = element.currentTime;
    const length = duration();
    if (length === 0 || (!spans.length && last === 0)) return;
    const at = Math.min(length, element.currentTime);
    storePlace(facts, work, video, at, length);
    const seen = spans.slice(0, mostSpansOfBeat).map(([a, b]): Span => [a, Math.min(b, length)]);
    spans = spans.slice(mostSpansOfBeat);
    sendBeat(facts, { work, video, spans: seen, at, duration: length }, leaving);
  };
  const leave = (): void => {
    if (document.visibilityState === 'hidden') tell(true);
  };
  const gone = (): void => tell(true);
  const stopped = (): void => {
    tick();
    tell();
  };
  const seeking = (): void => close();

  const begun = (): void => {
    if (timer) return;
    // The first heartbeat says that the video was opened.
    sendBeat(facts, { work, video, spans: [], at: 0, duration: duration() });
    timer = window.setInterval(() => !element.paused && tell(), every);
  };
  const events: [string, () => void][] = [
    ['timeupdate', tick],
    ['pause', stopped],
    ['ended', stopped],
    ['seeking', seeking],
    ['playing', begun],
  ];
  for (const [name, handler] of events) element.addEventListener(name, handler);
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('pagehide', gone);
  return () => {
    tell();
    window.clearInterval(timer);
    for (const [name, handler] of events) element.removeEventListener(name, handler);
    document.removeEventListener('visibilitychange', leave);
    window.removeEventListener('pagehide', gone);
  };
}
