/** The rows from which a timetable is computed, and a hash of their state. */

import { createHash } from 'node:crypto';
import type { Executor } from '#framework/data/engine/connect.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import type { DecisionMaker, Pitch } from '#generated/objects.ts';
import { type Load, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type ForumDm, type ForumPitch, type ForumRows, ofPeople } from '../rules/forum.ts';

/** Most rows of a kind; a real forum has far fewer. */
const mostPeople = 100_000;
/** The same with all fields of the people. */
export interface WholeForum extends ForumRows {
  dms: DecisionMaker[];
  pitches: Pitch[];
}

/** Four statements, however many rows. @throws Refusal msg.notfound */
export function forumRows(tx: Executor, registry: Pick<ObjectSource, 'get'>, cid: string, lock = false): Promise<WholeForum> {
  const load = loadWith(tx, registry);
  return gathered(
    load,
    cid,
    lock,
    () => load.rows('decision_maker', where({ cid })),
    () => load.rows('pitch', where({ cid })),
  );
}

/** The same with only those fields of the people that a board shows or a timetable needs. @throws Refusal msg.notfound */
export function boardRows(tx: Executor, registry: Pick<ObjectSource, 'get'>, cid: string, lock = false): Promise<ForumRows> {
  const [dms, pitches] = [() => peopleOf(tx, registry, 'decision_maker', cid), () => peopleOf(tx, registry, 'pitch', cid)];
  return gathered(loadWith(tx, registry), cid, lock, dms, pitches);
}

async function gathered<D extends ForumDm, P extends ForumPitch>(
  load: Load,
  cid: string,
  lock: boolean,
  readDms: () => Promise<D[]>,
  readPitches: () => Promise<P[]>,
): Promise<ForumRows & { dms: D[]; pitches: P[] }> {
  const campaign = await load.row('campaign', cid, lock);
  if (!campaign) throw new Refusal('msg.notfound', { values: { object: 'campaign', id: cid } });
  const [dms, pitches, pairings] = [await readDms(), await readPitches(), await load.rows('pairing', where({ cid }))];
  return { campaign, dms, pitches, pairings };
}

async function peopleOf<O extends keyof typeof ofPeople>(tx: Executor, registry: Pick<ObjectSource, 'get'>, object: O, cid: string) {
  const model = registry.get(object)?.model;
  if (!model) return [];
  const reader = narrowReader(wholeReader(model, tx.kind), new Set<(typeof ofPeople)[O][number]>(ofPeople[object]));
  return loadPage(tx, reader, { filter: where({ cid }), sort: { field: model.entity.key, order: 'ASC' }, limit: mostPeople, offset: 0 });
}

/** SHA-256 of every row's id and version: two plans with the same hash were computed for the same state of the forum. */
export function inputsOf({ campaign, dms, pitches, pairings }: ForumRows): string {
  const hash = createHash('sha256');
  for (const [name, rows] of Object.entries({ campaign: [campaign], dms, pitches, pairings })) hash.update(`${name} ${rows.map(versionOf).sort().join(' ')}\n`);
  return hash.digest('hex');
}

function versionOf(row: { id: string; ver: number }): string {
  return `${row.id}:${row.ver}`;
}
