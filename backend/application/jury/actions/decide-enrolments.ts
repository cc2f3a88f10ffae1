import { staffCampaign } from '#application/campaign/actions/staff-rows.ts';
import type { Decided } from '#application/campaign/wire.ts';
import type { Row } from '#codegen/model.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { among, idIn } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type DecisionWord, decisionFault, pendingOf, undecided } from '../rules/decisions.ts';

/** Most enrolments decided in one call. */
export const mostDecided = 5_000;

/**
 * Records a pending decision for these enrolments of the campaign, or removes it (''). It is visible only to staff until the release. What `seen` says
 * otherwise somebody else has just decided, and is left to be looked at.
 * @throws Refusal msg.noselect (K07), msg.notfound, msg.forbidden, msg.datamodi where one of them was saved at the same moment
 */
export async function decideEnrolments(
  tools: Tools,
  actor: Actor,
  campaign: string,
  { ids, decision, seen }: { ids: readonly string[]; decision: DecisionWord | ''; seen: Row },
): Promise<Decided> {
  modelFor(tools, actor, 'enrolment', 'update');
  await staffCampaign(tools, actor, campaign);
  if (!ids.length) throw new Refusal('msg.noselect');
  return tools.db.transaction(async (tx) => {
    const work = new Work(tools, tx, actor, 'decide', tools.now());
    // A release locks the same row, so it includes either all of these decisions or none.
    await work.lock('campaign', campaign);
    const rows = (await work.rows('enrolment', among('id', [...new Set(ids)]))).filter((row) => row.cid === campaign);
    if (rows.length < new Set(ids).size) throw new Refusal('msg.notfound', { values: { object: 'enrolment', id: missing(ids, rows) } });
    const decided: Decided = { changed: 0, skipped: [] };
    for (const row of rows) {
      const [before, pending] = [seen[idIn(row, 'id')], pendingOf(row)];
      const isOverwriting = before !== undefined && before !== pending && pending !== decision;
      const code = isOverwriting ? 'msg.datamodi' : decision ? decisionFault(row, decision) : undefined;
      if (code) decided.skipped.push({ id: idIn(row, 'id'), code });
      else if (pending !== decision) {
        await work.change('enrolment', row, { decision: decision || undecided });
        decided.changed += 1;
      }
    }
    return decided;
  });
}

function missing(ids: readonly string[], rows: readonly Row[]): string {
  const found = new Set(rows.map((row) => row.id));
  return ids.find((id) => !found.has(id)) ?? '';
}
