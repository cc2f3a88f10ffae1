/** The overview of a forum's set-up: days, people, and who has no times, wishes or link. */

import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import { mayRead } from '#application/pairing/actions/read-board.ts';
import { slotsOf } from '#application/pairing/rules/grid.ts';
import { maxInRowOf } from '#application/pairing/rules/in-row.ts';
import { linkPath, linkState } from '#application/personal/actions/personal-links.ts';
import { campaignLinks, type LinkRow } from '#application/personal/data/links.ts';
import { campaignTitle, nameOf, spelledCells, titleOf } from '#application/personal/rules/my-facts.ts';
import { addresseesOf, personKey } from '#application/release/actions/people.ts';
import type { Row } from '#codegen/model.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { defaultLang } from '#rules/words/language.ts';
import type { ForumFacts, ForumLink, ForumMeeting, ForumObject, ForumPerson } from '../rules/forum-facts.ts';

const sideOf = { decision_maker: 'dm', pitch: 'pitch' } as const;

/** Some eight statements, however many people. @throws Refusal msg.forbidden, msg.notfound */
export async function readForum(tools: Tools, actor: Actor, cid: string): Promise<ForumFacts> {
  mayRead(tools, actor);
  const rows = await forumRows(tools.db, tools.registry, cid);
  const { campaign, dms, pitches, pairings } = rows;
  const writes = (object: string) => {
    const model = tools.registry.get(object)?.model;
    return model !== undefined && may(model, actor.roles, 'update');
  };
  const isWriter = writes('decision_maker') && writes('pitch');
  const links = newestLinks(await campaignLinks(tools.db, cid, 'my'), tools.now().getTime());
  const everybody = [
    ...dms.map((row) => ({ side: 'dm' as const, id: idIn(row, 'id'), changes: [] })),
    ...pitches.map((row) => ({ side: 'pitch' as const, id: idIn(row, 'id'), changes: [] })),
  ];
  const addresses = await addresseesOf(loadWith(tools.db, tools.registry), rows, everybody);
  const slots = slotsOf(campaign);
  const person =
    (object: ForumObject) =>
    (row: Row): ForumPerson => {
      const [side, id] = [sideOf[object], idIn(row, 'id')];
      const cells = spelledCells(side, row, slots);
      const painted = cells.replaceAll('0', '').length;
      const link = links.get(`${object} ${id}`);
      return {
        object,
        id,
        name: side === 'dm' ? nameOf(row) : titleOf(row),
        detail: side === 'dm' ? idIn(row, 'org') : idIn(row, 'enrollid'),
        enabled: row.enabled !== false,
        hasAddress: (addresses.get(personKey({ side, id })) ?? []).length > 0,
        free: side === 'dm' ? painted : slots.length - painted,
        wishes: Array.isArray(row.priority) ? row.priority.length : 0,
        link: link ? shownLink(tools, link, isWriter) : null,
      };
    };
  return {
    campaign: {
      id: cid,
      title: campaignTitle(campaign),
      zone: idIn(campaign, 'zone') || 'GMT+8',
      ver: Number(campaign.ver),
      wishUntil: idIn(campaign, 'wishUntil'),
      maxInRow: maxInRowOf(campaign),
      days: Array.isArray(campaign.days) ? campaign.days.filter(isObject) : [],
    },
    people: [...sorted(dms, 'name').map(person('decision_maker')), ...sorted(pitches, 'enrollid').map(person('pitch'))],
    meetings: pairings.map(meetingOf),
    may: { days: writes('campaign'), people: isWriter },
  };
}

export function meetingOf(row: Row): ForumMeeting {
  return { id: idIn(row, 'id'), dm: idIn(row, 'dm'), pitch: idIn(row, 'pitch'), start: idIn(row, 'start'), end: idIn(row, 'end'), room: idIn(row, 'room') };
}

/**
 * People who may edit decision makers and pitches may also hand out their links.
 * @throws Refusal msg.forbidden
 */
export function mayHandOn(tools: Tools, actor: Actor): void {
  for (const object of ['decision_maker', 'pitch']) modelFor(tools, actor, object, 'update');
}

export function shownLink(tools: Pick<Tools, 'config' | 'now'>, link: LinkRow, isWriter: boolean): ForumLink {
  const { id, at, endsAt, openedAt, seenAt, opens } = link;
  return {
    id,
    state: linkState(link, tools.now().getTime()),
    at,
    endsAt,
    openedAt,
    seenAt,
    opens,
    url: isWriter ? publicAddress(tools.config, linkPath(tools.config, link, defaultLang)) : '',
  };
}

/** Where a person has several links: the open one, else the newest. */
export function newestLinks(links: readonly LinkRow[], now: number): Map<string, LinkRow> {
  const found = new Map<string, LinkRow>();
  for (const link of links) {
    const key = `${link.object} ${link.rowId}`;
    const known = found.get(key);
    if (!known || (linkState(known, now) !== 'open' && linkState(link, now) === 'open')) found.set(key, link);
  }
  return found;
}

function sorted(rows: readonly Row[], field: string): Row[] {
  return [...rows].sort((a, b) => idIn(a, field).localeCompare(idIn(b, field)));
}
