/** The tabs of this browser, told apart by Web Locks: a lock is held as long as its page lives, and let go of however the page ends. */

/** Names this page among them. */
export const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');

const lockOf = (name: string): string => `reelbase.tab.${name}`;
let isHeld = false;

function holdTab(): void {
  if (isHeld) return;
  isHeld = true;
  void navigator.locks?.request(lockOf(tab), () => new Promise<void>(() => undefined)).catch(() => undefined); // a page that is being closed
}

/** Other tabs that live; whoever asks is one from then on. Where the browser cannot say, none: their words are then taken over, which does no harm. */
export async function tabsAlive(): Promise<ReadonlySet<string>> {
  holdTab();
  const state = await navigator.locks?.query().catch(() => undefined);
  const prefix = lockOf('');
  const names = (state?.held ?? []).map(({ name }) => name ?? '').filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => name.slice(prefix.length)).filter((name) => name !== tab));
}
