/** Full screen of the whole player, so that the overlay stays visible. Where a browser can only do that with a video, the player fills the window. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

export function useFullscreen(box: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  useLayoutEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current);
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', changed);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('fullscreenchange', changed);
      document.removeEventListener('keydown', leave);
    };
  }, [box]);
  useEffect(() => {
    document.documentElement.classList.toggle('has-full', isFull);
    return () => document.documentElement.classList.remove('has-full');
  }, [isFull]);
  const toggle = (): void => {
    const element = box.current;
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else if (isFull || !element?.requestFullscreen) setFull(!isFull);
    else element.requestFullscreen().catch(() => setFull(true));
  };
  return [isFull, toggle];
}
