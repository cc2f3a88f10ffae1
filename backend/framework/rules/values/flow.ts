/** The most valuable flow through a network whose arcs have a capacity and a value a unit: successive shortest paths with potentials. Integral. Pure. */

export class Network {
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
    for (let units = 0; units < most; ) {
      if (!this.#measure(potential)) break;
      const gained = -(potential[this.#sink]! - potential[this.#source]!);
      if (gained <= 0) break;
      const sent = this.#send(potential, most - units);
      if (sent === 0) break; // rounding has hidden the path
      units += sent;
      value += gained * sent;
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

  /** Dijkstra over reduced costs, as far as the sink; updates the potentials. False when the sink cannot be reached. */
  #measure(potential: Float64Array): boolean {
    const distance = new Float64Array(this.#nodes).fill(Infinity);
    const done = new Uint8Array(this.#nodes);
    distance[this.#source] = 0;
    for (;;) {
      // Of what is equally near the sink comes first: nothing behind it matters.
      let node = this.#sink;
      for (let other = 0; other < this.#nodes; other += 1) if (!done[other] && distance[other]! < distance[node]!) node = other;
      if (node === this.#sink) break;
      done[node] = 1;
      for (const arc of this.#from[node]!) {
        const to = this.#to[arc]!;
        if (this.#left[arc] === 0 || potential[to] === Infinity) continue;
        const next = distance[node]! + this.#cost[arc]! + potential[node]! - potential[to]!;
        if (next < distance[to]! - tolerance) distance[to] = next;
      }
    }
    const most = distance[this.#sink]!;
    if (most === Infinity) return false;
    for (let node = 0; node < this.#nodes; node += 1) potential[node]! += Math.min(distance[node]!, most);
    return true;
  }

  /** Sends units along shortest paths only, as many as fit; each of them adds the same value. At least one, since there is such a path. */
  #send(potential: Float64Array, most: number): number {
    const next = new Int32Array(this.#nodes);
    const seen = new Uint8Array(this.#nodes);
    const push = (node: number, room: number): number => {
      if (node === this.#sink) return room;
      seen[node] = 1;
      let sent = 0;
      const arcs = this.#from[node]!;
      for (; next[node]! < arcs.length; next[node]! += 1) {
        const arc = arcs[next[node]!]!; // in the list, by the line above
        const to = this.#to[arc]!;
        if (this.#left[arc] === 0 || seen[to] || Math.abs(this.#cost[arc]! + potential[node]! - potential[to]!) > tolerance) continue;
        const got = push(to, Math.min(room - sent, this.#left[arc]!));
        this.#left[arc]! -= got;
        this.#left[arc ^ 1]! += got;
        sent += got;
        if (sent === room) {
          seen[node] = 0;
          return sent;
        }
      }
      return sent; // it stays seen: nothing more leads from here to the sink
    };
    return push(this.#source, most);
  }
}

/** Costs are sums of a few numbers; smaller differences are rounding. */
const tolerance = 1e-9;
