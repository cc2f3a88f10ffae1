/** Saves the forum's days together with the end of the wishes. Asks first when meetings would lose their slot. */

import { loadWith } from '#framework/records/check-related.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { inRowQueue } from '#framework/save/row-queue.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { type ForumFacts, overlappingDays, strandedBy } from '../rules/forum-facts.ts';
import { meetingOf, readForum } from './read-forum.ts';

/**
 * PUT /api/forum/{campaign}/days `{ver, days, wishUntil, maxInRow?, confirm?}`; `confirm` is the number of stranded meetings that the person has
 * seen. Those meetings stay off the grid until somebody moves them on the board.
 * @throws Refusal rule.strands with data {stranded} where the number has changed, msg.datamodi, msg.invalid with fields
 */
export async function saveDays(tools: Tools, actor: Actor, cid: string, payload: unknown): Promise<ForumFacts> {
  modelFor(tools, actor, 'campaign', 'update');
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const { ver, days, wishUntil, maxInRow, confirm, ...rest } = payload;
  const problems: Problem[] = Object.keys(rest).map((path) => ({ path, code: 'field.unknown' }));
  if (typeof ver !== 'number') problems.push({ path: 'ver', code: 'field.integer' });
  if (!Array.isArray(days)) problems.push({ path: 'days', code: 'field.type' });
  if (typeof wishUntil !== 'string') problems.push({ path: 'wishUntil', code: 'field.type' });
  if (confirm !== undefined && typeof confirm !== 'number') problems.push({ path: 'confirm', code: 'field.integer' });
  if (problems.length || !Array.isArray(days)) throw new Refusal('msg.invalid', { fields: problems });
  const shared = overlappingDays({ days });
  if (shared.length) throw new Refusal('msg.invalid', { fields: shared.map((index) => ({ path: `days/${index}/start`, code: 'rule.dayoverlap' as const })) });
  const load = loadWith(tools.db, tools.registry);
  const before = await load.row('campaign', cid);
  if (!before) throw new Refusal('msg.notfound', { values: { object: 'campaign', id: cid } });
  await inRowQueue(tools.db, 'campaign', cid, () =>
    updateRecord(tools, actor, 'campaign', cid, { days, wishUntil: wishUntil ?? '', ...(maxInRow !== undefined && { maxInRow }) }, Number(ver), {
      // This save has locked the campaign's row, which every placing of a meeting needs first, so the number is the present one.
      also: async (tx, after) => {
        const pairings = await loadWith(tx, tools.registry).rows('pairing', where({ cid }));
        const stranded = strandedBy(before, after, pairings.map(meetingOf));
        if (stranded.length && stranded.length !== confirm) throw new Refusal('rule.strands', { values: { count: stranded.length }, data: { stranded } });
      },
    }),
  );
  return readForum(tools, actor, cid);
}
