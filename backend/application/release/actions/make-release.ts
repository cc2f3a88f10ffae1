/** Releases a timetable: the draft, or an earlier version again. One transaction under the campaign's lock, checked against what staff saw. */

import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import type { ForumRows } from '#application/pairing/rules/forum.ts';
import type { Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { entriesSince, lastEntry } from '#framework/data/rows/entries.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import { inRowQueue } from '#framework/save/row-queue.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { changesBetween, changesByPerson, type Given, givenOf, nextVersion } from '../rules/release.ts';
import { brokenRules } from '../rules/release-check.ts';
import type { ReleasedFacts } from '../rules/release-facts.ts';
import { dropWaiting, writeReleaseMails } from './release-mails.ts';
import { loadVersions, type Versions, versionRow } from './versions.ts';

export interface ReleaseOrder {
  /** the number of the newest version that was seen, 0 for none */
  number: number;
  note: string;
}

/** When there are more new history entries than this, the board counts as changed. */
const most = 2_000;

/**
 * Makes the draft the next version. `version` is that of the board as it was read.
 * @throws Refusal msg.forbidden, msg.notfound, msg.datamodi where a meeting or the release has changed since, msg.nothing where the newest version is
 * the same, and the rule's own code where the draft breaks one, with data {dm, pitch, start} of the meeting
 */
export function releaseDraft(tools: Tools, actor: Actor, cid: string, { version, ...order }: ReleaseOrder & { version: number }): Promise<ReleasedFacts> {
  return release(tools, actor, cid, 'release', order, async (tx, rows) => {
    if (await hasMoved(tx, cid, rows, version)) throw new Refusal('msg.datamodi');
    return { meetings: givenOf(rows.pairings), back: 0 };
  });
}

/**
 * Releases an earlier version again, as a new version, so that calendars and mails follow; the draft is unchanged. 0 withdraws the timetable
 * altogether. Refused, like a draft, where one of its meetings breaks a rule by now: nobody is sent a timetable that silently lacks a meeting.
 * @throws Refusal as `releaseDraft`
 */
export function releaseAgain(tools: Tools, actor: Actor, cid: string, { to, ...order }: ReleaseOrder & { to: number }): Promise<ReleasedFacts> {
  return release(tools, actor, cid, 'release-again', order, async (tx) => ({
    meetings: (await versionRow(tx, tools.registry, cid, to)).version.meetings,
    back: to,
  }));
}

async function release(
  tools: Tools,
  actor: Actor,
  cid: string,
  action: string,
  { number, note }: ReleaseOrder,
  choose: (tx: Transaction, rows: ForumRows) => Promise<{ meetings: Given[]; back: number }>,
): Promise<ReleasedFacts> {
  modelFor(tools, actor, 'pairing', 'update');
  const result = await inRowQueue(tools.db, 'campaign', cid, () =>
    tools.db.transaction(async (tx) => {
      const work = new Work(tools, tx, actor, action, tools.now());
      const rows = await forumRows(tx, tools.registry, cid, true);
      const versions = await loadVersions(tx, tools.registry, cid);
      if (versions.number !== number) throw new Refusal('msg.datamodi');
      const { meetings, back } = await choose(tx, rows);
      demandSound(rows, meetings);
      return store(tools, work, rows, versions, meetings, { back, note });
    }),
  );
  tools.log.info({ campaign: cid, release: result.number, told: result.told, user: actor.id }, 'timetable released');
  return result;
}

async function store(
  tools: Tools,
  work: Work,
  rows: ForumRows,
  { number, known, waiting }: Versions,
  meetings: readonly Given[],
  { back, note }: { back: number; note: string },
): Promise<ReleasedFacts> {
  const [{ tx }, cid, model] = [work, idIn(rows.campaign, 'id'), work.model('pairing_release')];
  const { version: last } = await versionRow(tx, tools.registry, cid, number);
  const base = known === number ? last : (await versionRow(tx, tools.registry, cid, known)).version;
  // The same once more only where its mails were discarded, to write them again.
  const isUnreported = !waiting.length && changesBetween(base.meetings, meetings).length > 0;
  if (!isUnreported && !changesBetween(last.meetings, meetings).length) throw new Refusal('msg.nothing');
  await dropWaiting(tools, tx, waiting, work.actor.id);
  const next = number + 1;
  const mails = await writeReleaseMails(tools, tx, work.actor, rows, changesByPerson(base.meetings, meetings), next);
  const version = nextVersion(last, meetings);
  const row: Row = {
    ...defaultsOf(model),
    id: sortableId(work.now),
    cid,
    number: next,
    note,
    back,
    count: meetings.length,
    told: mails.told,
    base: known,
    batch: mails.batch,
    meetings: version.meetings.map((one): Row => ({ ...one })),
    gone: version.gone.map((one): Row => ({ ...one })),
  };
  await work.add('pairing_release', { ...completeRow(row, model.fields), ver: 1, create_at: work.at });
  // An entry in the campaign's history, which open boards follow.
  await work.mark('campaign', rows.campaign);
  return { number: next, ...mails };
}

/** True where a meeting was added, removed or moved since that version of the board. The rules check other people's wishes and times. */
async function hasMoved(tx: Transaction, cid: string, rows: ForumRows, version: number): Promise<boolean> {
  if (version > (await lastEntry(tx))) return true;
  const entries = await entriesSince(tx, version, ['pairing'], most + 1);
  if (entries.length > most) return true;
  const own = new Set(rows.pairings.map((row) => idIn(row, 'id')));
  // The entry of a removed meeting has its campaign among the removed values.
  return entries.some(({ row, changes }) => own.has(row) || changes.includes(`"cid":[${JSON.stringify(cid)}`));
}

/** @throws Refusal with the first rule that a meeting breaks */
function demandSound(rows: ForumRows, meetings: readonly Given[]): void {
  const cid = idIn(rows.campaign, 'id');
  const pairings = meetings.map(({ dm, pitch, start, end, room }) => ({ cid, dm, pitch, start, end, room }));
  const broken = brokenRules({ ...rows, pairings });
  const [first] = broken;
  if (!first) return;
  const fields = broken
    .slice(0, 100)
    .map(({ path, code, values, meeting }) => ({ path: `meetings/${pairings.indexOf(meeting)}/${path}`, code, ...(values && { values }) }));
  const { dm, pitch, start } = first.meeting;
  throw new Refusal(first.code, { values: first.values ?? {}, fields, data: { dm, pitch, start } });
}
