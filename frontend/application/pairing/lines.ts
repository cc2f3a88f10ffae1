/**
 * What the grid shows, computed from the board's facts: one line for each decision maker or pitch, one cell for each slot. An unchanged line remains
 * the same object, so that it is not drawn again. Pure.
 */

import { bothSides } from '#application/campaign/rules/two-sides.ts';
import type { BoardDm, BoardFacts, BoardPairing, BoardPitch, BoardRun } from '#application/pairing/rules/board-facts.ts';
import type { Lang } from '#codegen/model.ts';
import { inZone } from '#framework/time.ts';
import { inLang, language } from '#rules/words/language.ts';

/** Whose lines are shown. */
export type Side = 'dm' | 'pitch';
/** What the board shows: one of the sides, or the people at each table. */
export type View = Side | 'table';

export interface Line {
  id: string;
  head: string;
  sub: string;
  /** number of meetings, and of wishes: a decision maker's own, or those for a pitch */
  met: number;
  wishes: number;
  /** one character for each slot: '1' free */
  free: string;
  cells: readonly (Meeting | undefined)[];
}

export interface Meeting {
  pairing: BoardPairing;
  /** the other person: a pitch's number and title, a decision maker's name and company */
  top: string;
  sub: string;
}

/** A column of the grid. */
export interface Column {
  /** 'hh:mm' in the campaign's zone */
  time: string;
  /** 'YYYY-MM-DD' in the campaign's zone */
  day: string;
  /** first column of a day, or of a half-day */
  edge: 'day' | 'half' | '';
}

export interface BoardIndex {
  facts: BoardFacts;
  dms: ReadonlyMap<string, BoardDm>;
  pitches: ReadonlyMap<string, BoardPitch>;
  pairings: ReadonlyMap<string, BoardPairing>;
  slotAt: ReadonlyMap<string, number>;
  columns: Column[];
  lang: Lang;
}

export function indexBoard(facts: BoardFacts, lang: Lang): BoardIndex {
  let before: { day: string; block: string } | undefined;
  const columns = facts.slots.map(({ start, block }): Column => {
    const [day = '', time = ''] = inZone(start, facts.campaign.zone).split(' ');
    const edge = before?.day !== day ? 'day' : before.block !== block ? 'half' : '';
    before = { day, block };
    return { time, day, edge };
  });
  return {
    facts,
    dms: new Map(facts.dms.map((dm) => [dm.id, dm])),
    pitches: new Map(facts.pitches.map((pitch) => [pitch.id, pitch])),
    pairings: new Map(facts.pairings.map((pairing) => [pairing.id, pairing])),
    slotAt: new Map(facts.slots.map(({ start }, slot) => [start, slot])),
    columns,
    lang,
  };
}

/** All lines of a side. A line equal to its predecessor in `before` is the same object. */
export function linesOf(index: BoardIndex, side: Side, before: ReadonlyMap<string, Line>): Line[] {
  const { facts, slotAt } = index;
  const cells = new Map<string, (Meeting | undefined)[]>();
  for (const pairing of facts.pairings) {
    const slot = slotAt.get(pairing.start);
    if (slot === undefined) continue;
    const row = cells.get(pairing[side]) ?? new Array<Meeting | undefined>(facts.slots.length).fill(undefined);
    const shown = side === 'dm' ? namePitch(index, pairing.pitch) : nameDm(index, pairing.dm);
    row[slot] = { pairing, ...shown };
    cells.set(pairing[side], row);
  }
  const [wished, met] = [counted(facts, side), new Map<string, number>()];
  for (const pairing of facts.pairings) met.set(pairing[side], (met.get(pairing[side]) ?? 0) + 1);
  const empty = new Array<Meeting | undefined>(facts.slots.length).fill(undefined);
  const people = side === 'dm' ? facts.dms.filter(({ id, enabled }) => enabled || cells.has(id)) : facts.pitches;
  return people.map((one) => {
    const name = side === 'dm' ? nameDm(index, one.id) : namePitch(index, one.id);
    const count = { met: met.get(one.id) ?? 0, wishes: wished.get(one.id) ?? 0 };
    const line: Line = { id: one.id, head: name.top, sub: name.sub, ...count, free: one.free, cells: cells.get(one.id) ?? empty };
    const known = before.get(one.id);
    return known && isSame(known, line) ? known : line;
  });
}

/** One line for each table, with the people there in each slot. `met` of `wishes` are its meetings out of its slots. */
export function tableLines(index: BoardIndex, { text, program }: Filters): Line[] {
  const { facts, slotAt } = index;
  const rooms = [...new Set([...facts.slots.flatMap((slot) => slot.rooms), ...facts.pairings.map(({ room }) => room)])].filter((room) => room !== '');
  const wanted = text.trim().toLowerCase();
  return rooms.map((room): Line => {
    const cells = new Array<Meeting | undefined>(facts.slots.length).fill(undefined);
    const here = facts.pairings.filter((pairing) => pairing.room === room);
    for (const pairing of here) {
      const slot = slotAt.get(pairing.start);
      const pitch = namePitch(index, pairing.pitch);
      const shown = { top: pitch.top, sub: nameDm(index, pairing.dm).top };
      const isWanted = `${pitch.top} ${pitch.sub} ${shown.sub} ${room}`.toLowerCase().includes(wanted);
      const isOf = program === '' || index.pitches.get(pairing.pitch)?.program === program;
      if (slot !== undefined && isWanted && isOf) cells[slot] = { pairing, ...shown };
    }
    const free = facts.slots.map((slot) => (slot.rooms.includes(room) ? '1' : '0')).join('');
    return { id: room, head: room, sub: '', met: here.length, wishes: free.replaceAll('0', '').length, free, cells };
  });
}

/** Wishes of the people of a side that have or could have a meeting. */
function counted({ dms, pitches }: BoardFacts, side: Side): ReadonlyMap<string, number> {
  const known = new Set(pitches.map(({ id }) => id));
  const wishes = new Map<string, number>();
  for (const { id, enabled, priority } of dms) {
    for (const pitch of enabled ? priority : []) {
      const who = side === 'dm' ? id : pitch;
      if (known.has(pitch)) wishes.set(who, (wishes.get(who) ?? 0) + 1);
    }
  }
  return wishes;
}

/** Number and title, in the page's language where it has one. */
export function namePitch({ pitches, lang }: BoardIndex, id: string): { top: string; sub: string } {
  const pitch = pitches.get(id);
  const [own, other] = bothSides(lang, pitch?.title, pitch?.etitle);
  return pitch?.number ? { top: pitch.number, sub: own || other || '' } : { top: own || other || id, sub: '' };
}

export function nameDm({ dms, lang }: BoardIndex, id: string): { top: string; sub: string } {
  const dm = dms.get(id);
  return { top: inLang({ tw: dm?.name, en: dm?.ename }, lang) || id, sub: dm?.org ?? '' };
}

/** Names, or pitches' numbers, of those who lose time in a repair. */
export function whoseLoss(index: BoardIndex, { away }: Pick<BoardRun, 'away'>): string {
  const names = new Set(away.map(({ side, id }) => (side === 'pitch' ? namePitch : nameDm)(index, id).top));
  return [...names].join(language[index.lang].list);
}

/** 'C012 The river' */
export function spoken({ top, sub }: { top: string; sub: string }): string {
  return sub ? `${top} ${sub}` : top;
}

/** '05-01 10:20' of a slot or an instant, in the campaign's zone. */
export function momentOf(facts: BoardFacts, start: string): string {
  return inZone(start, facts.campaign.zone).slice(5);
}

export interface Filters {
  text: string;
  program: string;
  /** only lines with an unmet wish */
  unmet: boolean;
}

/** True where the line matches the search. The pitches that a person meets count, too. */
export function isShown(index: BoardIndex, side: Side, line: Line, { text, program, unmet }: Filters, unmetIds: ReadonlySet<string>): boolean {
  if (unmet && !unmetIds.has(line.id)) return false;
  if (program) {
    const isOf = (pitch: string) => index.pitches.get(pitch)?.program === program;
    const own = side === 'pitch' ? isOf(line.id) : (index.dms.get(line.id)?.priority ?? []).some(isOf);
    if (!own) return false;
  }
  const wanted = text.trim().toLowerCase();
  if (!wanted) return true;
  const has = (value: string) => value.toLowerCase().includes(wanted);
  return has(`${line.head} ${line.sub}`) || line.cells.some((cell) => cell && has(`${cell.top} ${cell.sub}`));
}

function isSame(a: Line, b: Line): boolean {
  if (a.head !== b.head || a.sub !== b.sub || a.met !== b.met || a.wishes !== b.wishes || a.free !== b.free) return false;
  if (a.cells.length !== b.cells.length) return false;
  return a.cells.every((cell, slot) => {
    const other = b.cells[slot];
    return cell?.pairing === other?.pairing && cell?.top === other?.top && cell?.sub === other?.sub;
  });
}

/** 'C012 The river × Ann Lee' */
export function pairName(index: BoardIndex, { dm, pitch }: { dm: string; pitch: string }): string {
  return `${spoken(namePitch(index, pitch))} × ${nameDm(index, dm).top}`;
}
