/** The present state of a forum day, and what has happened since the last request. */

import { boardObjects } from '#application/pairing/actions/board-changes.ts';
import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import { mayRead, newest } from '#application/pairing/actions/read-board.ts';
import { boardStateOf } from '#application/pairing/rules/board-state.ts';
import type { Executor, Transaction } from '#framework/data/engine/connect.ts';
import { entriesSince, lastEntry } from '#framework/data/rows/entries.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import { homeZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { PairingRelease } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { dayEvents } from '../data/forum-day.ts';
import type { DayAnswer, DayFacts } from '../rules/day-facts.ts';
import { dayOf, openingDay } from '../rules/phases.ts';
import type { PlannedMeeting } from '../rules/with-day.ts';

/** What a page has seen: the last mark, the last history entry, the last release. */
export interface Seen {
  seq: number;
  entry: number;
  release: number;
}

export interface DayAsked {
  /** 'YYYY-MM-DD'; '' for the day to open with */
  day: string;
  since?: Seen;
  /** a rehearsal's clock, ms; left out it is the server's */
  at?: number;
}

/** When there are more new history entries than this, the whole day is read again, so that a poll stays cheap. */
const farBehind = 500;

/**
 * The whole day in eight statements. With `since`, three statements where nothing happened, and only the new marks where only marks were made.
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function readDay(tools: Tools, actor: Actor, cid: string, asked: DayAsked): Promise<DayAnswer> {
  mayRead(tools, actor);
  const now = asked.at ?? tools.now().getTime();
  const known = asked.since && asked.day ? await marksSince(tools, cid, asked.day, asked.since) : undefined;
  if (known) return { now, ...known };
  const { facts, seen } = await tools.db.transaction((tx) => loadDay(tx, tools.registry, cid, asked.day, now));
  return { now, version: versionOf(seen), facts };
}

/** Undefined where something other than marks may have changed. */
async function marksSince(tools: Tools, cid: string, day: string, since: Seen): Promise<Omit<DayAnswer, 'now'> | undefined> {
  const { db, registry } = tools;
  if ((await entriesSince(db, since.entry, boardObjects, 1)).length) return undefined;
  const [release] = await newest(db, registry, 'pairing_release', cid, 1, ['meetings']);
  if ((release?.number ?? 0) !== since.release || (await lastEntry(db)) > since.entry + farBehind) return undefined;
  const fresh = await dayEvents(db, cid, day, since.seq);
  const seq = fresh.at(-1)?.seq;
  if (seq === undefined) return { version: versionOf(since) };
  return { version: versionOf({ ...since, seq }), events: fresh.map(({ event }) => event) };
}

/** Reads under the campaign's lock, so that no earlier change appears after this version. @throws Refusal msg.notfound */
export async function loadDay(
  tx: Transaction,
  registry: Pick<ObjectSource, 'get'>,
  cid: string,
  asked: string,
  now: number,
): Promise<{ facts: DayFacts; seen: Seen }> {
  const rows = await forumRows(tx, registry, cid, true);
  const { campaign } = rows;
  const state = boardStateOf(rows);
  const release = await newestRelease(tx, registry, cid);
  const given = meetingsIn(release);
  const zone = campaign.zone || homeZone.value;
  const days = [...new Set([...state.slots, ...given].map(({ start }) => dayOf(start, zone)))].sort();
  const day = asked || openingDay(days, dayOf(stampOf(now), zone));
  const events = await dayEvents(tx, cid, day);
  const number = release?.number ?? 0;
  return {
    seen: { seq: events.at(-1)?.seq ?? 0, entry: await lastEntry(tx), release: number },
    facts: {
      campaign: { id: cid, title: campaign.cna, etitle: campaign.enaName || campaign.cna, zone },
      days,
      day,
      release: release ? { number, at: release.create_at } : null,
      released: given.filter(({ start }) => dayOf(start, zone) === day),
      ...state,
      events: events.map(({ event }) => event),
    },
  };
}

/** '12.345.2': what was seen, as text; `seenIn` reads it. */
export function versionOf({ seq, entry, release }: Seen): string {
  return `${seq}.${entry}.${release}`;
}

/** Undefined for text that is not a version. */
export function seenIn(version: string): Seen | undefined {
  const found = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/.exec(version);
  return found ? { seq: Number(found[1]), entry: Number(found[2]), release: Number(found[3]) } : undefined;
}

async function newestRelease(tx: Executor, registry: Pick<ObjectSource, 'get'>, cid: string): Promise<PairingRelease | undefined> {
  return (await newest(tx, registry, 'pairing_release', cid, 1))[0];
}

function meetingsIn(release: PairingRelease | undefined): PlannedMeeting[] {
  return (release?.meetings ?? []).map(({ dm = '', pitch = '', start = '', end = '', room = '' }) => ({ dm, pitch, start, end, room }));
}
