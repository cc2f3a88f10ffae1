import { describe, expect, it } from 'vitest';
import { overlappingDays, roomsNamed, strandedBy } from '#application/forum/rules/forum-facts.ts';
import { slotsOf, tableName } from '#application/pairing/rules/grid.ts';
import { gridName, paintedRow, spelledCells, wishState } from '#application/personal/rules/my-facts.ts';
import type { Row } from '#codegen/model.ts';

const day = { date: '2026-05-01', start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] };
const campaign = { zone: 'GMT', days: [day] };
const slots = slotsOf(campaign);
const at = (from: string, until: string) => ({ start: `2026-05-01 ${from}:00`, end: `2026-05-01 ${until}:00` });

describe('forum set-up', () => {
  it('tables are named in bulk, without duplicates', () => {
    expect(roomsNamed('Table 1-3, Salon')).toEqual(['Table 1', 'Table 2', 'Table 3', 'Salon']);
    expect(roomsNamed('桌 １～３、貴賓室；桌 2')).toEqual(['桌 1', '桌 2', '桌 3', '貴賓室']);
    expect(roomsNamed('A08-A10')).toEqual(['A08-A10']);
    expect(roomsNamed('R 08-10')).toEqual(['R 08', 'R 09', 'R 10']);
    expect(roomsNamed('1-500')).toEqual(['1-500']);
    expect(roomsNamed(' , ')).toEqual([]);
  });

  it('a mark is called a table, a name is not called so twice', () => {
    const called = (rooms: string[]) => rooms.map((room) => tableName(room, (mark) => `Table ${mark}`));
    expect(called(['A', '7', 'B12', '3a', '甲'])).toEqual(['Table A', 'Table 7', 'Table B12', 'Table 3a', 'Table 甲']);
    const names = [...roomsNamed('Table 1-3, Salon, 桌 4-5, 貴賓室, Bar'), ''];
    expect(called(names)).toEqual(names);
  });

  it('E07 a change strands a meeting if it removes its slot or its table, but not one that was off the grid before', () => {
    const meeting = { id: 'm', dm: 'd', pitch: 'p', room: 'B', ...at('09:30', '09:50') };
    const off = { ...meeting, id: 'o', ...at('09:35', '09:55') };
    expect(strandedBy(campaign, campaign, [meeting, off])).toEqual([]);
    expect(strandedBy(campaign, { ...campaign, days: [{ ...day, gap: 5 }] }, [meeting, off])).toMatchObject([{ id: 'm', why: 'slot' }]);
    expect(strandedBy(campaign, { ...campaign, days: [{ ...day, rooms: ['A'] }] }, [meeting])).toMatchObject([{ why: 'room' }]);
    expect(strandedBy(campaign, { ...campaign, days: [{ ...day, rooms: [] }] }, [meeting])).toEqual([]);
  });

  it('E07 no meeting overlaps lunch: the slots continue at its end, where the second half of the day begins', () => {
    const lunch = { ...day, start: '11:00:00', end: '15:00:00', breakStart: '12:15:00', breakEnd: '13:15:00' };
    const shown = slotsOf({ zone: 'GMT', days: [lunch] }).map(({ start, block }) => `${start.slice(11, 16)} ${block.slice(11)}`);
    expect(shown).toEqual(['11:00 am', '11:30 am', '13:15 pm', '13:45 pm', '14:15 pm']);
    const open = slotsOf({ zone: 'GMT', days: [{ ...lunch, breakEnd: '' }] });
    expect(open).toHaveLength(8);
  });

  it('overlapping days are reported by their position', () => {
    expect(overlappingDays({ days: [day, { ...day, start: '10:30:00', end: '12:00:00' }, { ...day, date: '2026-05-02' }] })).toEqual([1]);
  });
});

describe('what somebody paints on their personal page', () => {
  it('an absence that staff entered is removed only where the person paints that time as free', () => {
    const person = { available: [at('09:00', '11:00')], unavailable: [at('09:30', '10:30')] };
    expect(spelledCells('dm', person, slots)).toBe('1001');
    const same = paintedRow('dm', person, slots, '1000');
    expect(same.unavailable).toEqual([at('09:30', '10:30')]);
    expect(spelledCells('dm', same, slots)).toBe('1000');
    const next = paintedRow('dm', person, slots, '1101');
    expect(next.unavailable).toEqual([at('09:50', '10:30')]);
    expect(spelledCells('dm', next, slots)).toBe('1101');
  });

  it('every painting is read back unchanged, for both sides', () => {
    const rows: Row[] = [{}, { available: [at('08:00', '09:25')], unavailable: [at('10:05', '10:10')] }];
    for (const side of ['dm', 'pitch'] as const)
      for (let mask = 0; mask < 16; mask += 1) {
        const cells = mask.toString(2).padStart(4, '0');
        for (const before of rows) expect(spelledCells(side, { ...before, ...paintedRow(side, before, slots, cells) }, slots)).toBe(cells);
      }
  });

  it('the hash of the grid changes with its slots, and editing ends at the end of wishes', () => {
    expect(gridName(slots)).toBe(gridName(slotsOf(campaign)));
    expect(gridName(slots)).not.toBe(gridName(slotsOf({ ...campaign, zone: 'GMT+8' })));
    expect(wishState({ wishUntil: '' }, '2026-01-01 00:00:00')).toBe('closed');
    expect(wishState({ wishUntil: '2026-01-01 00:00:00' }, '2025-12-31 23:59:59')).toBe('open');
    expect(wishState({ wishUntil: '2026-01-01 00:00:00' }, '2026-01-01 00:00:00')).toBe('ended');
  });
});
