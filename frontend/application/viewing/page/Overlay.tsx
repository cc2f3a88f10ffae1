/** The overlay over a protected film: who watches it, and when. It moves, so that it cannot be cropped away, and it lets clicks through. */

import { useEffect, useState } from 'react';
import { clockAt, ownMinutes } from '#framework/time.ts';

const places = ['is-1', 'is-2', 'is-3', 'is-4', 'is-5'];
const every = 12_000;

export function Overlay({ name }: { name: string }) {
  const [moment, setMoment] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMoment(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  const place = places[Math.floor(moment / every) % places.length];
  return (
    <p className={`overlay ${place}`} aria-hidden="true" data-overlay>
      {name} {clockAt(moment, ownMinutes(moment))}
    </p>
  );
}
