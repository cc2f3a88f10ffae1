/**
 * Bars, drawn by hand: a narrow strong series, where there is something to compare with before a wide pale one. The numbers are also in a table below, for
 * people who cannot or will not read bars.
 */

import { useId } from 'react';
import { PlotTable } from './PlotTable.tsx';
import './plots.css';

export interface PlotSeries {
  label: string;
  values: number[];
}

interface BarPlotProps {
  title: string;
  /** what its table is called, where other plots of the page have this title too */
  tableName?: string;
  /** says in a sentence what the bars show */
  summary: string;
  /** of each stretch, whole for the table */
  names: string[];
  /** of some stretches, short, under the axis: index → text */
  ticks: ReadonlyMap<number, string>;
  /** head of the names' column */
  nameHead: string;
  /** what it is compared with */
  back?: PlotSeries;
  front: PlotSeries;
  show: (value: number) => string;
  /** for the axis, short */
  showShort?: (value: number) => string;
  tableLabel: string;
}

const width = 480;
const height = 132;
const left = 36;
const top = 8;
const bottom = 18;

export function BarPlot({ title, tableName, summary, names, ticks, nameHead, back, front, show, showShort = show, tableLabel }: BarPlotProps) {
  const id = useId();
  const all = back ? [back, front] : [front];
  const top1 = niceTop(Math.max(1, ...(back?.values ?? []), ...front.values));
  const step = (width - left - 2) / Math.max(1, names.length);
  const level = (value: number) => top + (height - top - bottom) * (1 - value / top1);
  const bar = (value: number, index: number, share: number) => {
    const wide = Math.max(1, step * share);
    return { x: left + index * step + (step - wide) / 2, width: wide, y: level(value), height: Math.max(0, height - bottom - level(value)) };
  };
  return (
    <figure className="plot" aria-labelledby={`${id}-title`}>
      <figcaption>
        <span id={`${id}-title`} className="plot-title">
          {title}
        </span>
        <span className="plot-key" aria-hidden="true">
          {back && <span className="plot-back">{back.label}</span>}
          <span className="plot-front">{front.label}</span>
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {[0, top1 / 2, top1].map((value) => (
          <g key={value}>
            <line className="plot-line" x1={left} x2={width} y1={level(value)} y2={level(value)} />
            <text x={left - 5} y={level(value) + 3.5} textAnchor="end">
              {showShort(value)}
            </text>
          </g>
        ))}
        {names.map((name, index) => (
          <g key={name} className="plot-stretch">
            <title>{[name, ...all.map(({ label, values }) => `${label} ${show(values[index] ?? 0)}`)].join(' · ')}</title>
            <rect className="plot-reach" x={left + index * step} width={step} y={top} height={height - top - bottom} />
            {back && <rect className="plot-back" {...bar(back.values[index] ?? 0, index, 0.86)} />}
            <rect className="plot-front" {...bar(front.values[index] ?? 0, index, 0.46)} />
          </g>
        ))}
        {[...ticks].map(([index, text]) => (
          <text key={text} x={left + (index + 0.5) * step} y={height - 4} textAnchor={index > names.length - 3 ? 'end' : 'middle'}>
            {text}
          </text>
        ))}
      </svg>
      <PlotTable
        summary={tableLabel}
        {...(tableName === undefined ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': tableName })}
        heads={[nameHead, ...all.map(({ label }) => label)]}
        rows={names.map((name, index) => [name, ...all.map(({ values }) => show(values[index] ?? 0))])}
      />
    </figure>
  );
}

/** 1, 2, 5 and their tens: the next one that is even enough to be halved. */
function niceTop(most: number): number {
  const tens = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 6, 8, 10].map((step) => step * tens).find((top) => top >= most && top >= 2) ?? most;
}
