/** Calls a minute by one caller: a window per key, in memory, for what only costs time and not trust. */

const mostKeys = 10_000;

/** Gives a function that tells whether one more call of `key` is within `most` a minute. */
export function perMinute(most: number): (key: string, now: number) => boolean {
  let windows = new Map<string, { start: number; count: number }>();
  return (key, now) => {
    const known = windows.get(key);
    // A clock that was set back ends the window: otherwise nobody could call until the clock reaches the same time again.
    if (!known || now - known.start >= 60_000 || now < known.start) {
      if (windows.size >= mostKeys) windows = new Map([...windows].filter(([, window]) => now - window.start < 60_000).slice(-mostKeys / 2));
      windows.set(key, { start: now, count: 1 });
      return true;
    }
    known.count += 1;
    return known.count <= most;
  };
}
