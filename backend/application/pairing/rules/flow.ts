/** The best set of meetings when times are ignored: a maximum-weight b-matching by min-cost flow. Its value is an upper bound for every timetable. Pure. */
import { Network } from '#rules/values/flow.ts';
import { type Edges, type Instance, rewardOf, roomOf } from './instance.ts';

export interface Matching {
  /** wishes of the set */
  chosen: number[];
  /** no plan has a higher value */
  bound: number;
}

/** Solves by successive shortest paths with potentials; the solution is integral. */
export function bestSet(instance: Instance, edges: Edges): Matching {
  const network = networkOf(instance, edges);
  const value = network.run(totalRoom(instance));
  const chosen: number[] = [];
  for (let edge = 0; edge < edges.count; edge += 1) if (network.isFull(edge)) chosen.push(edge);
  return { chosen, bound: value };
}

function totalRoom(instance: Instance): number {
  const tables = instance.tables.reduce((sum, one) => sum + one, 0);
  return Math.min(
    tables,
    instance.dms.reduce((sum, dm) => sum + roomOf(dm, instance), 0),
  );
}

/** Nodes: source, decision makers, pitches, sink. The wishes' arcs come first, so that arc 2·e is wish e. */
function networkOf(instance: Instance, edges: Edges): Network {
  const [dms, pitches] = [instance.dms.length, instance.pitches.length];
  const [source, sink] = [dms + pitches, dms + pitches + 1];
  const network = new Network(dms + pitches + 2, source, sink);
  for (let edge = 0; edge < edges.count; edge += 1) network.arc(edges.dm[edge]!, dms + edges.pitch[edge]!, 1, edges.weight[edge]!);
  const arms = (who: number, room: number, has: number, add: (who: number, capacity: number, reward: number) => void) => {
    // One arc for each rewarded meeting, and one for the rest. Rewards fall, so the flow uses the arcs in order.
    let left = room;
    for (let count = has; left > 0; count += 1) {
      const reward = rewardOf(instance, count);
      const capacity = reward > 0 ? 1 : left;
      add(who, capacity, reward);
      left -= capacity;
    }
  };
  for (const [d, dm] of instance.dms.entries()) arms(d, roomOf(dm, instance), dm.has, (who, capacity, reward) => network.arc(source, who, capacity, reward));
  for (const [p, pitch] of instance.pitches.entries())
    arms(p, roomOf(pitch), pitch.has, (who, capacity, reward) => network.arc(dms + who, sink, capacity, reward));
  return network;
}
