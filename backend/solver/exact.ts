/** HiGHS: the bound that the linear programme proves, and better plans by diving: what the relaxation is sure of stands, the rest is solved whole. */
import load, { type Highs } from 'highs';
import { meetingsOn } from '#domain/pairing/board.ts';
import { boardOf } from '#domain/pairing/explain.ts';
import { edgesOf, type Instance, keptSlots } from '#domain/pairing/instance.ts';
import { programmeOf } from '#domain/pairing/linear.ts';
import { improve } from '#domain/pairing/search.ts';
import { type Meeting, violationsOf } from '#domain/pairing/verify.ts';
import { seededRandom } from '#domain/random.ts';

export interface Proof {
  meetings: Meeting[];
  score: number;
  /** no plan is worth more */
  bound: number;
}

/** Within this of the bound a plan is good enough, as a share. */
const enough = 0.001;
/** Steps of the search on every plan that a dive brings. */
const polishing = 12_000;
/** Share of the decision makers whose meetings are open in a round that keeps the others'; rounds without anything better after which that ends; s a round. */
const loosened = 0.4;
const patience = 8;
const longest = 5;
/** A programme of so few variables is solved whole after the first dive. */
const small = 1_500;
/** Values of the relaxation. */
const sure = 0.999;
const likely = 0.5;
/** Share of the undecided that a dive fixes at once. */
const stride = 0.08;

let highs: Promise<Highs> | undefined;

/**
 * Proves a plan or finds a better one, in at most about `seconds`. `onStep` hears of every better plan or bound. What HiGHS gives is checked like
 * everything else: it has been wrong before. `kept` is the timetable that a better plan has to keep to.
 */
export async function prove(instance: Instance, found: Proof, seconds: number, onStep: (proof: Proof) => void, kept?: readonly Meeting[]): Promise<Proof> {
  const until = performance.now() + seconds * 1000;
  const left = () => Math.max(1, (until - performance.now()) / 1000);
  const edges = edgesOf(instance);
  const keep = kept && keptSlots(edges, kept);
  highs ??= load({});
  const solver = await highs;
  const solve = (fixed: readonly Meeting[], isWhole: boolean, limit: number, near = keep) => {
    const programme = programmeOf(instance, edges, fixed, isWhole, near);
    if (!programme.meetings.size) return { value: 0, columns: [] as { meeting: Meeting; primal: number }[], isOptimal: true };
    const solution = solver.solve(programme.text, { time_limit: limit, mip_rel_gap: enough / 4, output_flag: false });
    const columns = [...programme.meetings].map(([name, meeting]) => ({ meeting, primal: primalOf(solution.Columns[name]) }));
    return { value: Number(solution.ObjectiveValue), columns, isOptimal: solution.Status === 'Optimal' };
  };
  let best = found;
  let most = boardOf(instance, found.meetings, kept).worth;
  const offer = (meetings: Meeting[]) => {
    if (violationsOf(instance, meetings).length) return;
    const board = boardOf(instance, meetings, kept);
    // From where the dive ended the search often finds the last few points in a moment.
    for (const _ of improve(board, seededRandom(1), polishing, best.bound)) if (left() <= 1) break;
    if (board.worth <= most) return;
    const polished = meetingsOn(board);
    if (violationsOf(instance, polished).length) return;
    most = board.worth;
    best = { ...best, meetings: polished, score: board.score };
    onStep(best);
  };
  // What stays is no part of the worth that is proven.
  let whole = solve([], false, left(), undefined);
  if (whole.isOptimal) {
    // Worths are whole numbers, so is the best plan's.
    best = { ...best, bound: Math.min(best.bound, Math.floor(whole.value + 1e-6)) };
    onStep(best);
  }
  const isEnough = () => best.score >= best.bound * (1 - enough);
  if (keep && !isEnough()) whole = solve([], false, left());
  const random = seededRandom(1);
  // Bold at first, which is quick; more careful where that was not enough.
  for (const threshold of whole.columns.length < small ? [likely] : [likely, 0.75, sure]) {
    // What most people have stands, the rest is solved whole: again with others, while that brings anything.
    for (let idle = 0; idle < patience && threshold === sure && !isEnough() && left() > 1; idle += 1) {
      const before = most;
      const open = new Set(instance.dms.flatMap((_, dm) => (random.chance(loosened) ? [dm] : [])));
      const fixed = best.meetings.filter(({ dm }) => !open.has(dm));
      const rest = solve(fixed, true, Math.min(left(), longest));
      offer([...fixed, ...rest.columns.filter(({ primal }) => primal > likely).map(({ meeting }) => meeting)]);
      if (most > before) idle = -1;
    }
    if (isEnough() || left() <= 1) break;
    const fixed = dive(instance, whole.columns, threshold, (standing) => solve(standing, false, left()).columns);
    const rest = solve(fixed, true, Math.min(left(), Math.max(5, left() / 2)));
    offer([...fixed, ...rest.columns.filter(({ primal }) => primal > likely).map(({ meeting }) => meeting)]);
  }
  if (!isEnough() && left() > 1) {
    const all = solve([], true, left());
    offer(all.columns.filter(({ primal }) => primal > likely).map(({ meeting }) => meeting));
    if (all.isOptimal && !keep) best = { ...best, bound: Math.min(best.bound, Math.max(best.score, Math.floor(all.value * (1 + enough / 4) + 1e-6))) };
  }
  return best;
}

/** Fixes what is sure, then some of what is likely, and asks again, until nothing more is above the threshold. */
function dive(
  instance: Instance,
  first: { meeting: Meeting; primal: number }[],
  threshold: number,
  ask: (fixed: Meeting[]) => { meeting: Meeting; primal: number }[],
): Meeting[] {
  const fixed: Meeting[] = [];
  let columns = first;
  for (;;) {
    const above = columns.filter(({ primal }) => primal > threshold).sort((a, b) => b.primal - a.primal);
    const certain = above.filter(({ primal }) => primal > sure);
    const undecided = columns.filter(({ primal }) => primal > 1e-6 && primal <= sure).length;
    const take = [...certain, ...above.slice(certain.length, certain.length + Math.ceil(undecided * stride))];
    const before = fixed.length;
    for (const { meeting } of take) if (!violationsOf(instance, [...fixed, meeting]).length) fixed.push(meeting);
    if (fixed.length === before || threshold >= sure || undecided === 0) return fixed;
    columns = ask(fixed);
  }
}

function primalOf(column: object | undefined): number {
  return column && 'Primal' in column ? Number(column.Primal) : 0;
}
