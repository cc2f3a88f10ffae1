/** Ranks as points, each with a line for the range in which the rank moves when the jury is sampled again. Plain SVG. The table below has the same numbers. */
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Ranking } from '#application/campaign/wire.ts';
import { figure, percent, useName } from '#screens/campaign/use-labels.ts';
import '#ui/plots/plots.css';

/** The most lines in the plot; the table has all of them. */
const mostShown = 60;
const row = 18;
const left = 190;
const right = 14;
const top = 22;
const width = 720;

export function RankPlot({ ranking: { lines, top: places } }: { ranking: Ranking }) {
  const translate = useTranslate();
  const named = useName();
  const id = useId();
  // The lines that matter for the decision: as many as there are places, and half as many behind them.
  // What nobody has judged has no place in it.
  const ranked = lines.flatMap(({ rank, stability, ...line }) => (rank === null || !stability ? [] : [{ ...line, rank, stability }]));
  const shown = ranked.slice(0, Math.min(mostShown, Math.max(Math.ceil(places * 1.5), 20)));
  const most = Math.max(places + 1, ...shown.map(({ stability, rank }) => Math.max(stability.high, rank)));
  const at = (rank: number) => left + ((rank - 1) / Math.max(1, most - 1)) * (width - left - right);
  const height = top + shown.length * row + 6;
  const step = most <= 12 ? 2 : most <= 40 ? 5 : most <= 100 ? 10 : 50;
  const ticks = [1, ...Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step)].filter((tick) => tick <= most);
  return (
    <figure className="plot desk-plot" aria-labelledby={`${id}-title`}>
      <figcaption>
        <span id={`${id}-title`} className="plot-title">
          {translate('desk.rank.plot')}
        </span>
        {shown.length < ranked.length && <span className="soft">{translate('desk.rank.plotmore', { count: shown.length })}</span>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, so the keyboard must be able to reach it */}
      <section className="table-scroll" tabIndex={0} aria-label={translate('desk.rank.plot')}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={translate('desk.rank.plottext', { count: shown.length, top: places })}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="plot-line" x1={at(tick)} x2={at(tick)} y1={top - 4} y2={height - 4} />
              <text x={at(tick)} y={top - 9} textAnchor="middle">
                {tick}
              </text>
            </g>
          ))}
          {places < most && <line className="desk-plot-top" x1={at(places + 0.5)} x2={at(places + 0.5)} y1={top - 4} y2={height - 4} />}
          {shown.map((line, index) => {
            const y = top + (index + 0.5) * row;
            const name = `${line.number} ${named(line)}`.trim();
            const { low, high, inTop } = line.stability;
            return (
              <g key={line.enrolment} className="plot-stretch">
                <title>{`${name} · ${line.rank} · ${figure(low, 1)}–${figure(high, 1)} · ${percent(inTop)}`}</title>
                <rect className="plot-reach" x={0} width={width} y={y - row / 2} height={row} />
                <text x={left - 12} y={y + 3.5} textAnchor="end">
                  {cut(name)}
                </text>
                <line className="desk-plot-band" x1={at(low)} x2={Math.max(at(high), at(low) + 1)} y1={y} y2={y} />
                <circle className="desk-plot-rank" data-in={line.rank <= places || undefined} cx={at(line.rank)} cy={y} r={4} />
              </g>
            );
          })}
        </svg>
      </section>
    </figure>
  );
}

/** Cuts a name to the width left of the plot: a Chinese character is as wide as two others. */
function cut(name: string): string {
  let wide = 0;
  for (const [index, sign] of [...name].entries()) {
    wide += (sign.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1;
    if (wide > 27) return `${[...name].slice(0, index).join('')}…`;
  }
  return name;
}
