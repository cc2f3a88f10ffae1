import { useEffect, useState } from 'react';

/** A page is attended until it has not been touched for this long, ms. */
const patience = 120_000;

/** Is a person at the page? A page that polls stops when nobody is, or it would keep the session alive for ever. */
export function useIsAttended(): boolean {
  const [attended, setAttended] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setAttended(false), patience);
    const onInput = () => {
      clearTimeout(timer);
      setAttended(true);
      timer = setTimeout(() => setAttended(false), patience);
    };
    const events = ['pointermove', 'keydown', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, onInput, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, onInput);
    };
  }, []);
  return attended;
}

/** For a query whose answer others change: it is asked again while a person is at the page, and when they come back to it. `every`: ms; without it, it is asked once. */
export function useWatched(every: number | undefined): { refetchInterval: number | false; refetchOnWindowFocus: boolean } {
  const isAttended = useIsAttended();
  return { refetchInterval: isAttended && every !== undefined && every, refetchOnWindowFocus: every !== undefined };
}
