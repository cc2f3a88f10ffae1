/** The engine in a page: bound to this browser's storage, tabs, and comings and goings. */
import { onDevice } from '#client/device-store.ts';
import { Journal, type Older } from './journal.ts';
import { tab, tabsAlive } from './tabs.ts';
import { type Adapter, type Around, Typing } from './typing.ts';

export interface InBrowser<F> {
  typing: Typing<F>;
  /** Opens it and listens until the page goes. @returns how to stop */
  attach(): () => void;
}

interface Setup<F> {
  /** of the journal's entries, and of the channel between tabs: who types, into what */
  name: string;
  adapter: Adapter<F>;
  /** where they are known already */
  facts?: F;
  older?: Older;
  /** its tabs may show different things: they tell each other nothing */
  isApart?: boolean;
}

export function typingInBrowser<F>({ name, adapter, facts, older, isApart }: Setup<F>): InBrowser<F> {
  let channel: BroadcastChannel | undefined;
  const around: Around<F> = {
    journal: new Journal(onDevice, name, tab, older),
    aliveTabs: tabsAlive,
    tell: (told) => channel?.postMessage(told),
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
  };
  const typing = new Typing(adapter, around, facts);
  const attach = () => {
    const away = new AbortController();
    const { signal } = away;
    const told = isApart || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
    channel = told;
    told?.addEventListener('message', ({ data }: MessageEvent<F>) => typing.adopt(data), { signal });
    addEventListener('online', typing.resume, { signal });
    addEventListener('focus', () => void typing.look(), { signal });
    addEventListener('pagehide', () => typing.leave(), { signal });
    document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? typing.leave() : void typing.look()), { signal });
    // Where the browser keeps nothing, leaving would lose words.
    const ask = (event: BeforeUnloadEvent) => !typing.snapshot().isSafe && Object.keys(typing.snapshot().unsaved).length && event.preventDefault();
    addEventListener('beforeunload', ask, { signal });
    void typing.open();
    return () => {
      typing.leave();
      typing.rest();
      away.abort();
      told?.close();
      channel = undefined;
    };
  };
  return { typing, attach };
}
