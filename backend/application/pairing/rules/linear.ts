/** The pairing as a linear program in the form that a solver needs: for proving the result of the search, and for improving parts of it. Pure. */
import { type Edges, type Instance, rewardOf, stayWorth } from './instance.ts';
import type { Meeting } from './verify.ts';

export interface Programme {
  /** value of each column; the columns of meetings come first, the others are steps of rewards */
  worth: number[];
  /** value of each column in the plan with which the solver starts */
  start: number[];
  /** the meeting of each of the first columns */
  meetings: Meeting[];
  rows: Row[];
}

/** A sum with an upper limit. */
export interface Row {
  columns: number[];
  values: number[];
  most: number;
}

export interface ProgrammeOptions {
  /** existing meetings that stay: their columns are left out and their participants' slots are closed */
  fixed: readonly Meeting[];
  /** meetings that exist at the start and may be removed */
  start: readonly Meeting[];
  /** the slot of a wish in the released timetable, and the value of staying there */
  keep?: Int32Array;
  stay?: number;
}

/**
 * One column for each wish and slot; one row for each pair, participant's slot, table, quota, and stretch of one more slot than a decision maker may
 * meet in without a pause. With rewards, a step column for each rewarded meeting: rewards fall, so the steps fill in order by themselves.
 */
export function programmeOf(instance: Instance, edges: Edges, { fixed, start, keep, stay = stayWorth }: ProgrammeOptions): Programme {
  const rows = new Rows();
  const used = new Map<string, number>();
  const count = (key: string) => used.set(key, (used.get(key) ?? 0) + 1);
  for (const { dm, pitch, slot } of fixed)
    for (const key of [`e${dm} ${pitch}`, `d${dm} ${slot}`, `p${pitch} ${slot}`, `t${slot}`, `D${dm}`, `P${pitch}`]) count(key);
  const windowsOf = windows(instance, (dm, slot) => used.has(`d${dm} ${slot}`));
  const begun = new Set(start.map(keyOf));
  const programme: Programme = { worth: [], start: [], meetings: [], rows: [] };
  for (let edge = 0; edge < edges.count; edge += 1) {
    const [dm, pitch] = [edges.dm[edge]!, edges.pitch[edge]!];
    if (used.has(`e${dm} ${pitch}`)) continue;
    for (const slot of edges.common[edge]!) {
      if (used.has(`d${dm} ${slot}`) || used.has(`p${pitch} ${slot}`)) continue;
      const column = programme.meetings.push({ dm, pitch, slot }) - 1;
      programme.worth.push(edges.weight[edge]! + (keep?.[edge] === slot ? stay : 0));
      programme.start.push(begun.has(keyOf({ dm, pitch, slot })) ? 1 : 0);
      for (const key of [`e${edge}`, `d${dm} ${slot}`, `p${pitch} ${slot}`]) rows.add(key, column, 1);
      if (Number.isFinite(instance.tables[slot])) rows.add(`t${slot}`, column, instance.tables[slot]! - (used.get(`t${slot}`) ?? 0));
      for (const { from, most } of windowsOf(dm, slot)) rows.add(`r${dm} ${from}`, column, most);
      for (const [key, person] of [
        [`D${dm}`, instance.dms[dm]!],
        [`P${pitch}`, instance.pitches[pitch]!],
      ] as const)
        if (Number.isFinite(person.quota) || instance.isFair) rows.add(key, column, person.quota - person.has - (used.get(key) ?? 0));
    }
  }
  programme.rows.push(...rows.binding());
  if (instance.isFair) addSteps(instance, used, rows, programme);
  return programme;
}

/**
 * An upper bound of every plan's value, from the prices that a solver puts on the rows, whatever they are: by weak duality in our own arithmetic, so
 * that neither a wrong answer nor an interrupted one gives a wrong bound.
 */
export function boundBy({ worth, rows }: Programme, prices: ArrayLike<number>): number {
  const left = [...worth];
  let sum = 0;
  for (const [index, { columns, values, most }] of rows.entries()) {
    const price = Math.max(0, prices[index] ?? 0);
    if (price === 0) continue;
    sum += price * most;
    for (const [place, column] of columns.entries()) left[column]! -= price * values[place]!;
  }
  return left.reduce((all, one) => all + Math.max(0, one), sum);
}

/** Adds a column that is not a meeting; returns its index. */
export function addColumn(programme: Programme, worth: number, start: number): number {
  programme.start.push(start);
  return programme.worth.push(worth) - 1;
}

/** Stretches of one slot more than a decision maker may have meetings in a row, in all of which they could meet, and how many more meetings each may have. */
function windows(
  { follows, mostInRow, dms }: Instance,
  stands: (dm: number, slot: number) => boolean,
): (dm: number, slot: number) => { from: number; most: number }[] {
  const known = new Map<string, number | undefined>();
  const mostIn = (dm: number, from: number): number | undefined => {
    const { free, taken } = dms[dm]!;
    let most = mostInRow;
    for (let slot = from; slot <= from + mostInRow; slot += 1) {
      if ((slot > from && !follows[slot]) || !(free[slot] || taken[slot])) return undefined;
      if (taken[slot] || stands(dm, slot)) most -= 1;
    }
    return most;
  };
  return (dm, slot) => {
    const found: { from: number; most: number }[] = [];
    for (let from = Math.max(0, slot - mostInRow); from <= slot && mostInRow < follows.length; from += 1) {
      const key = `${dm} ${from}`;
      if (!known.has(key)) known.set(key, mostIn(dm, from));
      const most = known.get(key);
      if (most !== undefined) found.push({ from, most });
    }
    return found;
  };
}

/** Rewards: the sum of somebody's steps is at most the number of their meetings. */
function addSteps(instance: Instance, used: Map<string, number>, rows: Rows, programme: Programme): void {
  for (const [side, people] of [
    ['D', instance.dms],
    ['P', instance.pitches],
  ] as const) {
    for (const [who, { has }] of people.entries()) {
      const own = rows.of(`${side}${who}`);
      const from = has + (used.get(`${side}${who}`) ?? 0);
      const begun = own.reduce((sum, column) => sum + programme.start[column]!, 0);
      const steps: number[] = [];
      for (let count = from; rewardOf(instance, count) > 0 && steps.length < own.length; count += 1)
        steps.push(addColumn(programme, rewardOf(instance, count), steps.length < begun ? 1 : 0));
      if (steps.length) programme.rows.push({ columns: [...steps, ...own], values: [...steps.map(() => 1), ...own.map(() => -1)], most: 0 });
    }
  }
}

function keyOf({ dm, pitch, slot }: Meeting): string {
  return `${dm} ${pitch} ${slot}`;
}

class Rows {
  readonly #rows = new Map<string, Row>();

  add(key: string, column: number, most: number): void {
    const row = this.#rows.get(key) ?? { columns: [], values: [], most: Math.max(0, most) };
    row.columns.push(column);
    row.values.push(1);
    this.#rows.set(key, row);
  }

  of(key: string): number[] {
    return this.#rows.get(key)?.columns ?? [];
  }

  /** Only the sums that can reach their limit; others are not needed. */
  binding(): Row[] {
    return [...this.#rows.values()].filter(({ columns, most }) => columns.length > most);
  }
}
