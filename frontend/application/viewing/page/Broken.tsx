import type { PlayerTexts } from './facts.ts';

/** Shown instead of a player that crashed; the rest of the page goes on. */
export function Broken({ texts }: { texts: PlayerTexts }) {
  return (
    <div className="stage-box">
      <div className="fault" role="alert">
        <p>{texts.broken}</p>
        <button type="button" className="ui-button is-solid" onClick={() => location.reload()}>
          {texts.reload}
        </button>
      </div>
    </div>
  );
}
