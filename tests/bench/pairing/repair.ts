/** What a repair costs: one decision maker after the other loses a half-day of a finished plan; how many meetings move, and what that gives up against working it all out anew. */

import type { Instance } from '#application/pairing/rules/instance.ts';
import { type Plan, planAtOnce } from '#application/pairing/rules/make-plan.ts';
import { violationsOf } from '#application/pairing/rules/verify.ts';
import { finish } from '#application/pairing/solver/finish.ts';
import { forum, type Regime, regimes, type sizes } from './regimes.ts';

const budget = { seed: 1, iterations: 12_000, calming: 250_000 };

/** As the server does: the search, and the proof where that is not the optimum yet. */
async function solved(instance: Instance, baseline: Plan['meetings'] | undefined, proving: number): Promise<Plan> {
  const options = { ...budget, ...(baseline && { baseline }) };
  const plan = planAtOnce(instance, options);
  return proving ? finish(instance, plan, options, proving, () => undefined) : plan;
}

export async function measureRepairs(size: (typeof sizes)[number], only: string, tries: number, proving: number): Promise<void> {
  console.log(`repair ${size.join('×')}: one decision maker loses a half-day, ${tries} of them in turn`);
  console.log('regime    meetings  lost  moved %  (worst)  gone  score below a rerun %  (worst)  rerun moves %  s');
  for (const regime of regimes) {
    if (!regime.includes(only)) continue;
    await measure(size, regime, tries, proving);
  }
}

async function measure(size: (typeof sizes)[number], regime: Regime, tries: number, proving: number): Promise<void> {
  const instance = forum(size, regime, 1);
  const plan = await solved(instance, undefined, proving);
  const rows: { lost: number; moved: number; gone: number; below: number; rerun: number; s: number }[] = [];
  for (let dm = 0; rows.length < tries && dm < instance.dms.length; dm += 1) {
    const { hurt, lost } = without(instance, plan, dm);
    if (!lost) continue;
    const start = performance.now();
    const repaired = await solved(hurt, plan.meetings, proving);
    const s = (performance.now() - start) / 1000;
    if (violationsOf(hurt, repaired.meetings).length) throw new Error('a repair breaks a rule');
    const rerun = await solved(hurt, undefined, proving);
    const { moved, gone } = against(plan, repaired);
    const again = against(plan, rerun);
    rows.push({ lost, moved, gone, below: 100 * (1 - repaired.score / rerun.score), rerun: again.moved + again.gone, s });
  }
  const mean = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const most = (of: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(of));
  const share = (count: number) => (100 * count) / plan.meetings.length;
  const cells = [
    regime.padEnd(9),
    String(plan.meetings.length).padStart(8),
    mean(({ lost }) => lost)
      .toFixed(1)
      .padStart(5),
    mean(({ moved }) => share(moved))
      .toFixed(2)
      .padStart(8),
    `(${most(({ moved }) => share(moved)).toFixed(2)})`.padStart(8),
    mean(({ gone }) => gone)
      .toFixed(1)
      .padStart(5),
    mean(({ below }) => below)
      .toFixed(3)
      .padStart(22),
    `(${most(({ below }) => below).toFixed(3)})`.padStart(9),
    mean(({ rerun }) => share(rerun))
      .toFixed(1)
      .padStart(13),
    mean(({ s }) => s)
      .toFixed(1)
      .padStart(6),
  ];
  console.log(cells.join(' '));
}

/** The forum without the half-day in which this decision maker meets most. */
function without(instance: Instance, plan: Plan, dm: number): { hurt: Instance; lost: number } {
  const own = plan.meetings.filter((meeting) => meeting.dm === dm);
  const counts = new Map<number, number>();
  for (const { slot } of own) counts.set(instance.blocks[slot]!, (counts.get(instance.blocks[slot]!) ?? 0) + 1);
  const [block, lost] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [-1, 0];
  const dms = instance.dms.map((one, index) => (index === dm ? { ...one, free: one.free.map((free, slot) => free && instance.blocks[slot] !== block) } : one));
  return { hurt: { ...instance, dms }, lost };
}

/** Meetings that got another time, and those that went; those in the lost time among them. */
function against(before: Plan, after: Plan): { moved: number; gone: number } {
  const next = new Map(after.meetings.map(({ dm, pitch, slot }) => [`${dm} ${pitch}`, slot]));
  let [moved, gone] = [0, 0];
  for (const { dm, pitch, slot } of before.meetings) {
    const now = next.get(`${dm} ${pitch}`);
    if (now === undefined) gone += 1;
    else if (now !== slot) moved += 1;
  }
  return { moved, gone };
}
