/** An applicant withdraws an enrolment, and takes that back (decision 121). */
import type { EnrolmentFacts } from '#application/site/wire.ts';
import { runAction } from '#framework/records/run-action.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { closedWindow, demandBody, factsOf, mayRestore, mayWithdraw, ownEnrolment, type Terms, termsRow } from './own.ts';

/** How often a step is tried again when another device saves at the same time. */
const mostTries = 5;

/**
 * Withdraws a draft or a submitted enrolment while the window is open, with a reason. Withdrawing it again changes nothing.
 * @throws Refusal msg.blank without a reason, msg.window, msg.locked once staff have verified it
 */
export async function withdrawEnrolment(tools: Tools, actor: Actor, id: string, body: unknown): Promise<EnrolmentFacts> {
  const { reason } = demandBody(body, ['reason']);
  if (typeof reason !== 'string' || reason.trim() === '') throw new Refusal('msg.blank', { fields: [{ path: 'reason', code: 'field.required' }] });
  return insist(tools, actor, id, async (row, campaign, now) => {
    if (row.status === 'withdrawn') return;
    if (!mayWithdraw(row, campaign, now)) throw await refusalOf(tools, actor, row, campaign, row.status === 'draft' || row.status === 'submitted');
    await runAction(tools, actor, 'enrolment', id, 'withdraw', { input: { withdrawMsg: reason.trim() }, ver: row.ver });
  });
}

/**
 * Takes the applicant's own withdrawal back while the window is open: it is submitted again with its receipt where it was, else a draft. Of an
 * enrolment that is not withdrawn nothing changes.
 * @throws Refusal msg.window, msg.locked where staff withdrew it
 */
export async function restoreEnrolment(tools: Tools, actor: Actor, id: string, body: unknown): Promise<EnrolmentFacts> {
  demandBody(body, []);
  return insist(tools, actor, id, async (row, campaign, now) => {
    if (row.status !== 'withdrawn') return;
    if (!mayRestore(row, campaign, now)) throw await refusalOf(tools, actor, row, campaign, row.withdrawBy === row.applicant);
    const step = (name: string) => runAction(tools, actor, 'enrolment', id, name, { ver: row.ver });
    try {
      await step('reinstate');
    } catch (error) {
      // It was a draft, or the form demands more by now than when it was submitted.
      if (!(error instanceof Refusal) || (error.code !== 'msg.state' && error.code !== 'msg.invalid')) throw error;
      await step('reopen');
    }
  });
}

/** Does it on the present row, again where another device was faster, and answers with the row as it is then. */
async function insist(tools: Tools, actor: Actor, id: string, work: (row: Enrolment, campaign: Terms, now: string) => Promise<void>): Promise<EnrolmentFacts> {
  for (let tries = 1; ; tries += 1) {
    const row = await ownEnrolment(tools, tools.db, actor, id);
    const campaign = await termsRow(tools, tools.db, row.cid);
    try {
      await work(row, campaign, stampOf(tools.now()));
      return await factsOf(tools, actor, await ownEnrolment(tools, tools.db, actor, id), campaign);
    } catch (error) {
      const isOvertaken = error instanceof Refusal && (error.code === 'msg.datamodi' || error.code === 'msg.state');
      if (!isOvertaken || tries >= mostTries) throw error;
    }
  }
}

async function refusalOf(tools: Tools, actor: Actor, row: Enrolment, campaign: Terms, isOfWindow: boolean): Promise<Refusal> {
  const data = await factsOf(tools, actor, row, campaign);
  return isOfWindow ? closedWindow(tools, campaign, data) : new Refusal('msg.locked', { data });
}
