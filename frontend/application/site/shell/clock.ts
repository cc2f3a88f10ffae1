/** Counts down by the server's clock, and shows the visitor's own time where it differs. The server rendered the labels. */
import { clockAt, instant, ownMinutes, zoneHours, zoneName } from '#framework/time.ts';
import { serverNow } from '../facts.ts';

/** Starts the countdowns of the page. Calls `over` once, when one of them reaches zero. */
export function runClock(over: () => void): void {
  let announced = '';
  const tick = () => {
    const now = serverNow();
    for (const clock of document.querySelectorAll<HTMLElement>('.countdown[data-until]')) {
      const left = instant(clock.dataset.until ?? '') - now;
      show(clock, Math.max(0, Math.floor(left / 1000)));
      if (left > 0 || announced === clock.dataset.until) continue;
      announced = clock.dataset.until ?? '';
      const name = clock.querySelector('.countdown-name');
      if (name && clock.dataset.over) name.textContent = clock.dataset.over;
      over();
    }
    // At the start of each second of the server's clock, so that all screens in a hall change together.
    setTimeout(tick, 1000 - (serverNow() % 1000));
  };
  tick();
}

function show(clock: HTMLElement, seconds: number): void {
  const parts: Record<string, number> = {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
  for (const cell of clock.querySelectorAll<HTMLElement>('[data-unit]')) {
    const unit = cell.dataset.unit ?? '';
    const text = unit === 'days' ? String(parts[unit]) : String(parts[unit]).padStart(2, '0');
    if (cell.textContent !== text) cell.textContent = text;
  }
}

/** 'Your local time 2026-11-23 16:59 (GMT+0)', only for visitors in another zone. For others the line is empty but takes its space, so nothing moves. */
export function showOwnTimes(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-at][data-zone]')) {
    const at = instant(line.dataset.at ?? '');
    const minutes = ownMinutes(at);
    if (minutes === zoneHours(line.dataset.zone ?? '') * 60) continue;
    const zone = zoneName(minutes);
    line.textContent = `${line.dataset.label} ${clockAt(at, minutes)} ${zone}`;
  }
}
