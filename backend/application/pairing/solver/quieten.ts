/** The last improvement of a plan: solves parts of it exactly for the fewest breaks, and with a baseline for the fewest moved meetings, at the same value. */

import { seededRandom } from '#rules/values/random.ts';
import { allBreaks, breaksOf, unrestPrice } from '../rules/breaks.ts';
import { boardOf } from '../rules/explain.ts';
import { edgesOf, type Instance } from '../rules/instance.ts';
import { quietProgramme } from '../rules/quiet.ts';
import { type Meeting, violationsOf } from '../rules/verify.ts';
import { likelyMeetings } from './exact.ts';
import { solverOf } from './highs.ts';
import { Rounds } from './rounds.ts';

/** Rounds without improvement after which the rounds grow, and after which it ends; time of a round, s. */
const patience = 2;
const most = 24;
const longest = 3;

/** A plan of at least the same value, in at most about `seconds`; the same plan where no better one was found. `baseline` is the released timetable. */
export async function quieten(instance: Instance, plan: readonly Meeting[], seconds: number, baseline?: readonly Meeting[]): Promise<readonly Meeting[]> {
  const until = performance.now() + seconds * 1000;
  const edges = edgesOf(instance);
  const solver = await solverOf();
  const random = seededRandom(1);
  const unrestOf = (meetings: readonly Meeting[]) => {
    const board = boardOf(instance, meetings, baseline);
    const restless = instance.dms.flatMap((_, dm) => (breaksOf(board, dm) > 0 ? [dm] : []));
    return { price: allBreaks(board) - unrestPrice * board.stayed, score: board.score, restless };
  };
  const moved = (meetings: readonly Meeting[]) => {
    const at = new Set(meetings.map(({ dm, pitch, slot }) => `${dm} ${pitch} ${slot}`));
    return (baseline ?? []).flatMap(({ dm, pitch, slot }) => (at.has(`${dm} ${pitch} ${slot}`) ? [] : [dm]));
  };
  let best = plan;
  let now = unrestOf(best);
  const rounds = new Rounds(
    edges.common.reduce((sum, slots) => sum + slots.length, 0),
    patience,
  );
  for (let idle = 0; idle < most; idle += 1) {
    const first = [...new Set([...now.restless, ...moved(best)])];
    const left = (until - performance.now()) / 1000;
    if (!first.length || left <= 0) break;
    const open = rounds.people(instance.dms.length, random, first);
    const [start, fixed] = [best.filter(({ dm }) => open.has(dm)), best.filter(({ dm }) => !open.has(dm))];
    const answer = solver.whole(quietProgramme(instance, edges, { fixed, start, baseline }), Math.min(left, longest));
    const next = [...fixed, ...likelyMeetings(answer)];
    const then = unrestOf(next);
    const isBetter = then.price < now.price && then.score >= now.score && !violationsOf(instance, next).length;
    rounds.tell(isBetter, answer.isOptimal);
    if (!isBetter && !fixed.length) break;
    if (!isBetter) continue;
    [best, now, idle] = [next, then, -1];
  }
  return best;
}
