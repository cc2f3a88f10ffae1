/** A timetable as the sheets of a workbook: by decision maker, by pitch, by table, and a grid of who meets whom when. Pure. */

import type { Slot } from '#application/pairing/rules/grid.ts';
import type { Lang, Option, Row } from '#codegen/model.ts';
import { inZone } from '#framework/time.ts';
import { idIn } from '#rules/records/facts.ts';
import { inLang } from '#rules/words/language.ts';
import { chosenInWords } from '#rules/words/wording.ts';
import type { Given, Side } from './release.ts';
import type { Counterpart } from './schedule.ts';

export interface SheetQuestion {
  meetings: readonly Given[];
  slots: readonly Slot[];
  zone: string;
  people: Record<Side, ReadonlyMap<string, Counterpart>>;
  pitches: readonly Row[];
  programs: readonly Option[] | undefined;
  lang: Lang;
  words: Readonly<Record<string, string>>;
}

export interface ScheduleSheet {
  name: string;
  heads: string[];
  rows: string[][];
  widths: number[];
}

/** Four sheets. Each row of the first three is one meeting with all its details, so that it can be filtered and sorted. */
export function scheduleSheets(question: SheetQuestion): ScheduleSheet[] {
  const { words } = question;
  const heads = (names: readonly string[]) => names.map((name) => words[name] ?? name);
  const when = ['date', 'from', 'until'];
  const lines = question.meetings.map((meeting) => lineOf(question, meeting));
  const sheet = (name: string, columns: readonly (keyof Line)[], order: (line: Line) => string): ScheduleSheet => {
    const sorted = [...lines].sort((a, b) => compare(order(a), order(b)));
    return {
      name: words[name] ?? name,
      heads: heads(columns),
      rows: sorted.map((line) => columns.map((column) => line[column])),
      widths: columns.map((column) => widths[column]),
    };
  };
  return [
    sheet('sheetDm', ['dm', 'org', ...(when as ['date', 'from', 'until']), 'room', 'number', 'pitch', 'program'], ({ dm, org, at }) => `${dm} ${org} ${at}`),
    sheet(
      'sheetPitch',
      ['number', 'pitch', 'program', ...(when as ['date', 'from', 'until']), 'room', 'dm', 'org'],
      ({ number, pitch, at }) => `${number} ${pitch} ${at}`,
    ),
    sheet('sheetRoom', ['room', ...(when as ['date', 'from', 'until']), 'dm', 'org', 'number', 'pitch'], ({ room, at }) => `${room} ${at}`),
    matrix(question),
  ];
}

interface Line {
  /** the instant, to sort by */
  at: string;
  date: string;
  from: string;
  until: string;
  room: string;
  dm: string;
  org: string;
  number: string;
  pitch: string;
  program: string;
}

const widths: Record<keyof Line, number> = { at: 0, date: 12, from: 8, until: 8, room: 14, dm: 20, org: 28, number: 12, pitch: 36, program: 10 };

function lineOf({ people, pitches, programs, zone, lang, words }: SheetQuestion, { dm, pitch, start, end, room }: Given): Line {
  const row = pitches.find(({ id }) => id === pitch);
  const person = people.dm.get(dm);
  const [from, until] = [inZone(start, zone), inZone(end, zone)];
  const titles = [idIn(row, 'cname'), idIn(row, 'ename')];
  return {
    at: start,
    date: from.slice(0, 10),
    from: from.slice(11),
    until: until.slice(11),
    room: room || (words.noRoom ?? ''),
    dm: person?.title[lang] ?? dm,
    org: person?.detail[lang] ?? '',
    number: idIn(row, 'enrollid'),
    pitch: inLang({ tw: titles[0], en: titles[1] }, lang) ?? '',
    program: chosenInWords(programs, row?.attProgram, lang),
  };
}

/** One line for each decision maker with a meeting, one column for each time, including empty slots of the grid. */
function matrix({ meetings, slots, zone, people, lang, words }: SheetQuestion): ScheduleSheet {
  const times = [...new Set([...slots.map(({ start }) => start), ...meetings.map(({ start }) => start)])].sort();
  const at = new Map(meetings.map((meeting) => [`${meeting.dm} ${meeting.start}`, meeting]));
  const name = (id: string) => people.dm.get(id)?.title[lang] ?? id;
  const dms = [...new Set(meetings.map(({ dm }) => dm))].sort((a, b) => compare(name(a), name(b)));
  const cell = (dm: string, start: string) => {
    const meeting = at.get(`${dm} ${start}`);
    if (!meeting) return '';
    const title = people.pitch.get(meeting.pitch)?.title[lang] ?? meeting.pitch;
    return meeting.room ? `${title}\n${meeting.room}` : title;
  };
  return {
    name: words.sheetMatrix ?? '',
    heads: [words.dm ?? '', words.org ?? '', ...times.map((start) => inZone(start, zone))],
    rows: dms.map((dm) => [name(dm), people.dm.get(dm)?.detail[lang] ?? '', ...times.map((start) => cell(dm, start))]),
    widths: [20, 28, ...times.map(() => 24)],
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
