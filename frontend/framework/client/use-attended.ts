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
