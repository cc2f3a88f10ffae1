/**
 * A timetable under construction: the places of its meetings, its value, and the moves that cause no clash. Changes are recorded, so that they can be
 * undone.
 */
import { rowAround } from './in-row.ts';
import { type Edges, type Instance, rewardOf, stayWorth } from './instance.ts';
import type { Meeting } from './verify.ts';

export class Board {
  readonly instance: Instance;
  readonly edges: Edges;
  readonly slots: number;
  /** slot of each wish, -1 where it is unmet */
  readonly slotOf: Int32Array;
  /** [dm × slot], [pitch × slot] → wish, -1 for none */
  readonly dmAt: Int32Array;
  readonly pitchAt: Int32Array;
  readonly dmCount: Int32Array;
  readonly pitchCount: Int32Array;
  score = 0;
  /** slot that each wish had in the released timetable, -1 for none; where it is given, moves that leave those slots alone are preferred */
  readonly keep: Int32Array | undefined;
  /** number of meetings in their old slot */
  stayed = 0;
  readonly #tablesLeft: number[];
  readonly #dmFree: Uint8Array;
  readonly #pitchFree: Uint8Array;
  /** (wish, slot before) of each change since the last mark */
  #journal: number[] = [];

  constructor(instance: Instance, edges: Edges, keep?: Int32Array) {
    this.instance = instance;
    this.keep = keep;
    this.edges = edges;
    this.slots = instance.blocks.length;
    this.slotOf = new Int32Array(edges.count).fill(-1);
    this.dmAt = new Int32Array(instance.dms.length * this.slots).fill(-1);
    this.pitchAt = new Int32Array(instance.pitches.length * this.slots).fill(-1);
    this.dmCount = Int32Array.from(instance.dms, ({ has }) => has);
    this.pitchCount = Int32Array.from(instance.pitches, ({ has }) => has);
    this.#tablesLeft = [...instance.tables];
    this.#dmFree = Uint8Array.from(instance.dms.flatMap(({ free }) => free.map(Number)));
    this.#pitchFree = Uint8Array.from(instance.pitches.flatMap(({ free }) => free.map(Number)));
  }

  /** What a search compares: the value of the meetings, plus something for each that stays in its old slot. */
  get worth(): number {
    return this.score + stayWorth * this.stayed;
  }

  /** How many more meetings would be out of their old slot if these swapped their slots. */
  unrest(chain: readonly number[], a: number, b: number): number {
    const { keep, slotOf } = this;
    if (!keep) return 0;
    let moved = 0;
    for (const edge of chain) {
      const from = slotOf[edge]!;
      if (keep[edge] === from) moved += 1;
      else if (keep[edge] === (from === a ? b : a)) moved -= 1;
    }
    return moved;
  }

  isDmFree(dm: number, slot: number): boolean {
    return this.#dmFree[dm * this.slots + slot] === 1;
  }

  isPitchFree(pitch: number, slot: number): boolean {
    return this.#pitchFree[pitch * this.slots + slot] === 1;
  }

  /** Opens or closes a slot of a person, to find out what it would make possible. */
  open(isDm: boolean, who: number, slot: number, isFree: boolean): void {
    (isDm ? this.#dmFree : this.#pitchFree)[who * this.slots + slot] = isFree ? 1 : 0;
  }

  atDm(dm: number, slot: number): number {
    return this.dmAt[dm * this.slots + slot]!; // inside the table by construction; so below
  }

  atPitch(pitch: number, slot: number): number {
    return this.pitchAt[pitch * this.slots + slot]!;
  }

  hasTable(slot: number): boolean {
    return this.#tablesLeft[slot]! > 0;
  }

  /** True where both are idle in the slot, it has a table, and the decision maker's row stays within its limit. The caller checks absences and quotas. */
  fits(edge: number, slot: number): boolean {
    const [dm, pitch] = [this.edges.dm[edge]!, this.edges.pitch[edge]!];
    return this.hasTable(slot) && this.atDm(dm, slot) < 0 && this.atPitch(pitch, slot) < 0 && this.row(dm, slot).length < this.instance.mostInRow;
  }

  /** The other slots of the row that a decision maker's meeting in this slot would be part of, except the given ones; [] where rows have no limit. */
  row(dm: number, slot: number, without: readonly number[] = []): number[] {
    const { follows, mostInRow, dms } = this.instance;
    if (mostInRow === Infinity) return [];
    return rowAround(follows, slot, (at) => (this.atDm(dm, at) >= 0 && !without.includes(at)) || dms[dm]!.taken[at]!);
  }

  /** Neither has reached their quota. */
  hasRoom(edge: number): boolean {
    const [dm, pitch] = [this.edges.dm[edge]!, this.edges.pitch[edge]!];
    return this.dmCount[dm]! < this.instance.dms[dm]!.quota && this.pitchCount[pitch]! < this.instance.pitches[pitch]!.quota;
  }

  /** The value that the meeting would add now. */
  gain(edge: number): number {
    const { instance, edges } = this;
    return edges.weight[edge]! + rewardOf(instance, this.dmCount[edges.dm[edge]!]!) + rewardOf(instance, this.pitchCount[edges.pitch[edge]!]!);
  }

  /** The value that would be lost with it now. */
  loss(edge: number): number {
    const { instance, edges } = this;
    return edges.weight[edge]! + rewardOf(instance, this.dmCount[edges.dm[edge]!]! - 1) + rewardOf(instance, this.pitchCount[edges.pitch[edge]!]! - 1);
  }

  place(edge: number, slot: number): void {
    this.#journal.push(edge, -1);
    this.#set(edge, slot);
  }

  remove(edge: number): void {
    this.#journal.push(edge, this.slotOf[edge]!);
    this.#unset(edge);
  }

  /** A mark to which `undoTo` can return. */
  mark(): number {
    return this.#journal.length;
  }

  undoTo(mark: number): void {
    while (this.#journal.length > mark) {
      const slot = this.#journal.pop()!; // always pushed in pairs
      const edge = this.#journal.pop()!;
      if (slot < 0) this.#unset(edge);
      else this.#set(edge, slot);
    }
  }

  /** Wishes that were placed or removed since the mark; some more than once. */
  changedSince(mark: number): number[] {
    return this.#journal.filter((_, index) => index >= mark && index % 2 === 0);
  }

  /** Forgets the recorded changes: they cannot be undone any more. */
  forgetJournal(): void {
    this.#journal = [];
  }

  /**
   * The meetings in two slots that are connected with one participant's meeting: swapping the slots of all of them keeps every pair and causes no
   * clash. Empty where an end of the chain is not free in the other slot, would have too long a row there, or has no table.
   */
  chain(isDm: boolean, who: number, a: number, b: number): number[] {
    const found: number[] = [];
    const isCycle = this.#walk(isDm, who, a, b, found);
    if (isCycle === undefined) return [];
    if (!isCycle && this.#walk(isDm, who, b, a, found) === undefined) return [];
    let balance = 0;
    for (const edge of found) balance += this.slotOf[edge] === a ? 1 : -1;
    if (balance > 0 && this.#tablesLeft[b]! < balance) return [];
    if (balance < 0 && this.#tablesLeft[a]! < -balance) return [];
    return found;
  }

  /** Swaps the two slots of a chain's meetings. */
  swap(chain: readonly number[], a: number, b: number): void {
    const slots = chain.map((edge) => this.slotOf[edge]!);
    for (const edge of chain) this.remove(edge);
    for (const [index, edge] of chain.entries()) this.place(edge, slots[index] === a ? b : a);
  }

  /** Follows the meetings alternately in two slots, `first` first. True when it returns to its start, undefined where the end is not free for it. */
  #walk(isDm: boolean, who: number, first: number, second: number, found: number[]): boolean | undefined {
    let [side, current, slot] = [isDm, who, first];
    for (;;) {
      const edge = side ? this.atDm(current, slot) : this.atPitch(current, slot);
      if (edge < 0) {
        const other = slot === first ? second : first;
        // The start has nothing in the first slot: it is an end itself if it has the other one.
        if (current === who && side === isDm && (side ? this.atDm(who, other) : this.atPitch(who, other)) < 0) return false;
        const isFree = side
          ? this.isDmFree(current, slot) && this.row(current, slot, [other]).length < this.instance.mostInRow
          : this.isPitchFree(current, slot);
        return isFree ? false : undefined;
      }
      found.push(edge);
      current = side ? this.edges.pitch[edge]! : this.edges.dm[edge]!;
      side = !side;
      slot = slot === first ? second : first;
      if (current === who && side === isDm && slot === first) return true;
    }
  }

  #set(edge: number, slot: number): void {
    const [dm, pitch] = [this.edges.dm[edge]!, this.edges.pitch[edge]!];
    this.score += this.gain(edge);
    this.slotOf[edge] = slot;
    if (this.keep?.[edge] === slot) this.stayed += 1;
    this.dmAt[dm * this.slots + slot] = edge;
    this.pitchAt[pitch * this.slots + slot] = edge;
    this.dmCount[dm]! += 1;
    this.pitchCount[pitch]! += 1;
    this.#tablesLeft[slot]! -= 1;
  }

  #unset(edge: number): void {
    const [dm, pitch, slot] = [this.edges.dm[edge]!, this.edges.pitch[edge]!, this.slotOf[edge]!];
    this.score -= this.loss(edge);
    this.slotOf[edge] = -1;
    if (this.keep?.[edge] === slot) this.stayed -= 1;
    this.dmAt[dm * this.slots + slot] = -1;
    this.pitchAt[pitch * this.slots + slot] = -1;
    this.dmCount[dm]! -= 1;
    this.pitchCount[pitch]! -= 1;
    this.#tablesLeft[slot]! += 1;
  }
}

/** The present meetings, as a plan. */
export function meetingsOn({ edges, slotOf }: Board): Meeting[] {
  const meetings: Meeting[] = [];
  for (const [edge, slot] of slotOf.entries()) if (slot >= 0) meetings.push({ dm: edges.dm[edge]!, pitch: edges.pitch[edge]!, slot });
  return meetings;
}
