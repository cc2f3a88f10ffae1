/**
 * The mark over a protected film: who watches it, and when. It drifts on a way of each viewer's own, so that no strip of the picture is without it for long,
 * and lets clicks through. Where it is taken away it comes back; where it cannot be seen, the film stops.
 */
import type { ViewingMark } from '#application/viewing/visit-wire.ts';
import { clockAt, ownMinutes } from '#framework/time.ts';
import { make, type Undoing } from './dom.ts';

/** How often the mark moves on, and is looked after, ms; the style glides from place to place in this time. */
const every = 1_000;
/** A reader who wants no motion sees it change its place this often, ms. */
const stillFor = 12_000;
/** After so many looks in a row at a mark that cannot be seen the film stops. */
const mostUnseen = 2;

/** @param covered called when the mark cannot be seen, whatever the page does */
export function watchMark(box: HTMLElement, element: HTMLVideoElement, { text, seed }: ViewingMark, undoing: Undoing, covered: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  let layer = made();
  let unseen = 0;

  function made(): HTMLElement {
    return make('div', { class: 'mark', 'aria-hidden': 'true', 'data-overlay': true }, make('p', {}));
  }
  const write = (): void => {
    const line = layer.querySelector('p');
    if (!line) return;
    const now = Date.now();
    const at = (isStill.matches ? Math.floor(now / stillFor) * stillFor : now) / 1000;
    layer.style.setProperty('--x', wave(at, 61 + (seed % 23), seed % 360));
    layer.style.setProperty('--y', wave(at, 43 + (seed % 17), (seed >> 8) % 360));
    line.textContent = `${text} ${clockAt(now, ownMinutes(now))}`;
  };
  const put = (): void => {
    layer.remove();
    layer = made();
    write();
    element.after(layer);
  };
  const look = (): void => {
    write();
    if (isSeen(layer, box, text)) unseen = 0;
    else {
      unseen += 1;
      put();
      if (unseen >= mostUnseen && !element.paused) {
        element.pause();
        covered();
      }
    }
  };
  put();
  const timer = setInterval(look, every);
  const observer = new MutationObserver(() => {
    if (layer.parentElement !== box || layer.className !== 'mark' || layer.childElementCount !== 1) put();
  });
  observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'hidden'] });
  // The player fills the screen, never the film alone.
  undoing.on(document, 'fullscreenchange', () => {
    if (document.fullscreenElement === element) void document.exitFullscreen();
  });
  undoing.on(element, 'webkitbeginfullscreen', () => {
    if ('webkitExitFullscreen' in element && typeof element.webkitExitFullscreen === 'function') element.webkitExitFullscreen();
  });
  undoing.on(element, 'enterpictureinpicture', () => void document.exitPictureInPicture().catch(() => undefined));
  undoing.add(() => {
    clearInterval(timer);
    observer.disconnect();
  });
}

/** A place between the edges, 0 to 1. */
function wave(at: number, period: number, phase: number): string {
  return (0.5 + 0.5 * Math.sin((2 * Math.PI * at) / period + (phase * Math.PI) / 180)).toFixed(4);
}

function isSeen(layer: HTMLElement, box: HTMLElement, text: string): boolean {
  const line = layer.querySelector('p');
  if (!line?.textContent.startsWith(text) || !box.contains(layer)) return false;
  const [own, around] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
  const isWithin = own.width > 0 && own.height > 0 && own.right > around.left && own.left < around.right && own.bottom > around.top && own.top < around.bottom;
  return isWithin && [layer, line].every((one) => isShown(getComputedStyle(one)));
}

function isShown({ visibility, opacity, display }: CSSStyleDeclaration): boolean {
  return visibility === 'visible' && Number(opacity) > 0.3 && display !== 'none';
}
