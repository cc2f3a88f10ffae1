/** The place of a part that is fetched apart, and the part in it. */
import { type ComponentType, type ReactNode, Suspense, use, useSyncExternalStore } from 'react';
import type { Fetched } from './fetched.ts';

/** Counts what came, for the places that wait. */
let came = 0;
const waiting = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  waiting.add(listener);
  return () => void waiting.delete(listener);
}

function tell(): void {
  came += 1;
  for (const listener of [...waiting]) listener();
}

/**
 * Shows `fallback` until the parts in `children` are there. React alone holds back what was waited for until its fallback has stood for 0.3 s, be the part
 * there at once; it does so where the part's own promise wakes it, not where an update does (172).
 */
export function Soon({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  useSyncExternalStore(subscribe, () => came);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

/** A component that is fetched apart; `ahead` fetches it before it is shown. */
export type Part<P> = ComponentType<P> & { ahead(): void };

/**
 * A component for a `Soon`: the one that `source` fetches; `Missing` where it does not come, until it does.
 * @param begin ends when nothing more is tried at once
 */
export function soon<P extends object>(
  source: Fetched<{ default: ComponentType<P> }>,
  Missing: ComponentType<{ source: Fetched<unknown> }>,
  begin: () => Promise<void> = () => source.fetch(),
): Part<P> {
  let isOver = false;
  let coming: Promise<void> | undefined;
  const tries = (): Promise<void> => {
    coming ??= begin().finally(() => {
      isOver = true;
      tell();
    });
    return coming;
  };
  source.subscribe(tell);
  function Apart(props: P) {
    const Known = useSyncExternalStore(source.subscribe, source.get)?.default;
    if (Known) return <Known {...props} />;
    if (!isOver) use(tries());
    return <Missing source={source} />;
  }
  return Object.assign(Apart, { ahead: () => void tries() });
}
