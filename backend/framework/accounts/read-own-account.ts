import type { Row } from '#codegen/model.ts';
import { readAccountRow } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';

/** The signed-in user's own row, as the API answers it: every field but the password. Everybody may read their own. While viewing as a role, the row has that role. */
export async function readOwnAccount(tools: Tools, account: Pick<Actor, 'id' | 'viewAs'>): Promise<Row> {
  const entry = tools.registry.get('user');
  const row = entry && (await readAccountRow(tools.db, entry.model, account.id));
  if (!row) throw new Refusal('msg.session');
  return account.viewAs === undefined ? row : { ...row, roles: [account.viewAs] };
}
