import type { EnrolmentFacts } from '#application/site/wire.ts';
import { runAction } from '#framework/records/run-action.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { closedWindow, demandBody, factsOf, mayWithdraw, ownEnrolment, termsRow } from './own.ts';

/** How often a withdrawal is tried again when another device saves at the same time. */
const mostTries = 5;

/**
 * Withdraws a draft or a submitted enrolment while the window is open, with a reason. Withdrawing it again changes nothing.
 * @throws Refusal msg.blank without a reason, msg.window, msg.locked once staff have verified it
 */
export async function withdrawEnrolment(tools: Tools, actor: Actor, id: string, body: unknown): Promise<EnrolmentFacts> {
  const { reason } = demandBody(body, ['reason']);
  if (typeof reason !== 'string' || reason.trim() === '') throw new Refusal('msg.blank', { fields: [{ path: 'reason', code: 'field.required' }] });
  for (let tries = 1; ; tries += 1) {
    const row = await ownEnrolment(tools, tools.db, actor, id);
    const campaign = await termsRow(tools, tools.db, row.cid);
    if (row.status === 'withdrawn') return factsOf(tools, row, campaign);
    if (!mayWithdraw(row, campaign, stampOf(tools.now()))) {
      const data = await factsOf(tools, row, campaign);
      throw row.status === 'draft' || row.status === 'submitted' ? closedWindow(tools, campaign, data) : new Refusal('msg.locked', { data });
    }
    try {
      await runAction(tools, actor, 'enrolment', id, 'withdraw', { input: { withdrawMsg: reason.trim() }, ver: row.ver });
      return factsOf(tools, await ownEnrolment(tools, tools.db, actor, id), campaign);
    } catch (error) {
      const isOvertaken = error instanceof Refusal && (error.code === 'msg.datamodi' || error.code === 'msg.state');
      if (!isOvertaken || tries >= mostTries) throw error;
    }
  }
}
