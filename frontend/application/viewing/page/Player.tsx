/** The player: the video, the overlay, the controls, and a message where it does not play. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clockText } from '#application/viewing/rules/sources.ts';
import type { ViewingVideo, WorkKey } from '#application/viewing/visit-wire.ts';
import { fill } from '#rules/words/fill.ts';
import { Controls } from './Controls.tsx';
import type { PageFacts } from './facts.ts';
import { type Actions, press } from './keys.ts';
import { Overlay } from './Overlay.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { useSubtitles } from './use-subtitles.ts';
import { useVideo } from './use-video.ts';
import { follow } from './watching.ts';

/** After this time without a pointer movement, ms, the controls of a playing film are hidden. */
const quietAfter = 2_800;

export function Player({ facts, work, video, begin, still }: { facts: PageFacts; work: WorkKey; video: ViewingVideo; begin: number; still: string }) {
  const { texts, protect } = facts;
  const box = useRef<HTMLDivElement>(null);
  const ref = useRef<HTMLVideoElement>(null);
  const [state, again] = useVideo(ref, video, begin);
  const [isFull, toggleFull] = useFullscreen(box);
  const [shown, show, cue] = useSubtitles(ref, video.subtitles);
  const [isQuiet, wake] = useQuiet(state.isPlaying && !state.fault);

  // Before it is painted, so that keys pressed at once reach the player.
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), []);
  useEffect(() => (ref.current ? follow(facts, work, video.video, ref.current) : undefined), [facts, work, video.video]);

  const seek = (to: number): void => {
    const element = ref.current;
    if (element && Number.isFinite(element.duration)) element.currentTime = Math.max(0, Math.min(element.duration, to));
  };
  const actions: Actions = {
    toggle: () => (ref.current?.paused ? void ref.current.play().catch(() => undefined) : ref.current?.pause()),
    step: (seconds) => seek((ref.current?.currentTime ?? 0) + seconds),
    jump: (share) => seek((ref.current?.duration || 0) * share),
    louder: (by) => setVolume(Math.max(0, Math.min(1, (ref.current?.volume ?? 1) + by))),
    mute: () => {
      if (ref.current) ref.current.muted = !ref.current.muted;
    },
    full: toggleFull,
    subtitles: () => show(shown + 1 < video.subtitles.length ? shown + 1 : -1),
  };
  const setVolume = (to: number): void => {
    if (!ref.current) return;
    ref.current.volume = to;
    ref.current.muted = to === 0;
  };
  // Picture in picture would show the film without the overlay.
  const hasPip = !protect && document.pictureInPictureEnabled === true;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the player's keys work wherever the focus is inside it; every control is a button or a slider
    <div
      className={`player${isQuiet ? ' is-quiet' : ''}${isFull ? ' is-full' : ''}`}
      ref={box}
      tabIndex={-1}
      data-player
      onPointerMove={wake}
      onKeyDown={(event) => {
        wake();
        const target = event.target as HTMLElement; // elements of the page itself
        if (target.tagName === 'SELECT') return;
        const on = { slider: target.tagName === 'INPUT', button: target.tagName === 'BUTTON' };
        if (press(event, actions, on)) event.preventDefault();
      }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: subtitles are tracks where there are some; biome-ignore lint/a11y/useKeyWithClickEvents: the button beside does the same */}
      <video
        ref={ref}
        playsInline
        preload="metadata"
        poster={still || undefined}
        controlsList="nodownload"
        disablePictureInPicture={protect}
        onClick={actions.toggle}
        onContextMenu={(event) => protect && event.preventDefault()}
      >
        {video.subtitles.map(({ lang, label, src }) => (
          <track key={src} kind="subtitles" srcLang={lang} label={label} src={src} />
        ))}
      </video>
      {cue && <p className="cue">{cue}</p>}
      {protect && <Overlay name={facts.viewer || texts.play} />}
      {state.isWaiting && !state.fault && (
        <p className="waiting" role="status">
          {texts.loading}
        </p>
      )}
      {state.fault ? (
        <div className="fault" role="alert">
          <p>{fill(texts[state.fault], { at: clockText(state.at) })}</p>
          <button type="button" className="ui-button is-solid" onClick={state.fault === 'gone' ? () => location.reload() : again}>
            {state.fault === 'gone' ? texts.reload : texts.retry}
          </button>
        </div>
      ) : (
        <Controls
          {...{ state, actions, texts, shown, isFull }}
          subtitles={video.subtitles}
          onPip={hasPip ? () => void ref.current?.requestPictureInPicture().catch(() => undefined) : undefined}
          onSeek={seek}
          onVolume={setVolume}
          onRate={(to) => {
            if (ref.current) ref.current.playbackRate = to;
          }}
          onSubtitle={show}
        />
      )}
    </div>
  );
}

/** True while a film plays and the pointer does not move. */
function useQuiet(mayBe: boolean): [boolean, () => void] {
  const [isQuiet, setQuiet] = useState(false);
  const timer = useRef(0);
  const wake = (): void => {
    setQuiet(false);
    window.clearTimeout(timer.current);
    if (mayBe) timer.current = window.setTimeout(() => setQuiet(true), quietAfter);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again when the film plays or stops
  useEffect(() => {
    wake();
    return () => window.clearTimeout(timer.current);
  }, [mayBe]);
  return [isQuiet && mayBe, wake];
}
