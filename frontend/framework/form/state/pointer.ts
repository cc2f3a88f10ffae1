/**
 * A field is left on the way to a button: its error must not appear between press and release, or the button moves away and the click is lost.
 */

let held = false;
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => setHeld(true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setHeld(false), true);
}

function setHeld(now: boolean): void {
  held = now;
}

/** Runs now, or once the pressed pointer was let go and its click has been heard. */
export function whenReleased(run: () => void): void {
  if (!held) {
    run();
    return;
  }
  const end = () => {
    document.removeEventListener('pointerup', end, true);
    document.removeEventListener('pointercancel', end, true);
    setTimeout(run);
  };
  document.addEventListener('pointerup', end, true);
  document.addEventListener('pointercancel', end, true);
}
