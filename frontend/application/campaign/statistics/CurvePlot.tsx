/** The total of submitted enrolments day by day until the window ends, beside the previous campaign at the same distance from its own end. Plain SVG. */

import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Day } from '#application/campaign/rules/statistics.ts';
import { PlotTable } from '#ui/plots/PlotTable.tsx';
import '#ui/plots/plots.css';

const width = 480;
const height = 150;
const left = 36;
const top = 8;
const bottom = 18;

export function CurvePlot({ days, previous }: { days: readonly Day[]; previous: string | undefined }) {
  const translate = useTranslate();
  const id = useId();
  const hasBefore = previous !== undefined && days.some(({ beforeInAll }) => beforeInAll !== null);
  const most = Math.max(1, ...days.map(({ submittedInAll, beforeInAll }) => Math.max(submittedInAll, beforeInAll ?? 0)));
  const x = (index: number) => left + (index / Math.max(1, days.length - 1)) * (width - left - 6);
  const y = (value: number) => top + (height - top - bottom) * (1 - value / most);
  const path = (values: (number | null)[]) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)},${y(value ?? 0).toFixed(1)}`).join('');
  const final = days.at(-1);
  const every = Math.max(7, Math.ceil(days.length / 8 / 7) * 7);
  return (
    <figure className="plot desk-curve" aria-labelledby={`${id}-title`}>
      <figcaption>
        <span id={`${id}-title`} className="plot-title">
          {translate('desk.stat.inall')}
        </span>
        <span className="plot-key" aria-hidden="true">
          {hasBefore && <span className="plot-back">{previous}</span>}
          <span className="plot-front">{translate('desk.stat.thisone')}</span>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={
          hasBefore
            ? translate('desk.stat.inalltext', { count: final?.submittedInAll ?? 0, before: final?.beforeInAll ?? 0 })
            : translate('desk.stat.inallalone', { count: final?.submittedInAll ?? 0 })
        }
      >
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line className="plot-line" x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 5} y={y(value) + 3.5} textAnchor="end">
              {Number.isInteger(value) ? value : ''}
            </text>
          </g>
        ))}
        {hasBefore && <path className="desk-curve-before" d={path(days.map(({ beforeInAll }) => beforeInAll))} />}
        <path className="desk-curve-now" d={path(days.map(({ submittedInAll }) => submittedInAll))} />
        {days.map(({ at, toEnd, submittedInAll, beforeInAll }, index) => (
          <g key={at} className="plot-stretch">
            <title>{`${at} (${toEnd}) · ${submittedInAll}${beforeInAll === null ? '' : ` · ${previous ?? ''} ${beforeInAll}`}`}</title>
            <rect className="plot-reach" x={x(index) - 3} width={6} y={top} height={height - top - bottom} />
            {(days.length - 1 - index) % every === 0 && (
              <text x={x(index)} y={height - 4} textAnchor={index > days.length - 3 ? 'end' : 'middle'}>
                {at.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <PlotTable
        summary={translate('desk.stat.table')}
        aria-labelledby={`${id}-title`}
        heads={[...['day', 'toend', 'thisone'].map((head) => translate(`desk.stat.${head}`)), ...(hasBefore ? [previous] : [])]}
        rows={days.map((one) => [one.at, one.toEnd, one.submittedInAll, ...(hasBefore ? [one.beforeInAll ?? '–'] : [])])}
      />
    </figure>
  );
}
