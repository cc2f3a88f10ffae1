import { useEffect, useRef } from 'react';
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import { clockAt, instant, ownMinutes, zoneHours } from '#framework/time.ts';
import { PaintGrid, type PaintOptions } from '#screens/pairing/paint/paint-grid.ts';
import { pageLang } from '#screens/site/facts.ts';
import { fill, useMyTexts } from './texts.ts';

/** The grid of times: a decision maker paints when they can meet, a pitch when it cannot. */
export function Times({ facts, cells, readOnly, onPaint }: { facts: MyFacts; cells: string; readOnly: boolean; onPaint: (cells: string) => void }) {
  const { time } = useMyTexts();
  const { side, slots, campaign } = facts;
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<PaintGrid>(undefined);
  const hoursAhead = zoneHours(campaign.zone);
  const options: PaintOptions = {
    slots,
    hoursAhead,
    lang: pageLang(),
    words: time.paint[side],
    cells: [...cells].map((cell) => cell === '1'),
    readOnly,
    ownClock: ownClockOf(hoursAhead),
    onPaint: (next) => onPaint(next.map((cell) => (cell ? '1' : '0')).join('')),
  };
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
  const count = [...cells].filter((cell) => cell === '1').length;
  return (
    <section aria-labelledby="my-times">
      <h2 id="my-times">{time.title[side]}</h2>
      {slots.length === 0 ? (
        <p>{time.none}</p>
      ) : (
        <p className="my-note">{count ? fill(time.count[side], { count, total: slots.length }) : time.nothing[side]}</p>
      )}
      <div ref={box} className={side === 'pitch' ? 'paint-away' : undefined} hidden={slots.length === 0} />
    </section>
  );
}

/** The visitor's own clock beside the campaign's, where the two differ. */
function ownClockOf(hoursAhead: number): PaintOptions['ownClock'] {
  if (ownMinutes(Date.now()) === hoursAhead * 60) return undefined;
  return (stamp) => `(${clockAt(instant(stamp), ownMinutes(instant(stamp))).slice(11)})`;
}
