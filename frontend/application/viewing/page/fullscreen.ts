/** Full screen of the whole player, so that the overlay stays visible. Where a browser can only do that with a video, the player fills the window. */
import type { Undoing } from './dom.ts';

/** @param changed called with whether it is full now @returns a function that changes it */
export function fullscreen(box: HTMLElement, undoing: Undoing, changed: (isFull: boolean) => void): () => void {
  let isFull = false;
  const set = (to: boolean): void => {
    isFull = to;
    document.documentElement.classList.toggle('has-full', to);
    changed(to);
  };
  undoing.on(document, 'fullscreenchange', () => set(document.fullscreenElement !== null && document.fullscreenElement === box));
  undoing.on<KeyboardEvent>(document, 'keydown', (event) => {
    if (event.key === 'Escape' && isFull && !document.fullscreenElement) set(false);
  });
  undoing.add(() => document.documentElement.classList.remove('has-full'));
  return () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else if (isFull || !box.requestFullscreen) set(!isFull);
    else box.requestFullscreen().catch(() => set(true));
  };
}
