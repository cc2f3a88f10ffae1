/** Days that move with the calendar: 'this month', 'last 30 days', '7 days ago'; as words in a filter and as what is chosen. */
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import { relativeUnits } from '#rules/queries/relative-day.ts';

const whole = ['today', 'this-week', 'this-month', 'this-quarter', 'this-year'] as const;
const letterOf: Record<string, string> = { day: 'd', week: 'w', month: 'm', quarter: 'q', year: 'y' };

interface Said {
  /** of `whole`, or last, next, ago, ahead */
  side: string;
  count: number;
  unit: string;
}

function read(word: string): Said {
  const [, side, count, unit] = /^(last|next)-(\d+)-([a-z]+)s$/.exec(word) ?? [];
  if (side && unit) return { side, count: Number(count), unit };
  const [, sign, moved, letter] = /^today([+-])(\d+)([dwmqy])$/.exec(word) ?? [];
  const named = relativeUnits.find((one) => letterOf[one] === letter);
  if (sign && named) return { side: sign === '-' ? 'ago' : 'ahead', count: Number(moved), unit: named };
  return { side: word, count: 7, unit: 'day' };
}

function write({ side, count, unit }: Said): string {
  if (side === 'last' || side === 'next') return `${side}-${count}-${unit}s`;
  return side === 'ago' || side === 'ahead' ? `today${side === 'ago' ? '-' : '+'}${count}${letterOf[unit]}` : side;
}

/** 'last 30 days' of 'last-30-days'; what is no such word stays as it is. */
export function useRelativeWords(): (word: string) => string {
  const translate = useTranslate();
  return (word) => {
    const { side, count, unit } = read(word);
    if (['last', 'next', 'ago', 'ahead'].includes(side)) return translate(`filter.days.${side}.${unit}`, { smart_count: count });
    return (whole as readonly string[]).includes(side) ? translate(`filter.days.${side}`) : word;
  };
}

/** `isPoint`: one day to be before or after, and no row of days. */
export function RelativeFilter({ isPoint, value, onChange }: { isPoint: boolean; value: JsonValue; onChange: (value: JsonValue) => void }) {
  const translate = useTranslate();
  const said = read(typeof value === 'string' && value ? value : 'today');
  const sides = isPoint ? ['today', 'ago', 'ahead', ...whole.slice(1)] : [...whole, 'last', 'next'];
  const isCounted = ['last', 'next', 'ago', 'ahead'].includes(said.side);
  const put = (change: Partial<Said>) => onChange(write({ ...said, ...change }));
  return (
    <div className="filter-days">
      <TextField select fullWidth label={translate('filter.days.label')} value={said.side} onChange={(event) => put({ side: event.target.value })}>
        {sides.map((side) => (
          <MenuItem key={side} value={side}>
            {translate(['last', 'next', 'ago', 'ahead'].includes(side) ? `filter.days.sides.${side}` : `filter.days.${side}`)}
          </MenuItem>
        ))}
      </TextField>
      {isCounted && (
        <>
          <TextField
            type="number"
            label={translate('filter.days.count')}
            value={said.count}
            onChange={(event) => put({ count: Math.min(9999, Math.max(1, Math.round(Number(event.target.value)) || 1)) })}
            slotProps={{ htmlInput: { min: 1, max: 9999 } }}
          />
          <TextField select label={translate('filter.days.unit')} value={said.unit} onChange={(event) => put({ unit: event.target.value })}>
            {relativeUnits.map((unit) => (
              <MenuItem key={unit} value={unit}>
                {translate(`filter.days.units.${unit}`)}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
    </div>
  );
}
