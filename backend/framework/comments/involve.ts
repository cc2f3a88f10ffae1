/** Who follows a row, and whom it is assigned to until when. */
import { type About, type Involved, listInvolved, putAssignment, putFollow } from '#framework/data/system/comments.ts';
import { notify } from '#framework/data/system/notices.ts';
import { isDay } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type CommentTools, demandReadable, demandReaders } from './readers.ts';
import type { Assignment } from './wire.ts';

/** For oneself. @throws Refusal msg.notfound, msg.forbidden */
export async function follow(tools: CommentTools, actor: Actor, about: About, body: unknown): Promise<boolean> {
  const { follows }: { follows?: unknown } = typeof body === 'object' && body !== null ? body : {};
  if (typeof follows !== 'boolean') throw new Refusal('msg.badrequest', { values: { field: 'follows' } });
  await demandReadable(tools, actor, about);
  await tools.db.transaction((tx) => putFollow(tx, about, actor.id, follows, tools.now().getTime()));
  return follows;
}

/**
 * Says that a row is somebody's to deal with, until when, that they have, or that it is theirs no more. Who may read the row may say so; who gets it gets a notice.
 * @throws Refusal msg.noreader where they may not read the row
 */
export async function assign(tools: CommentTools, actor: Actor, about: About, body: unknown): Promise<Assignment[]> {
  const { account, due = '', is }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const bad = (field: string) => new Refusal('msg.badrequest', { values: { field } });
  if (typeof account !== 'string' || !account || account.length > 64) throw bad('account');
  if (is !== 'open' && is !== 'done' && is !== 'none') throw bad('is');
  if (typeof due !== 'string' || (due !== '' && !isDay(due))) throw bad('due');
  const model = await demandReadable(tools, actor, about);
  if (is === 'open') await demandReaders(tools, model, about.id, [account]);
  const at = tools.now().getTime();
  return tools.db.transaction(async (tx) => {
    const before = (await listInvolved(tx, about)).find((one) => one.account === account);
    const had = before?.assignedBy ? before : undefined;
    if (is !== 'open' && !had) throw new Refusal('msg.notfound');
    const assignedBy = is === 'none' ? '' : (had?.assignedBy ?? actor.id);
    const day = is === 'none' ? '' : is === 'done' ? (had?.due ?? '') : due;
    const doneAt = is === 'done' ? had?.doneAt || at : 0;
    await putAssignment(tx, about, { account, assignedBy, due: day, doneAt }, at);
    const isNews = is === 'open' && (!had || had.doneAt > 0 || had.due !== day);
    if (isNews && account !== actor.id) await notify(tx, [account], { ...about, kind: 'assigned', comment: 0, due: day, by: actor.id, at });
    return assignmentsOf(await listInvolved(tx, about));
  });
}

/** Those among them whom the row is assigned to. */
export function assignmentsOf(involved: readonly Involved[]): Assignment[] {
  return involved.filter((one) => one.assignedBy).map(({ account, assignedBy, due, doneAt }) => ({ account, by: assignedBy, due, doneAt }));
}
