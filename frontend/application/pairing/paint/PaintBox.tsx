import { useEffect, useRef } from 'react';
import { PaintGrid, type PaintOptions } from './paint-grid.ts';

/** The grid in the back office. The public pages use paint-grid.ts directly. */
export function PaintBox({ isAway, ...options }: PaintOptions & { isAway: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<PaintGrid>(undefined);
  useEffect(() => {
    if (!box.current) return;
    if (grid.current) grid.current.update(options);
    else grid.current = new PaintGrid(box.current, options);
  });
  useEffect(
    () => () => {
      grid.current?.destroy();
      grid.current = undefined;
    },
    [],
  );
  return <div ref={box} className={isAway ? 'paint-away' : undefined} />;
}
