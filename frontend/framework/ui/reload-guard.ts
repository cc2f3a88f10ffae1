/**
 * R46: when a part of the page fails to load although the server answers, most often because a new build replaced it, the page is reloaded, but at
 * most once in ten seconds: a part that is really gone must end in a sentence, not in a loop.
 */
export const reloadWindow = 10_000;
const key = 'reloadedAt';

/** Pure: may the page reload at `now`, given what session storage holds of the last time? */
export function mayReload(last: string | null, now: number): boolean {
  const at = Number(last);
  if (last === null || !Number.isFinite(at)) return true;
  // A time in the future means that the clock was set back; then nothing is known of the last reload.
  return at > now || now - at >= reloadWindow;
}

/** Reloads the page and never ends, unless that was done just now. */
export async function reloadOnce(page: Pick<Location, 'reload'> = location, storage?: Storage): Promise<void> {
  const now = Date.now();
  try {
    const store = storage ?? sessionStorage;
    if (!mayReload(store.getItem(key), now)) return;
    store.setItem(key, String(now));
  } catch {
    return; // a browser that cannot remember it would reload for ever
  }
  page.reload();
  // The reload takes the page away; until then nothing is shown rather than a notice that would flash.
  await new Promise<never>(() => undefined);
}
