/** The pairing as a linear programme in the CPLEX text form: for a solver that proves what the search found. Pure. */
import { type Edges, type Instance, rewardOf } from './instance.ts';
import type { Meeting } from './verify.ts';

export interface Programme {
  text: string;
  /** of each variable its meeting, by name 'x7' */
  meetings: Map<string, Meeting>;
}

/**
 * One variable a wish and slot, one constraint a pair, a participant's slot, a table, a quota. `fixed` meetings stand: their variables are left out and their
 * participants' slots are closed. With rewards, a step variable for each rewarded meeting: rewards fall, so the steps fill in order by themselves. `keep` gives
 * the slot that a wish had in the timetable that was given out: standing there again is worth one more.
 */
export function programmeOf(instance: Instance, edges: Edges, fixed: readonly Meeting[], isWhole: boolean, keep?: Int32Array): Programme {
  const rows = new Rows();
  const standing = new Map<string, number>();
  const count = (key: string) => standing.set(key, (standing.get(key) ?? 0) + 1);
  for (const { dm, pitch, slot } of fixed)
    for (const key of [`e${dm} ${pitch}`, `d${dm} ${slot}`, `p${pitch} ${slot}`, `t${slot}`, `D${dm}`, `P${pitch}`]) count(key);
  const meetings = new Map<string, Meeting>();
  const worth: string[] = [];
  for (let edge = 0; edge < edges.count; edge += 1) {
    const [dm, pitch] = [edges.dm[edge]!, edges.pitch[edge]!];
    if (standing.has(`e${dm} ${pitch}`)) continue;
    for (const slot of edges.common[edge]!) {
      if (standing.has(`d${dm} ${slot}`) || standing.has(`p${pitch} ${slot}`)) continue;
      const name = `x${meetings.size}`;
      meetings.set(name, { dm, pitch, slot });
      worth.push(`${edges.weight[edge]! + (keep?.[edge] === slot ? 1 : 0)} ${name}`);
      for (const key of [`e${edge}`, `d${dm} ${slot}`, `p${pitch} ${slot}`]) rows.add(key, name, 1);
      if (Number.isFinite(instance.tables[slot])) rows.add(`t${slot}`, name, instance.tables[slot]! - (standing.get(`t${slot}`) ?? 0));
      for (const [key, person] of [
        [`D${dm}`, instance.dms[dm]!],
        [`P${pitch}`, instance.pitches[pitch]!],
      ] as const)
        if (Number.isFinite(person.quota) || instance.isFair) rows.add(key, name, person.quota - person.has - (standing.get(key) ?? 0));
    }
  }
  const steps = instance.isFair ? stepsOf(instance, standing, rows) : { worth: [], names: [], rows: [] };
  const all = [...meetings.keys(), ...steps.names];
  const lines = [
    'Maximize',
    ` obj: ${[...worth, ...steps.worth].join(' + ') || '0 x0'}`,
    'Subject To',
    ...rows.lines(),
    ...steps.rows,
    'Bounds',
    ...(all.length ? all : ['x0']).map((name) => ` 0 <= ${name} <= 1`),
  ];
  if (isWhole && meetings.size) lines.push('General', ` ${[...meetings.keys()].join(' ')}`);
  return { text: `${lines.join('\n')}\nEnd\n`, meetings };
}

/** Rewards: the sum of somebody's steps is at most their meetings. */
function stepsOf(instance: Instance, standing: Map<string, number>, rows: Rows): { worth: string[]; names: string[]; rows: string[] } {
  const found = { worth: [] as string[], names: [] as string[], rows: [] as string[] };
  for (const [side, people] of [
    ['D', instance.dms],
    ['P', instance.pitches],
  ] as const) {
    for (const [who, { has }] of people.entries()) {
      const own = rows.of(`${side}${who}`);
      const from = has + (standing.get(`${side}${who}`) ?? 0);
      const names: string[] = [];
      for (let count = from; rewardOf(instance, count) > 0 && names.length < own.length; count += 1) {
        const name = `y${side}${who}_${count}`;
        names.push(name);
        found.worth.push(`${rewardOf(instance, count)} ${name}`);
      }
      found.names.push(...names);
      if (names.length) found.rows.push(` r${side}${who}: ${names.join(' + ')} - ${own.join(' - ')} <= 0`);
    }
  }
  return found;
}

/** Sums of variables that have a most. */
class Rows {
  readonly #rows = new Map<string, { names: string[]; most: number }>();

  add(key: string, name: string, most: number): void {
    const row = this.#rows.get(key);
    if (row) row.names.push(name);
    else this.#rows.set(key, { names: [name], most });
  }

  of(key: string): string[] {
    return this.#rows.get(key)?.names ?? [];
  }

  /** Those that bind at all. */
  lines(): string[] {
    return [...this.#rows.values()].flatMap(({ names, most }, index) =>
      names.length > most ? [` c${index}: ${names.join(' + ')} <= ${Math.max(0, most)}`] : [],
    );
  }
}
