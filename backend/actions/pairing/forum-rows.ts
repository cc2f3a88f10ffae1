/** The rows that a timetable is made of, and a name for the state they are in. */
import { createHash } from 'node:crypto';
import { loadWith } from '#backend/actions/decide-standing.ts';
import type { ObjectSource } from '#backend/actions/record-tools.ts';
import type { Executor } from '#backend/data/connect.ts';
import type { Row } from '#codegen/model.ts';
import { where } from '#domain/facts.ts';
import type { ForumRows } from '#domain/pairing/forum.ts';
import { Refusal } from '#domain/problem.ts';

/** Five statements, however many rows. @throws Refusal msg.notfound */
export async function forumRows(tx: Executor, registry: Pick<ObjectSource, 'get'>, cid: string, lock = false): Promise<ForumRows> {
  const load = loadWith(tx, registry);
  const campaign = await load.row('campaign', cid, lock);
  if (!campaign) throw new Refusal('msg.notfound', { values: { object: 'campaign', id: cid } });
  const [dms, pitches, pairings] = [
    await load.rows('decision_maker', where({ cid })),
    await load.rows('pitch', where({ cid })),
    await load.rows('pairing', where({ cid })),
  ];
  return { campaign, dms, pitches, pairings };
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
