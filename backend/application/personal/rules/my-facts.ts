/** What a personal page shows (GET /api/my/{token}), and what can be saved from it (PUT /api/my/{token}). Instants are 'YYYY-MM-DD hh:mm:ss' UTC. Pure. */

import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { type Slot, slotsOf } from '#application/pairing/rules/grid.ts';
import { cellsOf, freeOf, painted } from '#application/pairing/rules/paint.ts';
import { type Given, type Side, scheduleOf, type Version } from '#application/release/rules/release.ts';
import type { JsonValue, Lang, Row, Unchecked } from '#codegen/model.ts';
import { homeZone } from '#framework/time.ts';
import type { Campaign, DecisionMaker, Pitch } from '#generated/objects.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { intervalsOf } from '#rules/values/intervals.ts';
import { defaultLang, inAll, inEach, langOf, language } from '#rules/words/language.ts';

type Both = Record<Lang, string>;

/** 'closed': there is no end of wishes, so nothing can be entered; 'ended': it has passed. */
export type WishState = 'open' | 'ended' | 'closed';

export interface MyPitch {
  id: string;
  number: string;
  title: Both;
  logline: string;
  /** director and producer */
  people: Both;
  /** http(s), or '' */
  trailer: string;
  /** name of its first still in the file store; '' for none */
  still: string;
  /** still offered: a pitch that is not can be removed from the list, but not added */
  offered: boolean;
}

export interface MyMeeting {
  start: string;
  end: string;
  room: string;
  with: Both;
  /** organisation; '' for a pitch */
  detail: string;
}

export interface MyFacts {
  now: string;
  side: Side;
  name: Both;
  lang: Lang;
  ver: number;
  campaign: { id: string; title: Both; zone: string };
  wishes: { state: WishState; until: string };
  /** a hash of the grid; a save that was painted on another grid is refused */
  grid: string;
  slots: Slot[];
  /** '0101', one for each slot: a decision maker's free slots, a pitch's absences */
  cells: string;
  /** a decision maker's wishes, highest priority first; [] for a pitch */
  priority: string[];
  /** the pitches for which a decision maker can wish; [] for a pitch */
  pitches: MyPitch[];
  /** the newest released timetable, null before the first */
  schedule: { number: number; at: string; meetings: MyMeeting[] } | null;
}

/** A decision maker or a pitch, with the fields that were read. */
export type Person = Unchecked<DecisionMaker & Pitch>;

export interface MyRows {
  campaign: Unchecked<Campaign>;
  side: Side;
  person: Person;
  /** of the campaign: for a decision maker the pitches, for a pitch the decision makers whom it meets */
  others: Person[];
  release: { number: number; at: string; version: Version } | undefined;
  now: string;
}

export function myFactsOf({ campaign, side, person, others, release, now }: MyRows): MyFacts {
  const slots = slotsOf(campaign);
  const id = idIn(person, 'id');
  const byId = new Map(others.map((row) => [idIn(row, 'id'), row]));
  const priority = side === 'dm' ? listOf(person.priority) : [];
  const isListed = (row: Unchecked<Pitch>) => isOffered(row) || priority.includes(idIn(row, 'id'));
  return {
    now,
    side,
    name: side === 'dm' ? nameOf(person) : titleOf(person),
    lang: side === 'pitch' ? defaultLang : langOf(person.lang),
    ver: Number(person.ver), // every row has one
    campaign: { id: idIn(campaign, 'id'), title: campaignTitle(campaign), zone: idIn(campaign, 'zone') || homeZone.value },
    wishes: { state: wishState(campaign, now), until: idIn(campaign, 'wishUntil') },
    grid: gridName(slots),
    slots,
    cells: spelledCells(side, person, slots),
    priority,
    pitches: side === 'dm' ? others.filter(isListed).map(cardOf) : [],
    schedule: release
      ? { number: release.number, at: release.at, meetings: scheduleOf(release.version.meetings, side, id).map((meeting) => meetingOf(meeting, side, byId)) }
      : null,
  };
}

/** What the panel says of the pitches: the same for all of a forum's decision makers, so that one file has the characters of it for all of them. */
export function wordsOfPitches({ pitches }: Pick<MyFacts, 'pitches'>, lang: Lang): string {
  return pitches.flatMap(({ offered, title, people, logline }) => (offered ? [...Object.values(title), people[lang], logline] : [])).join('');
}

/** Open before the campaign's end of wishes; without one nobody can enter anything. */
export function wishState(campaign: Unchecked<Campaign>, now: string): WishState {
  const until = idIn(campaign, 'wishUntil');
  return until === '' ? 'closed' : now < until ? 'open' : 'ended';
}

/** Decision makers can wish for it. */
export function isOffered(pitch: Unchecked<Pitch>): boolean {
  return idIn(pitch, 'exportAt') !== '';
}

/** The fields of the person's row after painting. A decision maker paints when they can come, a pitch when it cannot. */
export function paintedRow(side: Side, person: Person, slots: readonly Slot[], cells: string): Row {
  const wanted = slots.map((_slot, index) => cells[index] === '1');
  const away = intervalsOf(person.unavailable);
  if (side === 'pitch') return { unavailable: plain(painted(away, slots, wanted, 'any')) };
  const before = cellsOf(freeOf(intervalsOf(person.available), away), slots, 'whole');
  // An absence that staff entered is removed only where the person paints that time as free.
  const freed = slots.filter((_slot, index) => wanted[index] && !before[index]);
  const left = freed.length ? freeOf(away, freed) : away;
  const own = cellsOf(intervalsOf(person.available), slots, 'whole');
  // A slot that is not free because of an absence stays in the list of available times unless it was painted.
  const available = painted(
    intervalsOf(person.available),
    slots,
    wanted.map((cell, index) => (cell === before[index] ? (own[index] ?? false) : cell)),
    'whole',
  );
  return { available: plain(available), unavailable: plain(left) };
}

/** A hash of the slots: FNV-1a over their starts and ends. */
export function gridName(slots: readonly Slot[]): string {
  let hash = 0x811c9dc5;
  for (const { start, end } of slots) for (const letter of `${start}${end}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return `${slots.length}-${hash.toString(16)}`;
}

export function spelledCells(side: Side, person: Person, slots: readonly Slot[]): string {
  const away = intervalsOf(person.unavailable);
  const cells = side === 'pitch' ? cellsOf(away, slots, 'any') : cellsOf(freeOf(intervalsOf(person.available), away), slots, 'whole');
  return cells.map((cell) => (cell ? '1' : '0')).join('');
}

export function campaignTitle(campaign: Unchecked<Campaign>): Both {
  const [tw, en] = [idIn(campaign, 'cna'), idIn(campaign, 'enaName')];
  return inAll({ tw, en });
}

export function nameOf(person: Unchecked<DecisionMaker>): Both {
  const [tw, en] = [idIn(person, 'name'), idIn(person, 'ename')];
  return inAll({ tw, en });
}

export function titleOf(pitch: Unchecked<Pitch>): Both {
  const [tw, en] = [idIn(pitch, 'cname'), idIn(pitch, 'ename')];
  return inAll({ tw, en });
}

function cardOf(pitch: Unchecked<Pitch>): MyPitch {
  const stills = Array.isArray(pitch.stills) ? pitch.stills.filter(isObject) : [];
  const link = idIn(stills[0], 'link');
  const trailer = idIn(pitch, 'trailer');
  return {
    id: idIn(pitch, 'id'),
    number: idIn(pitch, 'enrollid'),
    title: titleOf(pitch),
    logline: idIn(pitch, 'logline'),
    people: inEach((lang) => peopleOf(pitch, ...bothSides(lang, 'cname', 'ename')).join(language[lang].list)),
    trailer: /^https?:\/\//i.test(trailer) ? trailer : '',
    still: /^\/get\/files\/([\w.-]+)$/.exec(link)?.[1] ?? '',
    offered: isOffered(pitch),
  };
}

function peopleOf(pitch: Unchecked<Pitch>, own: string, other: string): string[] {
  const names = [pitch.director, pitch.producer].map((one) => (isObject(one) ? idIn(one, own) || idIn(one, other) : ''));
  return [...new Set(names.filter(Boolean))];
}

function meetingOf({ start, end, room, dm, pitch }: Given, side: Side, others: ReadonlyMap<string, Person>): MyMeeting {
  const other = others.get(side === 'dm' ? pitch : dm);
  if (side === 'pitch') return { start, end, room, with: other ? nameOf(other) : inAll({}), detail: idIn(other, 'org') };
  const title = other ? titleOf(other) : inAll({});
  const number = idIn(other, 'enrollid');
  return { start, end, room, with: inEach((lang) => `${number} ${title[lang]}`.trim()), detail: '' };
}

function listOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Stored rows without the index signature of their type. */
function plain(list: readonly { start: string; end: string }[]): Row[] {
  return list.map(({ start, end }) => ({ start, end }));
}
