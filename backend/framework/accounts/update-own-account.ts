import type { Row } from '#codegen/model.ts';
import { findAccount } from '#framework/data/system/accounts/accounts.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Client, checkOwnPassword } from './check-sign-in.ts';
import { readOwnAccount } from './read-own-account.ts';

/** What everybody may change of their own account; the rest is the administrator's. */
export const ownFields = ['name', 'email', 'avatar', 'menu', 'lang', 'digest'];

/**
 * Saves changes to the actor's own account, whatever their role may do with the object. Another e-mail, to which a reset would be sent, asks for the password (`old`).
 * @throws Refusal as a record's update does; msg.invalid with `old` where the password is missing or wrong; msg.limit
 */
export async function updateOwnAccount(tools: Tools, actor: Actor, payload: unknown, client: Client): Promise<Row> {
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const { old, ver, ...fields } = payload;
  const foreign = Object.keys(fields).filter((name) => !ownFields.includes(name));
  if (foreign.length) throw new Refusal('msg.invalid', { fields: foreign.map((path) => ({ path, code: 'field.readonly' as const })) });
  const account = await findAccount(tools.db, actor.id);
  if (!account) throw new Refusal('msg.session');
  if (fields.email !== undefined && fields.email !== account.email) {
    await checkOwnPassword(tools, 'staff', { account, counted: actor.id.toLowerCase(), field: 'old' }, old, client);
  }
  // On one's own row and these fields only, everybody is their own administrator.
  await updateRecord(tools, { ...actor, roles: [administrator] }, 'user', actor.id, { ...fields, ...(ver === undefined ? {} : { ver }) }, undefined);
  return readOwnAccount(tools, actor);
}
