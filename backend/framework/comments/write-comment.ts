/** Comments on a row: who may read it reads and writes them; the author alone changes one, the author or an administrator removes it. */
import { createHash } from 'node:crypto';
import type { Transaction } from '#framework/data/engine/connect.ts';
import {
  type About,
  addComment,
  beginFollowing,
  changeComment,
  countComments,
  findComment,
  listComments,
  listInvolved,
  removeComment,
  type StoredComment,
} from '#framework/data/system/comments.ts';
import { findRequest, keepRequest } from '#framework/data/system/idempotency.ts';
import { notifiedOf, notify } from '#framework/data/system/notices.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { mostNamed, mostText, namedIn } from '#rules/records/mention.ts';
import { Refusal } from '#rules/words/problem.ts';
import { assignmentsOf } from './involve.ts';
import { type CommentTools, demandReadable, demandReaders, namesOf } from './readers.ts';
import type { Talk } from './wire.ts';

/** Comments in one answer. */
const shown = 50;

/** What is said about a row, in as many statements however much it is. @throws Refusal msg.notfound, msg.forbidden */
export async function readTalk(tools: CommentTools, actor: Actor, about: About, below?: number): Promise<Talk> {
  await demandReadable(tools, actor, about);
  const found = await listComments(tools.db, about, shown + 1, below);
  const comments = found.slice(0, shown).reverse();
  const involved = await listInvolved(tools.db, about);
  const assignments = assignmentsOf(involved);
  const people = [...comments.flatMap(({ by, text }) => [by, ...namedIn(text)]), ...assignments.flatMap(({ account, by }) => [account, by])];
  return {
    comments: comments.map(({ id, by, at, editedAt, text }) => ({
      id,
      by,
      at,
      editedAt,
      text,
      mayChange: by === actor.id,
      mayRemove: by === actor.id || isAdministrator(actor),
    })),
    more: found.length > shown,
    count: await countComments(tools.db, about),
    follows: involved.some(({ account, follows }) => account === actor.id && follows),
    assignments,
    names: await namesOf(tools.db, people),
  };
}

/**
 * Says something about a row. Who does follows it from then on; who follows it gets a notice, and who is named there. With an Idempotency-Key it is said once.
 * @throws Refusal msg.noreader where somebody is named who may not read the row
 */
export async function writeComment(tools: CommentTools, actor: Actor, about: About, body: unknown, key?: string): Promise<number> {
  const text = textOf(body);
  const model = await demandReadable(tools, actor, about);
  const request = key === undefined ? undefined : requestHash(about, text, key);
  const answered = async () => (request && key ? answerAgain(tools, actor, key, request) : undefined);
  const known = await answered();
  if (known !== undefined) return known;
  const named = namedIn(text);
  await demandReaders(tools, model, about.id, named);
  const now = tools.now();
  const at = now.getTime();
  try {
    return await tools.db.transaction(async (tx) => {
      const comment = await addComment(tx, about, actor.id, text, at);
      await beginFollowing(tx, about, actor.id, at);
      const followers = (await listInvolved(tx, about)).filter((one) => one.follows && one.account !== actor.id && !named.includes(one.account));
      const what = { ...about, comment, due: '', by: actor.id, at };
      await notify(tx, others(named, actor), { ...what, kind: 'mention' });
      await notify(
        tx,
        followers.map(({ account }) => account),
        { ...what, kind: 'comment' },
      );
      if (request && key) await keepRequest(tx, actor.id, key, { request, answer: String(comment) }, now);
      return comment;
    });
  } catch (error) {
    const again = await answered();
    if (again === undefined) throw error;
    return again;
  }
}

/** Another text for one's own comment; who is named in it for the first time gets a notice. @throws Refusal msg.notfound, msg.forbidden, msg.noreader */
export async function editComment(tools: CommentTools, actor: Actor, about: About, id: number, body: unknown): Promise<number> {
  const text = textOf(body);
  const model = await demandReadable(tools, actor, about);
  const named = namedIn(text);
  const at = tools.now().getTime();
  const before = await demandComment(tools.db, about, id);
  if (before.by !== actor.id) throw new Refusal('msg.forbidden');
  const wereNamed = namedIn(before.text);
  // Somebody who was named and has left since does not keep a word from being mended.
  await demandReaders(
    tools,
    model,
    about.id,
    named.filter((one) => !wereNamed.includes(one)),
  );
  await tools.db.transaction(async (tx) => {
    await changeComment(tx, id, text, at);
    const notified = await notifiedOf(tx, id);
    const fresh = others(named, actor).filter((one) => !notified.includes(one) && !wereNamed.includes(one));
    await notify(tx, fresh, { ...about, comment: id, due: '', by: actor.id, at, kind: 'mention' });
  });
  return id;
}

/** With the notices of it. @throws Refusal msg.notfound, msg.forbidden */
export async function deleteComment(tools: CommentTools, actor: Actor, about: About, id: number): Promise<void> {
  await demandReadable(tools, actor, about);
  await tools.db.transaction(async (tx) => {
    const { by } = await demandComment(tx, about, id);
    if (by !== actor.id && !isAdministrator(actor)) throw new Refusal('msg.forbidden');
    await removeComment(tx, id);
  });
}

async function demandComment(db: Transaction | CommentTools['db'], about: About, id: number): Promise<StoredComment> {
  const found = Number.isSafeInteger(id) ? await findComment(db, about, id) : undefined;
  if (!found) throw new Refusal('msg.notfound');
  return found;
}

function others(ids: readonly string[], actor: Actor): string[] {
  return ids.filter((id) => id !== actor.id);
}

function textOf(body: unknown): string {
  const { text }: { text?: unknown } = typeof body === 'object' && body !== null ? body : {};
  const bad = (field: string) => new Refusal('msg.badrequest', { values: { field } });
  if (typeof text !== 'string' || text.includes('\0')) throw bad('text');
  const said = text.trim();
  if (!said) throw new Refusal('msg.invalid', { fields: [{ path: 'text', code: 'field.required' }] });
  if ([...said].length > mostText) throw new Refusal('msg.invalid', { fields: [{ path: 'text', code: 'field.long', values: { limit: mostText } }] });
  if (namedIn(said).length > mostNamed) throw bad('text');
  return said;
}

function requestHash({ object, id }: About, text: string, key: string): string {
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  return createHash('sha256')
    .update(JSON.stringify(['comment', object, id, text]))
    .digest('hex');
}

async function answerAgain({ db }: CommentTools, actor: Actor, key: string, request: string): Promise<number | undefined> {
  const known = await findRequest(db, actor.id, key);
  if (known && known.request !== request) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  return known && Number(known.answer);
}
