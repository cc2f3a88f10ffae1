/** The control bar below a film. */

import { clockText } from '#application/viewing/rules/sources.ts';
import type { Subtitle } from '#application/viewing/visit-wire.ts';
import type { PlayerTexts } from './facts.ts';
import { Icon, type IconName } from './Icon.tsx';
import type { Actions } from './keys.ts';
import { Seek } from './Seek.tsx';
import type { VideoState } from './use-video.ts';

export interface ControlsProps {
  state: VideoState;
  actions: Actions;
  texts: PlayerTexts;
  subtitles: Subtitle[];
  /** index of the subtitles shown, -1 for none */
  shown: number;
  isFull: boolean;
  /** undefined where the browser has no such mode, or where the mode would hide the overlay */
  onPip: (() => void) | undefined;
  onSeek: (to: number) => void;
  onVolume: (to: number) => void;
  onRate: (to: number) => void;
  onSubtitle: (index: number) => void;
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

export function Controls({ state, actions, texts, subtitles, shown, isFull, onPip, onSeek, onVolume, onRate, onSubtitle }: ControlsProps) {
  const { isPlaying, isEnded, isMuted, volume, at, duration } = state;
  const silent = isMuted || volume === 0;
  return (
    <div className="controls">
      <Seek at={at} duration={duration} buffered={state.buffered} texts={texts} onSeek={onSeek} />
      <div className="controls-row">
        <Push
          icon={isEnded ? 'again' : isPlaying ? 'pause' : 'play'}
          name={isEnded ? texts.again : isPlaying ? texts.pause : texts.play}
          onPush={actions.toggle}
        />
        <Push icon="back" name={texts.back} onPush={() => actions.step(-10)} />
        <Push icon="forward" name={texts.forward} onPush={() => actions.step(10)} />
        <span className="controls-time">
          <span data-at>{clockText(at)}</span> / {clockText(duration)}
        </span>
        <span className="controls-space" />
        <Push icon={silent ? 'muted' : 'sound'} name={silent ? texts.unmute : texts.mute} onPush={actions.mute} />
        <input
          className="controls-volume"
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={silent ? 0 : volume}
          aria-label={texts.volume}
          onInput={(event) => onVolume(Number(event.currentTarget.value))}
        />
        {subtitles.length > 0 && (
          <select className="controls-choice" aria-label={texts.subtitles} value={shown} onChange={(event) => onSubtitle(Number(event.currentTarget.value))}>
            <option value={-1}>
              {texts.subtitles}: {texts.off}
            </option>
            {subtitles.map(({ label, src }, index) => (
              <option key={src} value={index}>
                {label}
              </option>
            ))}
          </select>
        )}
        <select className="controls-choice" aria-label={texts.speed} value={state.rate} onChange={(event) => onRate(Number(event.currentTarget.value))}>
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {rate}×
            </option>
          ))}
        </select>
        {onPip && <Push icon="pip" name={texts.pip} onPush={onPip} />}
        <Push icon={isFull ? 'window' : 'full'} name={isFull ? texts.window : texts.full} onPush={actions.full} />
      </div>
    </div>
  );
}

function Push({ icon, name, onPush }: { icon: IconName; name: string; onPush: () => void }) {
  return (
    <button type="button" className="push" data-icon={icon} aria-label={name} title={name} onClick={onPush}>
      <Icon name={icon} />
    </button>
  );
}
