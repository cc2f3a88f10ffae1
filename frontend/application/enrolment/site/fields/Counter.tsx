import { wordsIn } from '#application/enrolment/rules/demands.ts';
import { lengthOf } from '../engine/check.ts';
import { fill } from '../texts.ts';
import type { FieldProps } from './field.ts';

interface CounterProps {
  text: string;
  /** words that the campaign takes at most: they are counted then, else characters */
  words: number | undefined;
  most: number | undefined;
  /** says nothing while there is room enough */
  isQuiet?: boolean;
  t: FieldProps['t'];
}

/** How long a text is, and by how much it is too long. It is never cut. */
export function Counter({ text, words, most, isQuiet, t }: CounterProps) {
  const limit = words ?? most;
  if (limit === undefined) return null;
  const count = words === undefined ? lengthOf(text.trim()) : wordsIn(text);
  const isOver = count > limit;
  if (isQuiet && count < limit * 0.8) return null;
  const [over, counter] = words === undefined ? [t.form.over, t.form.counter] : [t.form.overWords, t.form.counterWords];
  return (
    <p className={isOver ? 'ui-note is-over' : 'ui-note'}>
      {isOver
        ? fill(over, { over: (count - limit).toLocaleString('en') })
        : fill(counter, { count: count.toLocaleString('en'), most: limit.toLocaleString('en') })}
    </p>
  );
}
