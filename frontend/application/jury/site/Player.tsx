import { useState } from 'react';
import { playerOf } from '#application/viewing/rules/player.ts';
import { labelled } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { fill, useSelectionTexts } from './texts.ts';

/** A trailer or rough cut. An external player is loaded only when the juror asks for it. */
export function Player({ name, link }: { name: string; link: string }) {
  const { entry } = useSelectionTexts();
  const [isOn, setOn] = useState(false);
  const player = playerOf(link);
  if (!player) return <p className="selection-player-none">{labelled(name, entry.missing, pageLang())}</p>;
  if (player.kind === 'file')
    return (
      // biome-ignore lint/a11y/useMediaCaption: the file has its subtitles in the picture
      <video className="selection-player" controls preload="none" src={player.src} aria-label={name} />
    );
  if (player.kind === 'link')
    return (
      <p>
        <a className="ui-button is-line" href={player.src} target="_blank" rel="noopener noreferrer">
          {fill(entry.opens, { name, host: player.host })}
        </a>
      </p>
    );
  if (isOn)
    return (
      <iframe
        className="selection-player"
        title={name}
        src={player.src}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  return (
    <button type="button" className="selection-player is-off" onClick={() => setOn(true)}>
      <span className="selection-play" aria-hidden="true" />
      <strong>{fill(entry.play, { name })}</strong>
      <span>{fill(entry.playFrom, { host: player.host })}</span>
    </button>
  );
}
