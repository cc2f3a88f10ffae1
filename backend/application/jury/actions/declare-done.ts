import type { SelectionFacts } from '#application/site/wire.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { unknownKeys } from '../rules/selection.ts';
import { jurorContext } from './juror-context.ts';
import { readSelections } from './read-selections.ts';

/**
 * POST /api/site/selection/done {done}: the juror says that they have finished, or takes it back while the window is open. In between their choices can
 * be read and not changed. Staff see it on the dashboard and in the juror's history.
 * @throws Refusal msg.badrequest, msg.invalid, msg.window
 */
export async function declareDone(tools: RecordTools, actor: Actor, body: unknown): Promise<SelectionFacts> {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const problems = unknownKeys(body, ['done']);
  if (typeof body.done !== 'boolean') problems.push({ path: 'done', code: body.done === undefined ? 'field.required' : 'field.type' });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const { window } = await jurorContext(tools, actor);
  if (window.state !== 'open') throw new Refusal('msg.window', { values: { state: window.state } });
  await tools.db.transaction(async (tx) => {
    const work = new Work(tools, tx, actor, body.done ? 'done' : 'undone', tools.now());
    // The lock of every choice of this juror, so that none is saved beside it.
    const juror = await work.lock('jury', actor.id);
    if ((juror.doneAt !== '') !== body.done) await work.change('jury', juror, { doneAt: body.done ? work.at : '' });
  });
  return readSelections(tools, actor);
}
