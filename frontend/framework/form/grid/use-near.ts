/** Which lines of a long list are drawn: the first, what comes near to what is in sight, and from then on. Each box costs a browser some milliseconds. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { askedFor } from './spots.ts';

/** Lines that are drawn however far away they are. */
const atOnce = 40;
/** How far beyond what is in sight: lines that a key goes to are there already. */
const margin = '800px 0px';

/** Tells once when the place comes near; gives how to stop. */
export type Watch = (place: Element, onNear: () => void) => () => void;

/** One observer for all lines of the list in `box`. */
export function useWatch(box: RefObject<HTMLElement | null>): Watch {
  return useMemo(() => {
    const told = new WeakMap<Element, () => void>();
    const tell = (entries: IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) told.get(target)?.();
    };
    let observer: IntersectionObserver | undefined;
    return (place, onNear) => {
      observer ??= new IntersectionObserver(tell, { root: scrollerOf(box.current), rootMargin: margin });
      told.set(place, onNear);
      observer.observe(place);
      return () => observer?.unobserve(place);
    };
  }, [box]);
}

/** Whether the line is drawn, and where it stands as long as it is not. One with a problem is: whoever looks for the problem goes to its box. */
export function useNear<Place extends Element>(watch: Watch, index: number, isNeeded: boolean): { isDrawn: boolean; place: RefObject<Place | null> } {
  const place = useRef<Place>(null);
  const [isNear, setNear] = useState(index < atOnce || isNeeded);
  const isDrawn = isNear || isNeeded;
  useEffect(() => {
    if (isDrawn) setNear(true);
    const line = place.current;
    if (isDrawn || !line) return undefined;
    const stop = watch(line, () => setNear(true));
    const draw = () => flushSync(() => setNear(true));
    line.addEventListener(askedFor, draw);
    return () => {
      stop();
      line.removeEventListener(askedFor, draw);
    };
  }, [isDrawn, watch]);
  return { isDrawn, place };
}

/** What scrolls around it, up and down; null for the page. */
function scrollerOf(element: HTMLElement | null): Element | null {
  for (let around = element?.parentElement; around; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around);
    if ((overflowY === 'auto' || overflowY === 'scroll') && around.scrollHeight > around.clientHeight) return around;
  }
  return null;
}
