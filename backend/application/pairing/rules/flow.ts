/** The best set of meetings when times are ignored: a maximum-weight b-matching by min-cost flow. Its value is an upper bound for every timetable. Pure. */
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

class Network {
  readonly #nodes: number;
  readonly #source: number;
  readonly #sink: number;
  readonly #from: number[][];
  readonly #to: number[] = [];
  readonly #left: number[] = [];
  readonly #cost: number[] = [];

  constructor(nodes: number, source: number, sink: number) {
    this.#nodes = nodes;
    this.#source = source;
    this.#sink = sink;
    this.#from = Array.from({ length: nodes }, () => []);
  }

  /** Adds an arc that a unit may use for `value`, and its reverse arc. */
  arc(from: number, to: number, capacity: number, value: number): void {
    this.#from[from]!.push(this.#to.length);
    this.#to.push(to);
    this.#left.push(capacity);
    this.#cost.push(-value);
    this.#from[to]!.push(this.#to.length);
    this.#to.push(from);
    this.#left.push(0);
    this.#cost.push(value);
  }

  isFull(index: number): boolean {
    return this.#left[2 * index] === 0;
  }

  /** Sends units while each still adds value, at most `most`; returns the sum of their values. */
  run(most: number): number {
    const potential = this.#firstPotentials();
    let value = 0;
    for (let units = 0; units < most; units += 1) {
      const arcs = this.#shortest(potential);
      if (!arcs) break;
      const gained = -(potential[this.#sink]! - potential[this.#source]!);
      if (gained <= 0) break;
      for (let node = this.#sink; node !== this.#source; ) {
        const arc = arcs[node]!; // a path leads here
        this.#left[arc]! -= 1;
        this.#left[arc ^ 1]! += 1;
        node = this.#to[arc ^ 1]!;
      }
      value += gained;
    }
    return value;
  }

  /** Longest distances first: without flow the network has no cycle, so a few rounds of relaxation are enough. */
  #firstPotentials(): Float64Array {
    const potential = new Float64Array(this.#nodes).fill(Infinity);
    potential[this.#source] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (let node = 0; node < this.#nodes; node += 1) {
        if (potential[node] === Infinity) continue;
        for (const arc of this.#from[node]!) {
          const next = potential[node]! + this.#cost[arc]!;
          if (this.#left[arc]! > 0 && next < potential[this.#to[arc]!]!) {
            potential[this.#to[arc]!] = next;
            changed = true;
          }
        }
      }
    }
    return potential;
  }

  /** Dijkstra over reduced costs; updates the potentials. Returns the arc that leads to each node; undefined when the sink cannot be reached. */
  #shortest(potential: Float64Array): Int32Array | undefined {
    const distance = new Float64Array(this.#nodes).fill(Infinity);
    const done = new Uint8Array(this.#nodes);
    const by = new Int32Array(this.#nodes).fill(-1);
    distance[this.#source] = 0;
    for (;;) {
      let node = -1;
      for (let other = 0; other < this.#nodes; other += 1) if (!done[other] && (node < 0 || distance[other]! < distance[node]!)) node = other;
      if (node < 0 || distance[node] === Infinity) break;
      done[node] = 1;
      for (const arc of this.#from[node]!) {
        const to = this.#to[arc]!;
        if (this.#left[arc] === 0 || potential[to] === Infinity) continue;
        const next = distance[node]! + this.#cost[arc]! + potential[node]! - potential[to]!;
        if (next < distance[to]! - 1e-9) {
          distance[to] = next;
          by[to] = arc;
        }
      }
    }
    if (distance[this.#sink] === Infinity) return undefined;
    for (let node = 0; node < this.#nodes; node += 1) if (distance[node]! < Infinity) potential[node]! += distance[node]!;
    return by;
  }
}
