/** The position in the film and the loaded part; a press goes to any position. */
import { clockText } from '#application/viewing/rules/sources.ts';
import { fill } from '#rules/words/fill.ts';
import type { PlayerTexts } from './facts.ts';

export function Seek({
  at,
  duration,
  buffered,
  texts,
  onSeek,
}: {
  at: number;
  duration: number;
  buffered: number;
  texts: PlayerTexts;
  onSeek: (to: number) => void;
}) {
  const share = (seconds: number): string => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100).toFixed(2)}%` : '0%');
  return (
    <div className="seek" style={{ '--at': share(at), '--buffered': share(buffered) } as Record<string, string>}>
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.floor(duration * 10) / 10)}
        step={0.1}
        value={at}
        disabled={duration === 0}
        aria-label={texts.seek}
        aria-valuetext={fill(texts.position, { at: clockText(at), duration: clockText(duration) })}
        onInput={(event) => onSeek(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const step = ({ ArrowLeft: -5, ArrowRight: 5, ArrowDown: -5, ArrowUp: 5 } as Record<string, number>)[event.key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onSeek(Math.max(0, Math.min(duration, at + step)));
        }}
      />
    </div>
  );
}
