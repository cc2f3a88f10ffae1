import { mayFinish } from '#application/campaign/rules/window.ts';
import type { SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { createRecord } from '#framework/records/create-record.ts';
import { type RecordTools, refuseProblems } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { stampOf } from '#framework/time.ts';
import type { Selection } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readingAt } from '../data/readings.ts';
import { scoreProblems, storedScores } from '../rules/criteria.ts';
import { isSameChoice, itemOf, ownOf, readChoice, unknownKeys } from '../rules/selection.ts';
import { type JurorContext, jurorContext, loadEntry, loadSelection } from './juror-context.ts';
import { listed, readProgress, readSelections } from './read-selections.ts';

/** How often declaring a conflict is tried again when others save at the same time; it does not depend on the version. */
const tries = 5;

/**
 * PUT /api/site/selection/{enrolment} {choice, weight, scores, comment, ver}. V23 holds under parallel requests, because the juror's row is locked before
 * their choices are counted (rules/selection). A request that repeats the stored values is answered, but not written again.
 * @throws Refusal msg.invalid, msg.window, msg.notfound, rule.done, rule.conflict, rule.maxsel {limit}, msg.datamodi with the stored choice (K05)
 */
export async function saveSelection(
  tools: RecordTools,
  actor: Actor,
  id: string,
  body: unknown,
): Promise<{ item: SelectionItem; progress: SelectionProgress }> {
  const sent = readChoice(body);
  if (Array.isArray(sent)) throw asBadRequest(sent);
  const context = await jurorContext(tools, actor);
  const { criteria } = context;
  const enrolment = await loadEntry(tools, context, id);
  if (sent.scores) refuseProblems(scoreProblems(sent.scores, criteria));
  const existing = await loadSelection(tools, context, id);
  await refuseClosed(tools, context, id, existing);
  if (existing?.conflict === true) throw new Refusal('rule.conflict');
  const own = ownOf(existing, criteria);
  if (!isSameChoice(own, sent)) {
    if (sent.ver !== own.ver) throw new Refusal('msg.datamodi', { data: own });
    const values = {
      choice: sent.choice,
      weight: sent.weight || null,
      comment: sent.comment,
      ...(sent.scores && { scores: storedScores(existing ?? {}, sent.scores, criteria) }),
    };
    await write(tools, context, id, existing, values);
  }
  const saved = await loadSelection(tools, context, id);
  const isRead = (await readingAt(tools.db, actor.id, id)) !== undefined;
  return { item: itemOf(listed(enrolment, context), saved, { isRead, criteria }), progress: await readProgress(tools, context) };
}

/**
 * POST /api/site/selection/{enrolment}/conflict {declared}: takes the enrolment off the list and clears the choice, its weight and the ratings. The
 * comment stays, because the juror may take the declaration back while the window is open. Staff see both in the row and its history.
 * @throws Refusal msg.invalid, msg.window, msg.notfound, rule.done
 */
export async function declareConflict(tools: RecordTools, actor: Actor, id: string, body: unknown): Promise<SelectionFacts> {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  refuseProblems(unknownKeys(body, ['declared']));
  const { declared } = body;
  if (typeof declared !== 'boolean') throw new Refusal('msg.invalid', { fields: [{ path: 'declared', code: 'field.type' }] });
  const context = await jurorContext(tools, actor);
  if (context.window.state !== 'open') throw new Refusal('msg.window', { values: { state: context.window.state } });
  if (context.juror.doneAt) throw new Refusal('rule.done');
  await loadEntry(tools, context, id);
  for (let attempt = 1; ; attempt += 1) {
    const existing = await loadSelection(tools, context, id);
    if ((existing?.conflict === true) === declared) break;
    try {
      await write(tools, context, id, existing, declared ? { conflict: true, choice: 'none', weight: null, scores: [] } : { conflict: false });
      break;
    } catch (error) {
      if (attempt >= tries || !(error instanceof Refusal) || error.code !== 'msg.datamodi') throw error;
    }
  }
  return readSelections(tools, actor);
}

/** True while the window is open, and in its grace for enrolments that were opened or chosen before the end. */
async function refuseClosed(
  tools: RecordTools,
  { campaign, juror, window, now, actor }: JurorContext,
  id: string,
  existing: Selection | undefined,
): Promise<void> {
  if (juror.doneAt) throw new Refusal('rule.done');
  if (window.state === 'open') return;
  if (window.state === 'ended') {
    const opened = await readingAt(tools.db, actor.id, id);
    const begun = [existing?.create_at ?? '', opened === undefined ? '' : stampOf(opened)].filter(Boolean).sort()[0] ?? '';
    if (mayFinish(campaign, 'select', now, begun)) return;
  }
  throw new Refusal('msg.window', { values: { state: window.state } });
}

/** Saves like every write, as the juror. Two first choices at the same time violate the unique key: the second gets the problem. */
async function write(tools: RecordTools, context: JurorContext, enrolment: string, existing: Selection | undefined, values: Row): Promise<void> {
  const { actor } = context;
  try {
    if (existing) await updateRecord(tools, actor, 'selection', existing.id, values, existing.ver);
    else await createRecord(tools, actor, 'selection', { jury: actor.id, enrolment, choice: 'none', weight: null, comment: '', conflict: false, ...values });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const limit = error.fields.find(({ code }) => code === 'rule.maxsel');
    if (limit) throw new Refusal('rule.maxsel', { values: limit.values, fields: [limit] });
    const now = await loadSelection(tools, context, enrolment);
    if (now && now.ver !== existing?.ver) throw new Refusal('msg.datamodi', { data: ownOf(now, context.criteria) });
    if (error.code !== 'msg.nochange') throw error;
  }
}

function asBadRequest(problems: Exclude<ReturnType<typeof readChoice>, { choice: string }>): Refusal {
  if (problems[0]?.code === 'msg.badrequest') return new Refusal('msg.badrequest');
  return new Refusal(problems.every(({ code }) => code === 'field.required') ? 'msg.blank' : 'msg.invalid', { fields: problems });
}
