import { useEffect, useState } from 'react';
import { type Limits, lengthSaid } from '#application/enrolment/rules/demands.ts';
import type { EnrolTexts } from '../texts.ts';

interface FilmLengthProps {
  /** the file on the device while it is sent, then the stored one */
  src: string;
  limits: Limits | undefined;
  t: EnrolTexts;
}

/** How long a film is beside what the campaign asks, as this browser reads it from the file's head; the server measures it again and decides. */
export function FilmLength({ src, limits = {}, t }: FilmLengthProps) {
  const seconds = useSeconds(src);
  const said = seconds === null ? undefined : lengthSaid(seconds, limits, t.length);
  return (
    <p className={said?.isOther ? 'ui-help is-over' : 'ui-help'} role="status">
      {said?.message}
    </p>
  );
}

/** null until it is known, undefined where the browser cannot tell. */
function useSeconds(src: string): number | undefined | null {
  const [seconds, setSeconds] = useState<number | undefined | null>(null);
  useEffect(() => {
    const film = document.createElement('video');
    film.preload = 'metadata';
    film.onloadedmetadata = () => setSeconds(Number.isFinite(film.duration) ? film.duration : undefined);
    film.onerror = () => setSeconds(undefined);
    film.src = src;
    return () => {
      film.onloadedmetadata = film.onerror = null;
      film.removeAttribute('src');
      film.load();
    };
  }, [src]);
  return seconds;
}
