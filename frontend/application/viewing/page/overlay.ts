/** The overlay over a protected film: who watches it, and when. It moves, so that it cannot be cropped away, and it lets clicks through. */
import { clockAt, ownMinutes } from '#framework/time.ts';
import { make, type Undoing } from './dom.ts';

const places = ['is-1', 'is-2', 'is-3', 'is-4', 'is-5'];
const every = 12_000;

export function overlay(name: string, undoing: Undoing): HTMLElement {
  const line = make('p', { 'aria-hidden': 'true', 'data-overlay': true });
  const show = (): void => {
    const moment = Date.now();
    line.className = `overlay ${places[Math.floor(moment / every) % places.length]}`;
    line.textContent = `${name} ${clockAt(moment, ownMinutes(moment))}`;
  };
  show();
  const timer = setInterval(show, every);
  undoing.add(() => clearInterval(timer));
  return line;
}
