/** The bound that the linear programme proves, and better plans: by diving, where what the relaxation is sure of stands, and by solving parts whole. */
import { Board, meetingsOn } from '#domain/pairing/board.ts';
import { boardOf } from '#domain/pairing/explain.ts';
import { type Edges, edgesOf, type Instance, keptSlots, stayWorth } from '#domain/pairing/instance.ts';
import { boundBy, programmeOf } from '#domain/pairing/linear.ts';
import { improve } from '#domain/pairing/search.ts';
import { type Meeting, violationsOf } from '#domain/pairing/verify.ts';
import { seededRandom } from '#domain/random.ts';
import { type Answer, type Open, solverOf } from './highs.ts';
import { Rounds } from './rounds.ts';

export interface Proof {
  meetings: Meeting[];
  score: number;
  /** no plan is worth more */
  bound: number;
}

/** Within this of the bound a plan is good enough, as a share. */
const enough = 0.001;
/** Where a timetable is kept to, for what it leaves alone. */
const enoughKept = 0.002;
/** Further from it than this a dive brings more than what stands. */
const far = 0.01;
/** Steps of the search on the plan that the dive brings. */
const polishing = 12_000;
/** Values of the relaxation. */
const sure = 0.999;
const likely = 0.5;
/** Share of the undecided that a dive fixes at once. */
const stride = 0.08;
/** Rounds without anything better after which they grow wider. */
const patience = 4;
/** Rounds without anything better after which a repair may move more. */
const stubborn = 10;
/** s for a part that is solved whole. */
const longest = 5;

/**
 * Proves a plan or finds a better one, in at most about `seconds`. `onStep` hears of every better plan or bound. What HiGHS gives is checked like
 * everything else: it has been wrong before. `kept` is the timetable that a better plan has to keep to.
 */
export async function prove(instance: Instance, found: Proof, seconds: number, onStep: (proof: Proof) => void, kept?: readonly Meeting[]): Promise<Proof> {
  const until = performance.now() + seconds * 1000;
  const left = () => Math.max(1, (until - performance.now()) / 1000);
  const edges = edgesOf(instance);
  const keep = kept && keptSlots(edges, kept);
  const solver = await solverOf();
  let best = found;
  let stay = stayWorth;
  const worthOf = ({ score, stayed }: Board) => score + stay * stayed;
  let most = worthOf(boardOf(instance, found.meetings, kept));
  const isEnough = () => best.score >= best.bound * (1 - (kept ? enoughKept : enough));
  /** True where it is better and keeps the rules. */
  const offer = (meetings: Meeting[]): boolean => {
    const board = boardOf(instance, meetings, kept);
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
    // Worths are whole numbers, so is the best plan's.
    best = { ...best, bound: Math.min(best.bound, Math.floor(boundBy(programme, first.prices) + 1e-6)) };
    onStep(best);
    // What stays is no part of the worth that is proven.
    if (keep && best.score < best.bound * (1 - far)) {
      relaxed.reprice(programmeOf(instance, edges, { fixed: [], start: [], keep }).worth);
      first = relaxed.relax(left());
    }
    if (best.score < best.bound * (1 - far) && left() > 1) {
      const fixed = dive(new Board(instance, edges), relaxed, first, () => Math.min(left(), longest));
      const rest = solver.whole(programmeOf(instance, edges, { fixed, start: [], keep }), Math.min(left(), longest));
      const ended = [...fixed, ...standing(rest)];
      if (!violationsOf(instance, ended).length) {
        // From where the dive ended the search often finds the next few points in a moment.
        const board = boardOf(instance, ended, kept);
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
    const isBetter = offer([...fixed, ...standing(answer)]);
    rounds.tell(isBetter, answer.isOptimal);
    idle = isBetter ? 0 : idle + 1;
    if (keep && stay > 1 && (idle > stubborn || !fixed.length)) {
      // Too little is to be had without moving more.
      stay = 1;
      most = worthOf(boardOf(instance, best.meetings, kept));
      continue;
    }
    if (fixed.length || !answer.isOptimal) continue;
    // All of it was solved: there is no better plan, as far as HiGHS can be believed.
    if (!keep) best = { ...best, bound: Math.min(best.bound, Math.max(best.score, Math.floor(answer.value + 1e-6))) };
    break;
  }
  return best;
}

/** Meetings that an answer in whole numbers holds. */
export function standing({ columns }: Answer): Meeting[] {
  return columns.filter(({ primal }) => primal > likely).map(({ meeting }) => meeting);
}

/** Fixes what is sure, then some of what is likely, and asks again, until nothing more is likely. */
function dive(board: Board, relaxed: Open, first: Answer, seconds: () => number): Meeting[] {
  const { edges } = board;
  const at = new Map(edgePairs(edges).map((pair, edge) => [pair, edge]));
  for (let { columns } = first; ; ) {
    const above = [...columns.entries()].filter(([, { primal }]) => primal > likely).sort(([, a], [, b]) => b.primal - a.primal);
    const certain = above.filter(([, { primal }]) => primal > sure).length;
    const undecided = columns.filter(({ primal }) => primal > 1e-6 && primal <= sure).length;
    const fixed: number[] = [];
    for (const [column, { meeting }] of above.slice(0, certain + Math.ceil(undecided * stride))) {
      const edge = at.get(`${meeting.dm} ${meeting.pitch}`)!; // every column is of a wish
      const { dm, pitch, slot } = meeting;
      if (board.slotOf[edge]! >= 0 || !board.hasRoom(edge) || !board.hasTable(slot) || board.atDm(dm, slot) >= 0 || board.atPitch(pitch, slot) >= 0) continue;
      board.place(edge, slot);
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
