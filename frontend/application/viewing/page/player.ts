/** The player: the video, the overlay, the controls, and a message where it does not play. */
import { clockText } from '#application/viewing/rules/sources.ts';
import type { ViewingVideo, ViewingWork } from '#application/viewing/visit-wire.ts';
import { fill } from '#rules/words/fill.ts';
import { type ControlActions, controls } from './controls.ts';
import { button, make, Undoing } from './dom.ts';
import { extend } from './extend.ts';
import type { PageFacts } from './facts.ts';
import { fullscreen } from './fullscreen.ts';
import { press } from './keys.ts';
import { watchMark } from './mark.ts';
import { subtitlesOf } from './subtitles.ts';
import { playVideo, stateOf, type VideoState } from './video.ts';
import { follow } from './watching.ts';

/** After this time without a pointer movement, ms, the controls of a playing film are hidden. */
const quietAfter = 2_800;

interface Order {
  facts: PageFacts;
  work: ViewingWork;
  video: ViewingVideo;
  /** s */
  begin: number;
  /** address of the picture that stands until the film is there */
  still: string;
}

/** Plays a video in `place`. @returns a function that ends it */
export function player(place: HTMLElement, { facts, work, video, begin, still }: Order): () => void {
  const { texts, mark } = facts;
  const { protect, isMarked } = work;
  const undoing = new Undoing();
  const element = make(
    'video',
    {
      playsinline: true,
      preload: 'metadata',
      poster: still || undefined,
      controlslist: 'nodownload',
      disablepictureinpicture: protect,
      disableremoteplayback: protect,
    },
    ...video.subtitles.map(({ lang, label, src }) => make('track', { kind: 'subtitles', srclang: lang, label, src })),
  );
  const cue = make('p', { class: 'cue' });
  const waiting = make('p', { class: 'waiting', role: 'status' }, texts.loading);
  const box = make('div', { class: 'player', tabindex: -1, 'data-player': true });
  let state: VideoState = { ...stateOf(element), isWaiting: true, fault: undefined };
  let isFull = false;
  let isCovered = false;

  const seek = (to: number): void => {
    if (Number.isFinite(element.duration)) element.currentTime = Math.max(0, Math.min(element.duration, to));
  };
  const setVolume = (to: number): void => {
    element.volume = to;
    element.muted = to === 0;
  };
  const lines = subtitlesOf(
    element,
    video.subtitles,
    undoing,
    (line) => {
      cue.textContent = line;
      if (line) element.after(cue);
      else cue.remove();
    },
    () => bar.tell(state, { shown: lines.shown(), isFull }),
  );
  const actions: ControlActions = {
    toggle: () => (element.paused ? void element.play().catch(() => undefined) : element.pause()),
    step: (seconds) => seek(element.currentTime + seconds),
    jump: (share) => seek((element.duration || 0) * share),
    louder: (by) => setVolume(Math.max(0, Math.min(1, element.volume + by))),
    mute: () => {
      element.muted = !element.muted;
    },
    full: fullscreen(box, undoing, (now) => {
      isFull = now;
      box.classList.toggle('is-full', now);
      show();
    }),
    subtitles: () => lines.show(lines.shown() + 1 < video.subtitles.length ? lines.shown() + 1 : -1),
    seek,
    volume: setVolume,
    rate: (to) => {
      element.playbackRate = to;
    },
    subtitle: (index) => lines.show(index),
    // Picture in picture would show the film without the overlay.
    pip: !protect && document.pictureInPictureEnabled === true ? () => void element.requestPictureInPicture().catch(() => undefined) : undefined,
  };
  const bar = controls(texts, video, actions);
  let fault: HTMLElement | undefined;

  const quiet = quietOf(box, undoing, () => state.isPlaying && !state.fault);
  const show = (): void => {
    if (!state.isWaiting || state.fault) waiting.remove();
    else if (!waiting.isConnected) (fault ?? bar.element).before(waiting);
    if (state.fault) {
      const act = state.fault === 'gone' ? () => location.reload() : again;
      const said = make('p', {}, fill(texts[state.fault], { at: clockText(state.at) }));
      const next = make(
        'div',
        { class: 'fault', role: 'alert' },
        said,
        button({ class: 'ui-button is-solid' }, act, state.fault === 'gone' ? texts.reload : texts.retry),
      );
      (fault ?? bar.element).replaceWith(next);
      fault = next;
    } else if (fault) {
      fault.replaceWith(bar.element);
      fault = undefined;
    }
    bar.tell(state, { shown: lines.shown(), isFull });
  };
  box.append(element);
  box.append(bar.element);
  if (mark && isMarked)
    watchMark(box, element, mark, undoing, () => {
      isCovered = true;
      told(state);
    });
  undoing.on(element, 'click', actions.toggle);
  if (protect) undoing.on(element, 'contextmenu', (event) => event.preventDefault());
  undoing.on<KeyboardEvent>(box, 'keydown', (event) => {
    quiet();
    const target = event.target as HTMLElement; // elements of the page itself
    if (target.tagName === 'SELECT') return;
    if (press(event, actions, { slider: target.tagName === 'INPUT', button: target.tagName === 'BUTTON' })) event.preventDefault();
  });
  place.replaceChildren(box);
  // Keys pressed at once reach the player.
  box.focus({ preventScroll: true });
  undoing.add(follow(facts, work.work, video.video, element));
  function told(now: VideoState): void {
    const next: VideoState = isCovered ? { ...now, isPlaying: false, isWaiting: false, fault: 'covered' } : now;
    const changed = next.isPlaying !== state.isPlaying || next.fault !== state.fault;
    state = next;
    show();
    if (changed) quiet();
  }
  const load = playVideo(element, undoing, { video, begin, told, reopen: () => (facts.seconds > 0 ? extend(facts) : Promise.resolve(undefined)) });
  function again(): void {
    isCovered = false;
    load();
  }
  show();
  return () => undoing.run();
}

/** Hides the controls while a film plays and the pointer does not move. @returns a function that shows them again */
function quietOf(box: HTMLElement, undoing: Undoing, mayBe: () => boolean): () => void {
  let timer = 0;
  const wake = (): void => {
    box.classList.remove('is-quiet');
    window.clearTimeout(timer);
    if (mayBe()) timer = window.setTimeout(() => box.classList.toggle('is-quiet', mayBe()), quietAfter);
  };
  undoing.on(box, 'pointermove', wake);
  undoing.add(() => window.clearTimeout(timer));
  return wake;
}
