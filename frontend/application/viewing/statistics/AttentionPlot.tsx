/** The share of viewers who saw each hundredth of a video, as SVG, with its figures in a table beside it. */

import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { WorkDetail } from '#application/viewing/wire.ts';
import { PlotTable } from '#ui/plots/PlotTable.tsx';
import { useWordsOf } from '../use-words.ts';
import '#ui/plots/plots.css';

const width = 480;
const height = 140;
const left = 40;
const top = 8;
const bottom = 18;
/** Number of parts of the length in the table. */
const tableParts = 20;

export function AttentionPlot({ curve }: { curve: WorkDetail['curves'][number] }) {
  const translate = useTranslate();
  const words = useWordsOf();
  const id = useId();
  const { attention, duration, viewers } = curve;
  const x = (index: number) => left + (index / attention.length) * (width - left - 2);
  const y = (share: number) => top + (height - top - bottom) * (1 - share);
  const steps = attention.map((share, index) => `L${x(index).toFixed(1)},${y(share).toFixed(1)}L${x(index + 1).toFixed(1)},${y(share).toFixed(1)}`).join('');
  const floor = y(0).toFixed(1);
  const at = (index: number) => words.clock((index / attention.length) * duration);
  const mean = attention.reduce((sum, share) => sum + share, 0) / Math.max(1, attention.length);
  const parts = Array.from({ length: tableParts }, (_, part) => {
    const wide = attention.length / tableParts;
    const shares = attention.slice(Math.floor(part * wide), Math.floor((part + 1) * wide));
    return { from: at(part * wide), to: at((part + 1) * wide), share: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length) };
  });
  return (
    <figure className="plot vpman-curve" aria-labelledby={`${id}-title`}>
      <figcaption>
        <span id={`${id}-title`} className="plot-title">
          {words.video(curve.name)}
        </span>
        <span className="soft">{translate('vpman.stat.curveof', { smart_count: viewers, length: words.clock(duration), mean: words.percent(mean) })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={translate('vpman.stat.curvetext', {
          begin: words.percent(attention[0] ?? 0),
          half: words.percent(attention[50] ?? 0),
          end: words.percent(attention.at(-1) ?? 0),
        })}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="plot-line" x1={left} x2={width} y1={y(share)} y2={y(share)} />
            <text x={left - 5} y={y(share) + 3.5} textAnchor="end">
              {words.percent(share)}
            </text>
          </g>
        ))}
        <path className="vpman-area" d={`M${x(0)},${floor}${steps}L${x(attention.length).toFixed(1)},${floor}Z`} />
        {attention.map((share, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each hundredth has a fixed position
          <g key={index} className="plot-stretch">
            <title>{`${at(index)} · ${words.percent(share)}`}</title>
            <rect className="plot-reach" x={x(index)} width={(width - left) / attention.length} y={top} height={height - top - bottom} />
          </g>
        ))}
        {[0, 25, 50, 75, 100].map((index) => (
          <text key={index} x={x(index)} y={height - 4} textAnchor={index === 0 ? 'start' : index === 100 ? 'end' : 'middle'}>
            {at(index)}
          </text>
        ))}
      </svg>
      <PlotTable
        summary={translate('vpman.stat.table')}
        aria-labelledby={`${id}-title`}
        heads={[translate('vpman.stat.stretch'), translate('vpman.stat.saw')]}
        rows={parts.map(({ from, to, share }) => [`${from} – ${to}`, words.percent(share)])}
      />
    </figure>
  );
}
