import { describe, expect, it } from 'vitest';
import { changeLine, dmCounterpart, gapOf, pitchCounterpart, placeText, scheduleDays } from '#application/release/rules/schedule.ts';
import { scheduleSheets } from '#application/release/rules/schedule-sheets.ts';

const meeting = (pitch: string, start: string, end: string, room = '') => ({
  dm: 'd0',
  pitch,
  start: `2026-12-05 ${start}:00`,
  end: `2026-12-05 ${end}:00`,
  room,
});
const words = { change_new: 'New', change_gone: 'Cancelled', change_time: 'Another time', change_room: 'Another table' };

describe('a person’s schedule', () => {
  it('is on the campaign’s clock, day by day, also where UTC is another day', () => {
    const days = scheduleDays([meeting('p0', '15:40', '16:00'), meeting('p1', '16:00', '16:20')], 'GMT+8', 5);
    expect(days.map(({ date, lines }) => [date, lines.map(({ from, until }) => `${from}–${until}`)])).toEqual([
      ['2026-12-05', ['23:40–00:00']],
      ['2026-12-06', ['00:00–00:20']],
    ]);
  });

  it('shows a break where there is more time between two meetings than walking from table to table needs', () => {
    const list = [meeting('p0', '02:00', '02:20'), meeting('p1', '02:30', '02:50'), meeting('p2', '03:20', '03:40')];
    const kinds = (gap: number) =>
      scheduleDays(list, 'GMT', gap).flatMap(({ lines }) => lines.map((line) => (line.meeting ? line.from : `break ${line.from}–${line.until}`)));
    expect(kinds(10)).toEqual(['02:00', '02:30', 'break 02:50–03:20', '03:20']);
    expect(kinds(0)).toEqual(['02:00', '02:30', 'break 02:50–03:20', '03:20']);
    expect(kinds(30)).toEqual(['02:00', '02:30', '03:20']);
    expect(gapOf({ days: [{ gap: 5 }, { gap: 15 }, {}] })).toBe(15);
    expect(gapOf({})).toBe(0);
  });

  it('a change is described as old → new, and typed text has no address that could be followed', () => {
    const [from, to] = [
      { start: '2026-12-05 02:00:00', end: '2026-12-05 02:20:00', room: 'A' },
      { start: '2026-12-05 03:00:00', end: '2026-12-05 03:20:00', room: '' },
    ];
    expect(placeText(from, 'GMT+8', 'tw')).toBe('2026-12-05 10:00–10:20（A）');
    const pitch = pitchCounterpart({ enrollid: 'C001', cname: '海 https://evil.example', ename: '' });
    const line = changeLine({ kind: 'time', dm: 'd0', pitch: 'p0', before: from, after: to }, 'dm', pitch, 'GMT+8', 'en', words);
    expect(line).toBe('Another time: 2026-12-05 10:00–10:20 (A) → 2026-12-05 11:00–11:20  C001 海 https: //evil.example');
    const dm = dmCounterpart({ name: '安娜', ename: 'Anna', org: 'YLE', position: 'Editor', email: 'anna@example.com' });
    expect(JSON.stringify(dm)).not.toContain('@');
    expect(changeLine({ kind: 'gone', dm: 'd0', pitch: 'p0', before: from, after: null }, 'pitch', dm, 'GMT+8', 'en', words)).toBe(
      'Cancelled: 2026-12-05 10:00–10:20 (A)  Anna, YLE · Editor',
    );
  });

  it('a workbook has each meeting once on every sheet, and once in the matrix', () => {
    const people = {
      dm: new Map([['d0', dmCounterpart({ name: '安娜', org: 'YLE' })]]),
      pitch: new Map([['p0', pitchCounterpart({ enrollid: 'C001', cname: '海' })]]),
    };
    const sheets = scheduleSheets({
      meetings: [meeting('p0', '02:00', '02:20', 'A')],
      slots: [
        { start: '2026-12-05 02:00:00', end: '2026-12-05 02:20:00', block: 'am', follows: false, rooms: ['A'] },
        { start: '2026-12-05 02:30:00', end: '2026-12-05 02:50:00', block: 'am', follows: false, rooms: ['A'] },
      ],
      zone: 'GMT+8',
      people,
      pitches: [{ id: 'p0', enrollid: 'C001', cname: '海', attProgram: 'C' }],
      programs: [{ value: 'C', label: { tw: 'CCDF', en: 'CCDF' } }],
      lang: 'tw',
      words: {},
    });
    expect(sheets.map(({ rows }) => rows)).toEqual([
      [['安娜', 'YLE', '2026-12-05', '10:00', '10:20', 'A', 'C001', '海', 'CCDF']],
      [['C001', '海', 'CCDF', '2026-12-05', '10:00', '10:20', 'A', '安娜', 'YLE']],
      [['A', '2026-12-05', '10:00', '10:20', '安娜', 'YLE', 'C001', '海']],
      [['安娜', 'YLE', 'C001 海\nA', '']],
    ]);
    expect(sheets[3]?.heads.slice(2)).toEqual(['2026-12-05 10:00', '2026-12-05 10:30']);
  });
});
