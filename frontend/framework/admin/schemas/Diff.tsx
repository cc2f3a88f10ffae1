/** Two texts beside each other, line by line: what one has and the other does not is marked. */
import { useMemo } from 'react';
import { useSay } from './say.tsx';

export interface DiffLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** The lines of both texts in one order: those of `before` alone are gone, those of `after` alone new. Pure; texts beyond 3,000 lines are compared as a whole. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [mine, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const same = (lines: string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [...same(a.slice(0, start)), ...middle(mine, theirs), ...same(a.slice(a.length - end))];
}

const most = 3_000;

/** By the longest common run of lines. */
function middle(a: string[], b: string[]): DiffLine[] {
  const gone = (text: string): DiffLine => ({ kind: 'gone', text });
  const fresh = (text: string): DiffLine => ({ kind: 'new', text });
  if (a.length * b.length > most * most || a.length === 0 || b.length === 0) return [...a.map(gone), ...b.map(fresh)];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      lengths[row * width + column] = a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    const [left, right] = [a[row], b[column]];
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left });
      row++;
      column++;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(gone(left));
      row++;
    } else {
      lines.push(fresh(right ?? ''));
      column++;
    }
  }
  return lines;
}

/** Unchanged lines around each change that are shown. */
const around = 3;

export function Diff({ before, after, label }: { before: string; after: string; label: string }) {
  const say = useSay();
  const lines = useMemo(() => diffLines(before, after).map((line, index) => ({ ...line, index })), [before, after]);
  const near = (index: number) => lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.filter(({ index }) => near(index));
  if (shown.length === 0) return <p className="soft">{say('diff.same')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
    <section className="bench-diff" aria-label={label} tabIndex={0}>
      {shown.map(({ kind, text, index }, place) => (
        <div key={index} data-kind={kind} data-gap={place > 0 && shown[place - 1]?.index !== index - 1 ? '' : undefined}>
          <span aria-hidden="true">{kind === 'new' ? '+' : kind === 'gone' ? '−' : ' '}</span>
          {kind !== 'same' && <span className="unseen">{say(`diff.${kind}`)}</span>}
          <code>{text}</code>
        </div>
      ))}
    </section>
  );
}
