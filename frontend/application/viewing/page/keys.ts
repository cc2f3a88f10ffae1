/** The player's keys: space and k, j and l, arrows, m, f, c, 0-9. */
export interface Actions {
  toggle: () => void;
  /** seconds forwards or backwards */
  step: (seconds: number) => void;
  /** to a share of the length, 0 to 1 */
  jump: (share: number) => void;
  louder: (by: number) => void;
  mute: () => void;
  full: () => void;
  subtitles: () => void;
}

/** True where the key was handled. `onSlider`: the slider handles the arrow keys. */
export function press(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  actions: Actions,
  on: { slider: boolean; button: boolean },
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (/^[0-9]$/.test(name)) return ran(() => actions.jump(Number(name) / 10));
  // The space bar presses a focused button.
  if (name === ' ') return on.button ? false : ran(actions.toggle);
  if (name === 'k') return ran(actions.toggle);
  if (name === 'j') return ran(() => actions.step(-10));
  if (name === 'l') return ran(() => actions.step(10));
  if (name === 'm') return ran(actions.mute);
  if (name === 'f') return ran(actions.full);
  if (name === 'c') return ran(actions.subtitles);
  if (on.slider) return false;
  if (name === 'ArrowLeft') return ran(() => actions.step(-5));
  if (name === 'ArrowRight') return ran(() => actions.step(5));
  if (name === 'ArrowUp') return ran(() => actions.louder(0.1));
  if (name === 'ArrowDown') return ran(() => actions.louder(-0.1));
  return false;
}

function ran(action: () => void): true {
  action();
  return true;
}
