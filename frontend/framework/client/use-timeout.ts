import { useEffect, useState } from 'react';
import { config } from '#client/http/config.ts';

/** B06: ms after which a notice or a pop-up closes by itself, as the server has it; undefined until that is known: it then stays until it is closed. */
export function useTimeout(name: 'notifyTimeout' | 'popupTimeout'): number | undefined {
  const [time, setTime] = useState<number>();
  useEffect(() => {
    let over = false;
    void config().then(
      (known) => over || setTime(known[name]),
      () => undefined, // the server is unavailable; the next call reports it
    );
    return () => {
      over = true;
    };
  }, [name]);
  return time;
}
