/** Tables of existing meetings, as rows: which of them are on the grid, and who changes tables when something is moved by hand. Pure. */
import type { Row } from '#codegen/model.ts';
import { idIn } from '#rules/records/facts.ts';
import { intervalOf, overlap } from '#rules/values/intervals.ts';
import type { Slot } from './grid.ts';
import { type Seat, seatTables, stretchesOf, tableChanges } from './tables.ts';

/** Rows as meetings of the grid, by id. A row that is off the grid occupies its table in the slots that it overlaps. */
export function seatsOf(slots: readonly Slot[], rows: readonly Row[]): { seats: Seat[]; busy: Set<string>[] } {
  const slotAt = new Map(slots.map(({ start, end }, slot) => [`${start} ${end}`, slot]));
  const busy = slots.map(() => new Set<string>());
  const seats = rows.flatMap((row): Seat[] => {
    const [when, room] = [intervalOf(row), idIn(row, 'room')];
    const slot = slotAt.get(`${when.start} ${when.end}`);
    if (slot !== undefined) return [{ key: idIn(row, 'id'), dm: idIn(row, 'dm'), pitch: idIn(row, 'pitch'), slot, room, isPinned: row.tableChosen === true }];
    if (room) for (const [at, other] of slots.entries()) if (overlap(when, other)) busy[at]?.add(room);
    return [];
  });
  return { seats, busy };
}

/**
 * Tables after moves by hand: the meetings that get another one. First only stretches with a moved meeting change. Where that leaves a change of
 * tables inside one of them, everybody whose table was not chosen by hand may be moved, too. The last choice applies to the whole stretch; only
 * locked meetings at a chosen table stay there.
 * @param loose meetings that need a table
 * @param chosen meetings whose table somebody chose: they stay there
 */
export function reseated(slots: readonly Slot[], rows: readonly Row[], loose: ReadonlySet<string>, chosen: ReadonlySet<string>): Map<string, string> {
  const { seats, busy } = seatsOf(slots, rows);
  const isAsked = ({ key }: Seat) => loose.has(key) || chosen.has(key);
  // The rules refuse a chosen table that somebody else cannot leave.
  const held = new Set(seats.flatMap((seat) => (isAsked(seat) || !seat.room ? [] : [`${seat.slot} ${seat.room}`])));
  if (seats.some(({ key, slot, room }) => chosen.has(key) && held.has(`${slot} ${room}`))) return new Map();
  const dms = new Set(seats.filter(isAsked).map(({ dm }) => dm));
  const touched = [...dms]
    .flatMap((dm) =>
      stretchesOf(
        slots,
        seats.filter((seat) => seat.dm === dm),
      ),
    )
    .filter((own) => own.some(isAsked));
  const open = new Set(touched.flatMap((own) => own.map(({ key }) => key)));
  const locked = new Set(rows.flatMap((row) => (row.locked === true ? [idIn(row, 'id')] : [])));
  const overruled = new Set(touched.flatMap((own) => (own.some(({ key }) => chosen.has(key)) ? own.flatMap(({ key }) => (locked.has(key) ? [] : [key])) : [])));
  // A meeting that joins a stretch moves to its table.
  const guests = new Set(touched.flatMap((own) => (own.every(({ key }) => loose.has(key)) ? [] : own.flatMap(({ key }) => (loose.has(key) ? [key] : [])))));
  const wished = seats.map((seat) => (guests.has(seat.key) ? { ...seat, room: '' } : seat));
  const seated = (isOpen: (seat: Seat) => boolean) =>
    seatTables(
      slots,
      wished.map((seat) => ({ ...seat, isPinned: (seat.isPinned && !overruled.has(seat.key)) || chosen.has(seat.key) || !isOpen(seat) })),
      busy,
    );
  const torn = (found: ReadonlyMap<string, string>) =>
    tableChanges(
      slots,
      touched.flat().map((seat) => ({ ...seat, room: found.get(seat.key) ?? '' })),
    );
  let found = seated(({ key }) => open.has(key));
  if (torn(found) > 0) {
    const wider = seated(() => true);
    if (torn(wider) < torn(found)) found = wider;
  }
  return new Map(seats.flatMap(({ key, room }) => (found.get(key) === room ? [] : [[key, found.get(key) ?? ''] as const])));
}
