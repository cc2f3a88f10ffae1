import { findAccount } from '#backend/data/accounts.ts';
import type { Row } from '#codegen/model.ts';
import { type Actor, administrator } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import { isObject } from '#domain/record.ts';
import { matchesPassword } from './hash-password.ts';
import { readOwnAccount } from './read-own-account.ts';
import type { Tools } from './tools.ts';
import { updateRecord } from './update-record.ts';

/** What everybody may change of their own account; the rest is the administrator's. */
export const ownFields = ['name', 'email', 'avatar', 'menu', 'lang'];

/**
 * Saves changes to the actor's own account, whatever their role may do with the object. Another e-mail, to which a reset would be sent, asks for the password (`old`).
 * @throws Refusal as a record's update does; msg.invalid with `old` where the password is missing or wrong
 */
export async function updateOwnAccount(tools: Tools, actor: Actor, payload: unknown): Promise<Row> {
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const { old, ver, ...fields } = payload;
  const foreign = Object.keys(fields).filter((name) => !ownFields.includes(name));
  if (foreign.length) throw new Refusal('msg.invalid', { fields: foreign.map((path) => ({ path, code: 'field.readonly' as const })) });
  const account = await findAccount(tools.db, actor.id);
  if (!account) throw new Refusal('msg.session');
  if (fields.email !== undefined && fields.email !== account.email) {
    if (typeof old !== 'string' || old === '') throw new Refusal('msg.invalid', { fields: [{ path: 'old', code: 'field.required' }] });
    if (old.length > 1_000 || !(await matchesPassword(account.hash, old)))
      throw new Refusal('msg.invalid', { fields: [{ path: 'old', code: 'field.invalid' }] });
  }
  // On one's own row and these fields only, everybody is their own administrator.
  await updateRecord(tools, { ...actor, roles: [administrator] }, 'user', actor.id, { ...fields, ...(ver === undefined ? {} : { ver }) }, undefined);
  return readOwnAccount(tools, actor);
}
