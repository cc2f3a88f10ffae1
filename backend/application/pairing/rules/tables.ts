/**
 * Gives tables to meetings. A decision maker's meetings without a break between them are a stretch. Stretches are intervals: giving tables in the
 * order of their starts needs no more tables than there are meetings at the same time, so each stretch has one table unless somebody chose otherwise.
 * A chosen table applies to its whole stretch, and whoever is in the way swaps with others along a chain. After that, as many existing meetings as
 * possible keep their table, teams change tables as little as possible, and decision makers return to where they sat before. Pure.
 */
import type { Slot } from './grid.ts';

/** A meeting on the grid. */
export interface Seat {
  key: string;
  dm: string;
  pitch: string;
  /** index in the list of slots */
  slot: number;
  /** its present or preferred table, '' for none */
  room: string;
  /** must stay at that table */
  isPinned: boolean;
}

/**
 * Costs: of a meeting that leaves its table, of a team that changes tables between two meetings in a row, of a decision maker who changes after a
 * break, and of a table that others use that day.
 */
const price = { moved: 40, team: 8, home: 2, foreign: 1 } as const;
/** How often all meetings are checked again for a better table. */
const passes = 3;

/**
 * A table for every meeting, by its key; '' where a slot has none left.
 * @param busy by slot, tables that are used by others
 */
export function seatTables(slots: readonly Slot[], seats: readonly Seat[], busy: readonly ReadonlySet<string>[] = []): Map<string, string> {
  const hall = new Hall(slots, seats, busy);
  for (const stretch of [...hall.stretches].sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || a.from - b.from || (a.dm < b.dm ? -1 : 1)))
    hall.seat(stretch);
  for (let pass = 0; pass < passes && hall.improve(); pass += 1);
  return hall.rooms();
}

/** Slots that follow each other on one day with the same tables: between two meetings there people can stay at their table. */
export function isNext(slots: readonly Slot[], before: number, after: number): boolean {
  const [one, other] = [slots[before], slots[after]];
  if (!one || !other || after !== before + 1 || one.block.slice(0, 10) !== other.block.slice(0, 10)) return false;
  return one.rooms === other.rooms || one.rooms.join('\n') === other.rooms.join('\n');
}

/** One person's meetings divided where there is a break between them, in order of time. */
export function stretchesOf<T extends { slot: number }>(slots: readonly Slot[], own: readonly T[]): T[][] {
  const found: T[][] = [];
  for (const one of [...own].sort((a, b) => a.slot - b.slot)) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before && isNext(slots, before.slot, one.slot)) last.push(one);
    else found.push([one]);
  }
  return found;
}

/** How often decision makers change tables inside a stretch. */
export function tableChanges(slots: readonly Slot[], seats: readonly Pick<Seat, 'dm' | 'slot' | 'room'>[]): number {
  const changes = (own: readonly { room: string }[]) => own.filter(({ room }, index) => index > 0 && room !== own[index - 1]?.room).length;
  return byDm(seats)
    .flatMap((own) => stretchesOf(slots, own))
    .reduce((sum, own) => sum + changes(own), 0);
}

function byDm<T extends { dm: string }>(seats: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const seat of seats) {
    const known = groups.get(seat.dm);
    if (known) known.push(seat);
    else groups.set(seat.dm, [seat]);
  }
  return [...groups.values()];
}

interface Stretch {
  dm: string;
  seats: Seat[];
  from: number;
  /** '' while it has none */
  room: string;
  isPinned: boolean;
  /** the decision maker's next meeting */
  next?: Stretch;
  before?: Stretch;
}

class Hall {
  readonly stretches: Stretch[] = [];
  readonly #slots: readonly Slot[];
  /** by slot, table → the meeting there; null for one that is not ours */
  readonly #taken: Map<string, Stretch | null>[];
  readonly #stretchOf = new Map<Seat, Stretch>();
  readonly #fixed = new Map<string, string>();
  /** pitch and slot → its meeting */
  readonly #team = new Map<string, Seat>();

  constructor(slots: readonly Slot[], seats: readonly Seat[], busy: readonly ReadonlySet<string>[]) {
    this.#slots = slots;
    this.#taken = slots.map((_, slot) => new Map([...(busy[slot] ?? [])].map((room) => [room, null])));
    for (const own of byDm(seats)) {
      let last: Stretch | undefined;
      for (const whole of stretchesOf(slots, own)) {
        for (const part of this.#parts(whole)) {
          const stretch: Stretch = { dm: part[0]!.dm, seats: part, from: part[0]!.slot, room: '', isPinned: part.some(({ isPinned }) => isPinned) }; // no part is empty
          if (last) [last.next, stretch.before] = [stretch, last];
          last = stretch;
          this.stretches.push(stretch);
          for (const seat of part) this.#own(seat, stretch);
        }
      }
    }
  }

  /** One table for the whole stretch; else for as long as possible, and so on. */
  seat(stretch: Stretch): void {
    const pinned = stretch.seats.find(({ isPinned }) => isPinned)?.room;
    const rooms = pinned === undefined ? (this.#slots[stretch.from]?.rooms ?? []) : [pinned];
    const free = rooms.filter((room) => this.#reach(stretch, room) === stretch.seats.length);
    const room = free.length ? this.#best(stretch, free) : pinned === undefined ? this.#madeFree(stretch) : undefined;
    if (room !== undefined) {
      this.#sit(stretch, room);
      return;
    }
    const [head, tail] = this.#cut(stretch);
    this.#sit(head, pinned !== undefined && head.seats.some(({ isPinned }) => isPinned) ? pinned : this.#longest(head));
    if (tail) this.seat(tail);
  }

  /** Swaps the tables of stretches where that is better; true where any changed. */
  improve(): boolean {
    let isBetter = false;
    for (const stretch of this.stretches) {
      for (const room of this.#wanted(stretch)) {
        if (room === stretch.room || !stretch.room) continue;
        const chain = this.#chain(stretch, room);
        if (!chain) continue;
        const own = stretch.room;
        const before = this.#price(chain);
        this.#swap(chain, own, room);
        if (this.#price(chain) < before) isBetter = true;
        else this.#swap(chain, own, room);
      }
    }
    return isBetter;
  }

  rooms(): Map<string, string> {
    const found = new Map(this.#fixed);
    for (const { seats, room } of this.stretches) for (const { key } of seats) found.set(key, room);
    return found;
  }

  /**
   * Divided where a meeting is pinned to another table than those before. A meeting that is pinned to a table which its slot does not have is a part
   * of its own.
   */
  #parts(whole: readonly Seat[]): Seat[][] {
    const parts: Seat[][] = [[]];
    let pinned = '';
    for (const seat of whole) {
      if (seat.isPinned && !this.#slots[seat.slot]?.rooms.includes(seat.room)) {
        this.#fixed.set(seat.key, seat.room);
        if (seat.room) this.#taken[seat.slot]!.set(seat.room, null); // a slot of the list
        parts.push([]);
        pinned = '';
        continue;
      }
      if (seat.isPinned && pinned && pinned !== seat.room) parts.push([]);
      if (seat.isPinned) pinned = seat.room;
      parts.at(-1)?.push(seat);
    }
    return parts.filter((part) => part.length);
  }

  #own(seat: Seat, stretch: Stretch): void {
    this.#stretchOf.set(seat, stretch);
    this.#team.set(`${seat.pitch} ${seat.slot}`, seat);
    if (seat.isPinned) this.#taken[seat.slot]!.set(seat.room, stretch); // a slot of the list
  }

  #isFree(stretch: Stretch, slot: number, room: string): boolean {
    const who = this.#taken[slot]!.get(room);
    return (who === undefined || who === stretch) && this.#slots[slot]!.rooms.includes(room);
  }

  /** How many of the stretch's meetings could be at the table, from its start. */
  #reach(stretch: Stretch, room: string): number {
    const end = stretch.seats.findIndex(({ slot }) => !this.#isFree(stretch, slot, room));
    return end < 0 ? stretch.seats.length : end;
  }

  /** The free table that costs least and that no later meeting needs more. */
  #best(stretch: Stretch, rooms: readonly string[]): string {
    const [from, to] = [stretch.from, stretch.seats.at(-1)!.slot]; // no stretch is empty
    const wanted = new Map<string, number>();
    const foreign = new Set<string>();
    for (const other of this.stretches) {
      if (other.room && other.dm !== stretch.dm && this.#isSameDay(other.from, from)) foreign.add(other.room);
      if (other.room || other === stretch) continue;
      for (const { slot, room } of other.seats) if (slot >= from && slot <= to) wanted.set(room, (wanted.get(room) ?? 0) + price.moved);
    }
    let [best, least] = [rooms[0]!, Number.POSITIVE_INFINITY]; // called with at least one
    for (const room of rooms) {
      const cost = this.#priceAt(stretch, room) + (wanted.get(room) ?? 0) + (foreign.has(room) ? price.foreign : 0);
      if (cost < least) [best, least] = [room, cost];
    }
    return best;
  }

  #isSameDay(one: number, other: number): boolean {
    return this.#slots[one]?.block.slice(0, 10) === this.#slots[other]?.block.slice(0, 10);
  }

  /** A table whose meetings at that time can all move to another one, together with all connected meetings; none of them is pinned. */
  #madeFree(stretch: Stretch): string | undefined {
    const own = new Set(stretch.seats.map(({ slot }) => slot));
    const all = this.#slots[stretch.from]?.rooms ?? [];
    for (const room of all) {
      const guests = new Set(stretch.seats.map(({ slot }) => this.#taken[slot]!.get(room)).filter((one) => one !== undefined));
      if (guests.has(null) || !stretch.seats.every(({ slot }) => this.#slots[slot]!.rooms.includes(room))) continue;
      const swapped: [Stretch[], string][] = [];
      let isFree = true;
      for (const guest of guests) {
        if (!guest || guest.room !== room) continue;
        const ways = all.flatMap((other): [Stretch[], string][] => {
          const chain = other === room ? undefined : this.#chain(guest, other);
          // A meeting that returns to the table must not be at the time of the stretch itself.
          return !chain || chain.some((one) => one.room === other && one.seats.some(({ slot }) => own.has(slot))) ? [] : [[chain, other]];
        });
        const [first] = ways;
        if (!first) {
          isFree = false;
          break;
        }
        const way = ways.reduce((best, one) => (one[0].length < best[0].length ? one : best), first);
        this.#swap(way[0], room, way[1]);
        swapped.push(way);
      }
      if (isFree) return room;
      for (const [chain, other] of swapped.reverse()) this.#swap(chain, room, other);
    }
    return undefined;
  }

  #longest(stretch: Stretch): string {
    const rooms = this.#slots[stretch.from]?.rooms ?? [];
    const far = Math.max(0, ...rooms.map((room) => this.#reach(stretch, room)));
    const best = rooms.filter((room) => this.#reach(stretch, room) === far);
    return far > 0 ? this.#best(stretch, best) : '';
  }

  /** The first meetings, which can be at one table, and the rest. */
  #cut(stretch: Stretch): [Stretch, Stretch | undefined] {
    const pinned = stretch.seats.findIndex(({ isPinned }) => isPinned);
    const rooms = this.#slots[stretch.from]?.rooms ?? [];
    // The part before a pinned meeting that cannot be at its table is placed separately.
    const far =
      pinned > 0 ? pinned : pinned === 0 ? this.#reach(stretch, stretch.seats[0]!.room) : Math.max(0, ...rooms.map((room) => this.#reach(stretch, room)));
    const at = Math.max(1, Math.min(far, stretch.seats.length - 1));
    if (stretch.seats.length === 1) return [stretch, undefined];
    const seats = stretch.seats.splice(at);
    const tail: Stretch = { dm: stretch.dm, seats, from: seats[0]!.slot, room: '', isPinned: seats.some(({ isPinned }) => isPinned), before: stretch };
    if (stretch.next) [tail.next, stretch.next.before] = [stretch.next, tail];
    stretch.next = tail;
    stretch.isPinned = stretch.seats.some(({ isPinned }) => isPinned);
    for (const seat of seats) {
      this.#stretchOf.set(seat, tail);
      if (seat.isPinned) this.#taken[seat.slot]!.set(seat.room, tail);
    }
    this.stretches.push(tail);
    return [stretch, tail];
  }

  #sit(stretch: Stretch, room: string): void {
    for (const { slot } of stretch.seats) {
      if (stretch.room && this.#taken[slot]!.get(stretch.room) === stretch) this.#taken[slot]!.delete(stretch.room);
    }
    stretch.room = room;
    if (room) for (const { slot } of stretch.seats) this.#taken[slot]!.set(room, stretch);
  }

  /** Tables that would be good for the stretch. */
  #wanted(stretch: Stretch): Set<string> {
    const near = stretch.seats.flatMap((seat) => [seat.room, ...[-1, 1].map((step) => this.#roomOf(this.#beside(seat, step)))]);
    return new Set([...near, stretch.before?.room ?? '', stretch.next?.room ?? ''].filter(Boolean));
  }

  /** All meetings that have to move if the stretch swaps its table with another one; undefined where one of them cannot. */
  #chain(start: Stretch, room: string): Stretch[] | undefined {
    const [own, found] = [start.room, new Set([start])];
    for (const stretch of found) {
      const to = stretch.room === own ? room : own;
      if (stretch.isPinned) return undefined;
      for (const { slot } of stretch.seats) {
        const other = this.#taken[slot]!.get(to);
        if (other === null || !this.#slots[slot]!.rooms.includes(to)) return undefined;
        if (other) found.add(other);
      }
    }
    return [...found];
  }

  #swap(chain: readonly Stretch[], a: string, b: string): void {
    const to = chain.map(({ room }) => (room === a ? b : a));
    for (const stretch of chain) this.#sit(stretch, '');
    for (const [index, stretch] of chain.entries()) this.#sit(stretch, to[index]!);
  }

  #price(chain: readonly Stretch[]): number {
    return chain.reduce((sum, stretch) => sum + this.#priceAt(stretch, stretch.room), 0);
  }

  #priceAt(stretch: Stretch, room: string): number {
    let sum = 0;
    for (const seat of stretch.seats) {
      if (seat.room && seat.room !== room) sum += price.moved;
      for (const step of [-1, 1]) {
        const other = this.#beside(seat, step);
        const there = this.#roomOf(other);
        if (other && there && there !== room && this.#stretchOf.get(other) !== stretch) sum += price.team;
      }
    }
    for (const { room: there } of [stretch.before, stretch.next].filter((one) => one !== undefined)) if (there && there !== room) sum += price.home;
    return sum;
  }

  /** The meeting of the same team in the next or the previous slot. */
  #beside({ pitch, slot }: Seat, step: number): Seat | undefined {
    const isNear = step > 0 ? isNext(this.#slots, slot, slot + 1) : isNext(this.#slots, slot - 1, slot);
    return isNear ? this.#team.get(`${pitch} ${slot + step}`) : undefined;
  }

  #roomOf(seat: Seat | undefined): string {
    return seat ? (this.#stretchOf.get(seat)?.room ?? '') : '';
  }
}
