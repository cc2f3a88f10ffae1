/** What a release would do, before anybody releases; and the changes from one version to another. */

import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import { mayRead } from '#application/pairing/actions/read-board.ts';
import { withoutMeeting } from '#application/pairing/rules/board-state.ts';
import type { Row } from '#codegen/model.ts';
import { lastEntry } from '#framework/data/rows/entries.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { idIn } from '#rules/records/facts.ts';
import { changesBetween, changesByPerson, givenOf } from '../rules/release.ts';
import { brokenRules } from '../rules/release-check.ts';
import type { BrokenFacts, CompareFacts, ReleaseFacts } from '../rules/release-facts.ts';
import { addresseesOf, idsOf, namesIn, personKey } from './people.ts';
import { loadVersions, releaseLine, versionRow } from './versions.ts';

/** Under the campaign's lock for a moment, like reading the board. @throws Refusal msg.forbidden, msg.notfound */
export async function readRelease(tools: Tools, actor: Actor, cid: string): Promise<ReleaseFacts> {
  mayRead(tools, actor);
  // Guests may not see mail addresses (P01).
  const isWriter = may(modelFor(tools, actor, 'pairing', 'list'), actor.roles, 'update');
  const { rows, version, versions, known, latest, addressees, people } = await tools.db.transaction(async (tx) => {
    const found = await forumRows(tx, tools.registry, cid, true);
    const all = await loadVersions(tx, tools.registry, cid);
    const base = (await versionRow(tx, tools.registry, cid, all.known)).version;
    const last = all.number === all.known ? base : (await versionRow(tx, tools.registry, cid, all.number)).version;
    const touched = changesByPerson(base.meetings, givenOf(found.pairings));
    return {
      rows: found,
      version: await lastEntry(tx),
      versions: all,
      known: all.known,
      latest: last,
      people: touched,
      addressees: await addresseesOf(loadWith(tx, tools.registry), found, touched),
    };
  });
  const draft = givenOf(rows.pairings);
  const broken = brokenRules(rows).map(({ meeting, path, code, values = {} }): BrokenFacts => {
    const { dm, pitch, start } = { dm: idIn(meeting, 'dm'), pitch: idIn(meeting, 'pitch'), start: idIn(meeting, 'start') };
    return { pairing: idIn(meeting, 'id'), dm, pitch, start, path, code, values };
  });
  const ids = idsOf(draft);
  const who = (list: readonly Row[]) => list.map((row) => ({ id: idIn(row, 'id') }));
  const without = withoutMeeting(who(rows.dms.filter(({ enabled }) => enabled !== false)), who(rows.pitches), draft);
  const named = idsOf([...people.flatMap(({ changes }) => changes), ...broken]);
  return {
    version,
    campaign: {
      id: cid,
      title: idIn(rows.campaign, 'cna'),
      etitle: idIn(rows.campaign, 'enaName') || idIn(rows.campaign, 'cna'),
      zone: idIn(rows.campaign, 'zone') || 'GMT+8',
    },
    draft: { meetings: draft.length, dms: ids.dm.size, pitches: ids.pitch.size, broken, without },
    number: versions.number,
    known,
    isChanged: changesBetween(latest.meetings, draft).length > 0,
    people: people.map((person) => ({ ...person, to: isWriter ? (addressees.get(personKey(person)) ?? []).map(({ to, lang }) => ({ to, lang })) : [] })),
    names: namesIn(rows, { dm: new Set([...named.dm, ...without.dms]), pitch: new Set([...named.pitch, ...without.pitches]) }),
    history: versions.rows.map((row) => releaseLine(row, versions.batches)),
  };
}

/** @throws Refusal msg.forbidden, msg.notfound for an unknown version */
export async function compareVersions(tools: Tools, actor: Actor, cid: string, from: number, to: number | 'draft'): Promise<CompareFacts> {
  mayRead(tools, actor);
  const rows = await forumRows(tools.db, tools.registry, cid);
  const version = async (number: number) => (await versionRow(tools.db, tools.registry, cid, number)).version.meetings;
  const [before, after] = [await version(from), to === 'draft' ? givenOf(rows.pairings) : await version(to)];
  const changes = changesBetween(before, after);
  return { from, to, changes, people: changesByPerson(before, after), names: namesIn(rows, idsOf(changes)) };
}
