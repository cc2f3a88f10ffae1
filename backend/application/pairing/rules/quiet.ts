/** A linear program for the plan with the fewest breaks among those of the same value; with a baseline, also with the fewest moved meetings. Pure. */
import { unrestPrice } from './breaks.ts';
import { baselineSlots, type Edges, type Instance } from './instance.ts';
import { addColumn, type Programme, programmeOf } from './linear.ts';
import type { Meeting } from './verify.ts';

export interface QuietOptions {
  fixed: readonly Meeting[];
  start: readonly Meeting[];
  /** the released timetable */
  baseline?: readonly Meeting[];
}

/** The value of the columns is a row here: no plan with less than the present value. */
export function quietProgramme(instance: Instance, edges: Edges, { fixed, start, baseline }: QuietOptions): Programme {
  const programme = programmeOf(instance, edges, { fixed, start });
  const columns = programme.worth.map((_, column) => column);
  const least = columns.reduce((sum, column) => sum + programme.worth[column]! * programme.start[column]!, 0);
  programme.rows.push({ columns, values: programme.worth.map((worth) => -worth), most: -least });
  const keep = baseline && new Map([...baselineSlots(edges, baseline).entries()].map(([edge, slot]) => [`${edges.dm[edge]} ${edges.pitch[edge]}`, slot]));
  for (const column of columns) {
    const meeting = programme.meetings[column];
    programme.worth[column] = meeting && keep?.get(`${meeting.dm} ${meeting.pitch}`) === meeting.slot ? unrestPrice : 0;
  }
  addBreaks(instance, fixed, programme);
  return programme;
}

/**
 * Stretches of meetings of each half-day, minus one where there are any. A stretch begins at a meeting that follows no other: a column with a cost.
 * Having any meeting is a column with a gain.
 */
function addBreaks(instance: Instance, fixed: readonly Meeting[], programme: Programme): void {
  const at = new Map<string, number[]>();
  for (const [column, { dm, slot }] of programme.meetings.entries()) {
    const list = at.get(`${dm} ${slot}`);
    if (list) list.push(column);
    else at.set(`${dm} ${slot}`, [column]);
  }
  const open = new Set(programme.meetings.map(({ dm }) => dm));
  const stands = new Set(fixed.map(({ dm, slot }) => `${dm} ${slot}`));
  const begun = (columns: readonly number[]) => columns.reduce((sum, column) => sum + programme.start[column]!, 0);
  for (const [dm, { free, taken }] of instance.dms.entries()) {
    if (!open.has(dm)) continue;
    const slots = instance.blocks.map((_, slot) => slot).filter((slot) => free[slot] || taken[slot]);
    for (const block of new Set(slots.map((slot) => instance.blocks[slot]!))) {
      const own = slots.filter((slot) => instance.blocks[slot] === block);
      let before = { columns: [] as number[], stands: 0 };
      const all: number[] = [];
      let isSure = false;
      for (const slot of own) {
        const now = { columns: at.get(`${dm} ${slot}`) ?? [], stands: taken[slot] || stands.has(`${dm} ${slot}`) ? 1 : 0 };
        all.push(...now.columns);
        isSure ||= now.stands === 1;
        if ((now.columns.length || now.stands) && !before.stands) {
          const first = addColumn(programme, -1, Math.max(0, begun(now.columns) + now.stands - begun(before.columns)));
          programme.rows.push({
            columns: [...now.columns, ...before.columns, first],
            values: [...now.columns.map(() => 1), ...before.columns.map(() => -1), -1],
            most: -now.stands,
          });
        }
        before = now;
      }
      if (isSure || !all.length) continue;
      const any = addColumn(programme, 1, Math.min(1, begun(all)));
      programme.rows.push({ columns: [any, ...all], values: [1, ...all.map(() => -1)], most: 0 });
    }
  }
}
