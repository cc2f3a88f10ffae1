/** What a file about the jury's decision begins with: the printed minutes and the workbook of the dashboard alike. */
import { enrolmentsOf, juryOf, lineFields, staffCampaign } from '#application/campaign/actions/staff-rows.ts';
import { recordExport } from '#framework/export/record-export.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { progressOfJury } from './read-jurors.ts';
import { type RankingAsked, rankingOf, readBeside } from './read-ranking.ts';

/**
 * Ranking and progress of a campaign's jury for a file that leaves the house. It names people, so it is for those who may export enrolments, jurors and
 * selections, and is recorded like every export of personal data (safety section 15): `complete` says how many lines went out.
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function readResult(tools: Tools, actor: Actor, campaign: string, asked: RankingAsked, format: 'pdf' | 'xlsx') {
  for (const object of ['enrolment', 'jury', 'selection']) modelFor(tools, actor, object, 'export');
  const row = await staffCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, lineFields);
  const jury = await juryOf(tools, actor, campaign);
  const ranking = rankingOf(row, enrolments, { ...jury, ...(await readBeside(tools, campaign, enrolments)) }, asked);
  const progress = await progressOfJury(tools, row, enrolments, jury);
  const facts = { object: 'enrolment', format, fields: [], with: ['jury', 'selection'], filter: JSON.stringify({ cid: campaign }) };
  return { row, enrolments, ranking, progress, complete: await recordExport(tools, actor, facts) };
}
