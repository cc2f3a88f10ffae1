/** Over a protected film: who watches it, and when. It wanders, so that no crop takes it away, and it never takes a click. */
import { useEffect, useState } from 'react';

const places = ['is-1', 'is-2', 'is-3', 'is-4', 'is-5'];
const every = 12_000;

export function Overlay({ name }: { name: string }) {
  const [moment, setMoment] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setMoment(new Date()), every);
    return () => clearInterval(timer);
  }, []);
  const place = places[Math.floor(moment.getTime() / every) % places.length];
  return (
    <p className={`overlay ${place}`} aria-hidden="true" data-overlay>
      {name} {stamp(moment)}
    </p>
  );
}

/** The viewer's own time: '2026-11-21 16:05' */
function stamp(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}
