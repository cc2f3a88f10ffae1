/** Viewing compared with the forum: what people have not opened before their meetings, and what they watched without wishing for it. */

import { staffRows, texts } from '#application/campaign/actions/staff-rows.ts';
import { newest } from '#application/pairing/actions/read-board.ts';
import { linkState } from '#application/personal/actions/personal-links.ts';
import { campaignLinks } from '#application/personal/data/links.ts';
import type { Row } from '#codegen/model.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { zoneHours } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn, where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { seenByHolders } from '../data/watch-statistics.ts';
import { enough, type Meeting, nextForumDay, type Seen, unopenedBefore, unwished } from '../rules/meetings.ts';
import type { BeforeMeetings, WishOffers } from '../wire.ts';
import { existingPage, type ManagedPage, peopleOf, worksOfPair } from './managed-pages.ts';

/**
 * Pitches of tomorrow's meetings that the decision maker has not opened, or of the next forum day. Seven statements. @throws Refusal msg.notfound,
 * msg.forbidden
 */
export async function readBeforeMeetings(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<BeforeMeetings> {
  for (const object of ['pairing', 'decision_maker']) modelFor(tools, actor, object, 'list');
  const page = await existingPage(tools, actor, campaign, pg);
  const { from, meetings } = await meetingsOf(tools, actor, campaign);
  const hours = zoneHours(page.campaign.zone);
  const now = tools.now().getTime();
  const day = nextForumDay(meetings, now, hours);
  const people = new Map((await peopleOf(tools, actor, campaign)).filter(({ object }) => object === 'decision_maker').map((one) => [one.id, one]));
  const works = new Set(pitchesOf(page));
  const found = day ? unopenedBefore(meetings, await seenOf(tools, page), works, day, hours) : [];
  const names = await pitchNames(tools, actor, campaign);
  const links = await campaignLinks(tools.db, campaign, 'view', pg);
  const holders = new Set(links.filter((link) => link.object === 'decision_maker' && linkState(link, now) === 'open').map(({ rowId }) => rowId));
  return {
    day,
    from,
    meetings: meetings.length,
    lines: found.map((one) => {
      const person = people.get(one.dm);
      const pitch = names.get(one.pitch);
      return {
        ...one,
        ...{ name: person?.name ?? one.dm, ename: person?.ename ?? '', org: person?.org ?? '', hasLink: holders.has(one.dm) },
        ...{ number: idIn(pitch, 'enrollid'), cname: idIn(pitch, 'cname'), enameOfWork: idIn(pitch, 'ename') },
      };
    }),
  };
}

/** Most entries in one answer, most watched first. */
const mostOffers = 200;

/** What decision makers watched without wishing for it. Five statements. @throws Refusal msg.notfound, msg.forbidden */
export async function readWishOffers(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<WishOffers> {
  const page = await existingPage(tools, actor, campaign, pg);
  const people = await staffRows(tools, actor, 'decision_maker', where({ cid: campaign, enabled: true }), ['name', 'ename', 'org', 'priority', 'ver']);
  const names = await pitchNames(tools, actor, campaign);
  const wishes = new Map(people.map((row) => [idIn(row, 'id'), texts(row.priority)]));
  // Nobody can wish for a pitch that was removed from the campaign's list.
  const offers = unwished(await seenOf(tools, page, enough), wishes, new Set(names.keys()));
  const byId = new Map(people.map((row) => [idIn(row, 'id'), row]));
  return {
    total: offers.length,
    lines: offers.slice(0, mostOffers).map((one) => {
      const person = byId.get(one.dm);
      const pitch = names.get(one.pitch);
      return {
        ...one,
        ...{ ver: Number(person?.ver ?? 0), name: idIn(person, 'name'), ename: idIn(person, 'ename'), org: idIn(person, 'org') },
        ...{ number: idIn(pitch, 'enrollid'), cname: idIn(pitch, 'cname'), enameOfWork: idIn(pitch, 'ename') },
      };
    }),
  };
}

/**
 * Adds a pitch at the end of a decision maker's wishes, on the version that the person saw, with all rules of that field.
 * @throws Refusal msg.nothing where it is among the wishes already, msg.datamodi (K05), msg.notfound, msg.forbidden, msg.invalid
 */
export async function addWish(
  tools: Tools,
  actor: Actor,
  campaign: string,
  pg: string,
  wish: { dm: string; pitch: string; ver: number },
): Promise<{ place: number; ver: number }> {
  modelFor(tools, actor, 'decision_maker', 'update');
  await existingPage(tools, actor, campaign, pg);
  const [person] = await staffRows(tools, actor, 'decision_maker', where({ cid: campaign, id: wish.dm }), ['priority']);
  if (!person || !(await pitchNames(tools, actor, campaign)).has(wish.pitch))
    throw new Refusal('msg.notfound', { values: { object: 'decision_maker', id: wish.dm } });
  const priority = texts(person.priority);
  if (priority.includes(wish.pitch)) throw new Refusal('msg.nothing');
  const saved = await updateRecord(tools, actor, 'decision_maker', wish.dm, { priority: [...priority, wish.pitch] }, wish.ver);
  return { place: priority.length + 1, ver: Number(saved.ver) };
}

/** The newest released timetable, else the present board. */
async function meetingsOf(tools: Tools, actor: Actor, campaign: string): Promise<{ from: BeforeMeetings['from']; meetings: Meeting[] }> {
  const [release] = await newest(tools.db, tools.registry, 'pairing_release', campaign, 1);
  const given = Array.isArray(release?.meetings) ? release.meetings.filter(isObject).map(meetingOf) : [];
  if (release) return { from: 'release', meetings: given };
  const rows = await staffRows(tools, actor, 'pairing', where({ cid: campaign }), ['dm', 'pitch', 'start']);
  return { from: rows.length ? 'board' : 'none', meetings: rows.map(meetingOf) };
}

function meetingOf(row: Row): Meeting {
  return { dm: idIn(row, 'dm'), pitch: idIn(row, 'pitch'), start: idIn(row, 'start') };
}

async function seenOf(tools: Tools, page: ManagedPage, least?: { readonly seconds: number; readonly share: number }): Promise<Seen[]> {
  const pairs = await seenByHolders(tools.db, page.ids, 'decision_maker', least);
  return pairs.flatMap(({ rowId, work, ...seen }) => (work.startsWith('pitch:') ? [{ ...seen, dm: rowId, pitch: work.slice('pitch:'.length) }] : []));
}

function pitchesOf(page: ManagedPage): string[] {
  return worksOfPair(page.pages).flatMap((key) => (key.startsWith('pitch:') ? [key.slice('pitch:'.length)] : []));
}

async function pitchNames(tools: Tools, actor: Actor, campaign: string): Promise<Map<string, Row>> {
  const rows = await staffRows(tools, actor, 'pitch', where({ cid: campaign }), ['enrollid', 'cname', 'ename']);
  return new Map(rows.map((row) => [idIn(row, 'id'), row]));
}
