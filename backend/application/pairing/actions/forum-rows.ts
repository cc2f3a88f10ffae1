/** The rows that a timetable is made of, and a name for the state they are in. */
import { createHash } from 'node:crypto';
import type { Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { loadWith } from '#framework/records/decide-standing.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import { type Load, where } from '#rules/facts.ts';
import { Refusal } from '#rules/problem.ts';
import type { ForumRows } from '../rules/forum.ts';

/** No forum comes near it. */
const mostPeople = 100_000;
/** What of people a timetable is made of and a board shows; biographies and synopses stay where they are. */
const ofPeople = {
  decision_maker: ['id', 'ver', 'cid', 'name', 'ename', 'org', 'country', 'enabled', 'available', 'unavailable', 'priority'],
  pitch: ['id', 'ver', 'cid', 'enrollid', 'attProgram', 'cname', 'ename', 'unavailable'],
} as const;

/** Four statements, however many rows. @throws Refusal msg.notfound */
export function forumRows(tx: Executor, registry: Pick<ObjectSource, 'get'>, cid: string, lock = false): Promise<ForumRows> {
  const load = loadWith(tx, registry);
  return gathered(load, cid, lock, (object) => load.rows(object, where({ cid })));
}

/** The same with those fields of the people only that a board shows and a timetable is made of. @throws Refusal msg.notfound */
export function boardRows(tx: Executor, registry: Pick<ObjectSource, 'get'>, cid: string, lock = false): Promise<ForumRows> {
  return gathered(loadWith(tx, registry), cid, lock, (object) => peopleOf(tx, registry, object, cid));
}

async function gathered(load: Load, cid: string, lock: boolean, people: (object: keyof typeof ofPeople) => Promise<Row[]>): Promise<ForumRows> {
  const campaign = await load.row('campaign', cid, lock);
  if (!campaign) throw new Refusal('msg.notfound', { values: { object: 'campaign', id: cid } });
  const [dms, pitches, pairings] = [await people('decision_maker'), await people('pitch'), await load.rows('pairing', where({ cid }))];
  return { campaign, dms, pitches, pairings };
}

async function peopleOf(tx: Executor, registry: Pick<ObjectSource, 'get'>, object: keyof typeof ofPeople, cid: string): Promise<Row[]> {
  const model = registry.get(object)?.model;
  if (!model) return [];
  const reader = narrowReader(wholeReader(model, tx.kind), new Set<string>(ofPeople[object]));
  return loadPage(tx, reader, { filter: where({ cid }), sort: { field: model.entity.key, order: 'ASC' }, limit: mostPeople, offset: 0 });
}

/** SHA-256 of every row's id and version: two plans of one name saw the same forum. */
export function inputsOf({ campaign, dms, pitches, pairings }: ForumRows): string {
  const hash = createHash('sha256');
  for (const [name, rows] of Object.entries({ campaign: [campaign], dms, pitches, pairings })) hash.update(`${name} ${rows.map(versionOf).sort().join(' ')}\n`);
  return hash.digest('hex');
}

function versionOf(row: Row): string {
  return `${row.id}:${row.ver}`;
}
