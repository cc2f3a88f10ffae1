/** A small picture of a position, with its time, over the bar: while the pointer looks for one, and for a moment after a key has gone to one. */
import { clockText } from '#application/viewing/rules/sources.ts';
import type { VideoPreview } from '#application/viewing/visit-wire.ts';
import { make } from './dom.ts';

/** How long it stays after a key, ms. */
const keyStays = 1_500;

/** @param duration the film's, s; 0 where unknown @returns a function that shows it after a key */
export function seekPreview(bar: HTMLElement, slider: HTMLElement, preview: VideoPreview | undefined, duration: () => number): (at: number) => void {
  if (!preview) return () => undefined;
  const { src, every, count, columns, width, height } = preview;
  const picture = make('span', {});
  const time = make('span', {});
  const box = make('div', { class: 'seek-preview', 'aria-hidden': 'true' }, picture, time);
  picture.style.width = `${width}px`;
  picture.style.height = `${height}px`;
  picture.style.backgroundSize = `${columns * width}px auto`;
  let timer = 0;
  const hide = (): void => box.remove();
  const show = (at: number): void => {
    window.clearTimeout(timer);
    const length = duration();
    if (length <= 0) return;
    const place = Math.max(0, Math.min(count - 1, Math.floor(at / every)));
    // Asked for only now: who never looks for a position needs no pictures.
    picture.style.backgroundImage = `url("${src}")`;
    picture.style.backgroundPosition = `${-(place % columns) * width}px ${-Math.floor(place / columns) * height}px`;
    time.textContent = clockText(at);
    const half = width / 2 + 2;
    const across = bar.clientWidth;
    box.style.left = `${Math.max(half, Math.min(across - half, (at / length) * across))}px`;
    if (!box.isConnected) bar.append(box);
  };
  slider.addEventListener('pointermove', ({ clientX }) => {
    const { left, width: across } = bar.getBoundingClientRect();
    show(Math.max(0, Math.min(1, (clientX - left) / across)) * duration());
  });
  for (const name of ['pointerleave', 'pointercancel', 'blur']) slider.addEventListener(name, hide);
  return (at) => {
    show(at);
    timer = window.setTimeout(hide, keyStays);
  };
}
