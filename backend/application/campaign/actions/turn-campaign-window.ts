import type { Row } from '#codegen/model.ts';
import { refuseProblems } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { editionOf } from '#rules/records/edition.ts';
import { Refusal } from '#rules/words/problem.ts';
import { emptyLists } from '../rules/opening.ts';
import { type Turn, turnWindow } from '../rules/turn.ts';
import type { WindowKind } from '../rules/window.ts';
import { staffCampaign } from './staff-rows.ts';
import { utcNow } from './utc-now.ts';

export interface TurnRequest {
  kind: WindowKind;
  turn: Turn;
  /** the version that the person saw (K05) */
  ver: number;
  /** when an opened window ends, 'YYYY-MM-DD hh:mm:ss' UTC; '' for its own end, or for none */
  until: string;
}

/**
 * Opens or closes a window of the campaign now.
 * @throws Refusal msg.nothing where it is open or closed already, msg.datamodi (K05), rule.cwindow and rule.swindow (V01, V02), rule.nooptions where a list has no option for the edition, msg.forbidden, msg.notfound
 */
export async function turnCampaignWindow(tools: Tools, actor: Actor, campaign: string, { kind, turn, ver, until }: TurnRequest): Promise<Row> {
  const row = await staffCampaign(tools, actor, campaign);
  // A stale version is reported first, whatever has happened to the window since.
  if (row.ver !== ver) throw new Refusal('msg.datamodi', { data: row });
  const { patch, problems } = turnWindow(row, kind, turn, utcNow(tools), until);
  refuseProblems(problems);
  // Nobody could say what is asked: a list without any option for the edition stops the opening.
  const fields = kind === 'enrol' && turn === 'open' ? emptyLists(tools.registry.get('enrolment')?.model, editionOf(row)) : undefined;
  if (fields) throw new Refusal('rule.nooptions', { values: { fields } });
  const saved = await updateRecord(tools, actor, 'campaign', campaign, patch, ver, { action: `${turn}-${kind}` });
  tools.log.info({ campaign, kind, turn, user: actor.id, ...patch }, 'window turned');
  return saved;
}
