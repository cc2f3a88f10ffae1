/** The server's clock: tells the time, and notices when it was set back. */

export interface Clock {
  now: () => Date;
  /** Resolves when what a clock set back has left in the future is put right; undefined as long as there is nothing to put right. */
  settled: () => Promise<void> | undefined;
  close: () => void;
}

/** Smaller steps back are a clock that is being set by its time server, ms. */
const tolerated = 1_000;
/** How often the clock is checked where nothing asks for the time, ms. */
const lookEvery = 5_000;

/** @param onBack puts right what was noted in the future; called again at the next look where it fails */
export function watchClock(read: () => Date, onBack: (now: number) => Promise<void>): Clock {
  let last = read().getTime();
  let settling: Promise<void> | undefined;
  const now = (): Date => {
    const instant = read();
    const at = instant.getTime();
    if (at >= last - tolerated) last = at;
    else
      settling ??= onBack(at)
        .then(
          () => {
            last = at;
          },
          () => undefined, // the database is away
        )
        .finally(() => {
          settling = undefined;
        });
    return instant;
  };
  const timer = setInterval(now, lookEvery);
  timer.unref();
  return {
    now,
    settled: () => {
      now();
      return settling;
    },
    close: () => clearInterval(timer),
  };
}
