/**
 * Proves a bound with the linear program and finds better plans: by diving, which fixes meetings of which the relaxation is certain, and by solving
 * parts exactly.
 */

import { seededRandom } from '#rules/values/random.ts';
import { Board, meetingsOn } from '../rules/board.ts';
import { boardOf } from '../rules/explain.ts';
import { baselineSlots, type Edges, edgesOf, type Instance, stayWorth } from '../rules/instance.ts';
import { boundBy, programmeOf } from '../rules/linear.ts';
import { improve } from '../rules/search.ts';
import { type Meeting, violationsOf } from '../rules/verify.ts';
import { type Answer, type Open, solverOf } from './highs.ts';
import { Rounds } from './rounds.ts';

export interface Proof {
  meetings: Meeting[];
  score: number;
  /** no plan has a higher value */
  bound: number;
}

/** Without a baseline the proof continues to the optimum; with one, until this share of the bound, so that fewer meetings move. */
const enoughBaseline = 0.002;
/** From there, `closeIn` continues to the optimum with at most this share of the timetable at another time, or at most so many meetings. */
const mostMoved = 0.02;
const fewMoved = 6;
/** Where the gap is larger than this, a dive gains more than improving the present plan. */
const far = 0.01;
/** Steps of the search on the plan that the dive returns. */
const polishing = 12_000;
/** Thresholds for values of the relaxation. */
const sure = 0.999;
const likely = 0.5;
/** Share of the undecided meetings that a dive fixes at once. */
const stride = 0.08;
/** Rounds without improvement after which the rounds grow. */
const patience = 4;
/** Rounds without improvement after which a repair may move more meetings. */
const stubborn = 10;
/** Time for a part that is solved exactly, s. */
const longest = 5;

/**
 * Proves a plan or finds a better one, in at most about `seconds`. `onStep` gets every better plan or bound. The results of HiGHS are always checked,
 * because some have been wrong. `baseline` is the timetable to which a better plan should stay close.
 */
export async function prove(instance: Instance, found: Proof, seconds: number, onStep: (proof: Proof) => void, baseline?: readonly Meeting[]): Promise<Proof> {
  const until = performance.now() + seconds * 1000;
  const left = () => Math.max(1, (until - performance.now()) / 1000);
  const edges = edgesOf(instance);
  const keep = baseline && baselineSlots(edges, baseline);
  const solver = await solverOf();
  let best = found;
  let stay = stayWorth;
  const worthOf = ({ score, stayed }: Board) => score + stay * stayed;
  let most = worthOf(boardOf(instance, found.meetings, baseline));
  const isEnough = () => best.score >= best.bound * (baseline ? 1 - enoughBaseline : 1);
  /** True where it is better and follows the rules. */
  const offer = (meetings: Meeting[]): boolean => {
    const board = boardOf(instance, meetings, baseline);
    if (worthOf(board) <= most || violationsOf(instance, meetings).length) return false;
    most = worthOf(board);
    best = { ...best, meetings, score: board.score };
    onStep(best);
    return true;
  };
  const programme = programmeOf(instance, edges, { fixed: [], start: [] });
  if (!programme.meetings.length) return { ...best, bound: Math.min(best.bound, best.score) };
  const relaxed = solver.open(programme);
  try {
    let first = relaxed.relax(left(), 'ipm');
    // Values are whole numbers, so the best plan's value is one, too.
    best = { ...best, bound: Math.min(best.bound, Math.floor(boundBy(programme, first.prices) + 1e-6)) };
    onStep(best);
    // Staying in a slot is not part of the value that is proven.
    if (keep && best.score < best.bound * (1 - far)) {
      relaxed.reprice(programmeOf(instance, edges, { fixed: [], start: [], keep }).worth);
      first = relaxed.relax(left());
    }
    if (best.score < best.bound * (1 - far) && left() > 1) {
      const fixed = dive(new Board(instance, edges), relaxed, first, () => Math.min(left(), longest));
      const rest = solver.whole(programmeOf(instance, edges, { fixed, start: [], keep }), Math.min(left(), longest));
      const ended = [...fixed, ...likelyMeetings(rest)];
      if (!violationsOf(instance, ended).length) {
        // From the end of the dive the search often finds the next few points quickly.
        const board = boardOf(instance, ended, baseline);
        for (const _ of improve(board, seededRandom(1), polishing, best.bound)) if (left() <= 1) break;
        offer(meetingsOn(board));
      }
    }
  } finally {
    relaxed.close();
  }
  const rounds = new Rounds(programme.meetings.length, patience);
  const random = seededRandom(1);
  let idle = 0;
  while (!isEnough() && left() > 1) {
    const open = rounds.people(instance.dms.length, random);
    const [start, fixed] = [best.meetings.filter(({ dm }) => open.has(dm)), best.meetings.filter(({ dm }) => !open.has(dm))];
    const answer = solver.whole(programmeOf(instance, edges, { fixed, start, keep, stay }), Math.min(left(), fixed.length ? longest : left()));
    const isBetter = offer([...fixed, ...likelyMeetings(answer)]);
    rounds.tell(isBetter, answer.isOptimal);
    idle = isBetter ? 0 : idle + 1;
    if (keep && stay > 1 && (idle > stubborn || !fixed.length)) {
      // Little more can be gained without moving more meetings.
      stay = 1;
      most = worthOf(boardOf(instance, best.meetings, baseline));
      continue;
    }
    if (fixed.length || !answer.isOptimal) continue;
    // The whole program was solved: there is no better plan, as far as HiGHS is right.
    if (!keep) best = { ...best, bound: Math.min(best.bound, Math.max(best.score, Math.floor(answer.value + 1e-6))) };
    break;
  }
  return best;
}

/**
 * The last part of improving a plan that keeps to a timetable. Value comes first now, then the number of unchanged meetings. At most two in a hundred
 * of the timetable's meetings are at another time, or six, or as many as are already. Ends at the optimum, when nothing better is found within that
 * limit, or after about `seconds`; `onStep` gets every better plan.
 */
export async function closeIn(instance: Instance, plan: Proof, seconds: number, onStep: (proof: Proof) => void, baseline: readonly Meeting[]): Promise<Proof> {
  const until = performance.now() + seconds * 1000;
  const left = () => (until - performance.now()) / 1000;
  const edges = edgesOf(instance);
  const keep = baselineSlots(edges, baseline);
  const home = new Map(edgePairs(edges).map((pair, edge) => [pair, keep[edge]!]));
  const isMoved = ({ dm, pitch, slot }: Meeting) => ![-1, slot].includes(home.get(`${dm} ${pitch}`) ?? -1);
  const mayMove = Math.max(Math.floor(mostMoved * baseline.length), fewMoved, plan.meetings.filter(isMoved).length);
  // All of it together is less than the value of any meeting.
  const stay = 1 / (baseline.length + 1);
  const worthOf = (meetings: readonly Meeting[]) => {
    const { score, stayed } = boardOf(instance, meetings, baseline);
    return { score, worth: score + stay * stayed };
  };
  const solver = await solverOf();
  const all = programmeOf(instance, edges, { fixed: [], start: [] }).meetings.length;
  const rounds = new Rounds(all, patience);
  const random = seededRandom(1);
  let best = plan;
  let most = worthOf(best.meetings).worth;
  while (best.score < best.bound && left() > 1) {
    const open = rounds.people(instance.dms.length, random);
    const [start, fixed] = [best.meetings.filter(({ dm }) => open.has(dm)), best.meetings.filter(({ dm }) => !open.has(dm))];
    const part = programmeOf(instance, edges, { fixed, start, keep, stay });
    const columns = part.meetings.flatMap((meeting, column) => (isMoved(meeting) ? [column] : []));
    const room = mayMove - fixed.filter(isMoved).length;
    if (columns.length > room) part.rows.push({ columns, values: columns.map(() => 1), most: room });
    const answer = solver.whole(part, Math.min(left(), fixed.length ? longest : left()));
    const meetings = [...fixed, ...likelyMeetings(answer)];
    const { score, worth } = worthOf(meetings);
    const isBetter = worth > most && score >= best.score && meetings.filter(isMoved).length <= mayMove && !violationsOf(instance, meetings).length;
    rounds.tell(isBetter, answer.isOptimal);
    if (isBetter) {
      [best, most] = [{ ...best, meetings, score }, worth];
      onStep(best);
    }
    if (!fixed.length && answer.isOptimal) break;
  }
  return best;
}

/** The meetings of an integer solution. */
export function likelyMeetings({ columns }: Answer): Meeting[] {
  return columns.filter(({ primal }) => primal > likely).map(({ meeting }) => meeting);
}

/** Fixes what is certain, then some of what is likely, and solves again, until nothing more is likely. */
function dive(board: Board, relaxed: Open, first: Answer, seconds: () => number): Meeting[] {
  const { edges } = board;
  const at = new Map(edgePairs(edges).map((pair, edge) => [pair, edge]));
  for (let { columns } = first; ; ) {
    const above = [...columns.entries()].filter(([, { primal }]) => primal > likely).sort(([, a], [, b]) => b.primal - a.primal);
    const certain = above.filter(([, { primal }]) => primal > sure).length;
    const undecided = columns.filter(({ primal }) => primal > 1e-6 && primal <= sure).length;
    const fixed: number[] = [];
    for (const [column, { meeting }] of above.slice(0, certain + Math.ceil(undecided * stride))) {
      const edge = at.get(`${meeting.dm} ${meeting.pitch}`)!; // every column belongs to a wish
      if (board.slotOf[edge]! >= 0 || !board.hasRoom(edge) || !board.fits(edge, meeting.slot)) continue;
      board.place(edge, meeting.slot);
      fixed.push(column);
    }
    if (!fixed.length || !undecided) return meetingsOn(board);
    relaxed.fix(fixed);
    const next = relaxed.relax(seconds());
    if (!next.isOptimal) return meetingsOn(board);
    columns = next.columns;
  }
}

function edgePairs(edges: Edges): string[] {
  return Array.from(edges.dm, (dm, edge) => `${dm} ${edges.pitch[edge]}`);
}
