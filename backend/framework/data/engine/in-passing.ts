/** Writes that a reading call makes along the way: when somebody was last seen, that a page was opened. No reader waits for them, and none fails for them. */

/** ms that a reader waits for such a note */
const wait = 1_000;

/** Resolves when the note is written, has failed, or takes longer than a reader should notice; it is then written beside. */
export async function inPassing(note: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((go) => {
    timer = setTimeout(go, wait);
  });
  // A note that is lost is written with the next call.
  await Promise.race([note.catch(() => undefined), enough]);
  clearTimeout(timer);
}
