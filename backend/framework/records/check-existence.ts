import { findKey } from '#framework/data/queries/existence.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { parseExistenceQuery } from '#rules/queries/existence-query.ts';
import { Refusal } from '#rules/words/problem.ts';

/**
 * C01: whether an id exists in an object's table; gives the matching rows, none or one, with the key alone. Everything but the
 * one sentence of domain/existence-query is refused and logged. Throws Refusal msg.query, msg.forbidden.
 */
export async function checkExistence(tools: Tools, actor: Actor, sql: unknown): Promise<Record<string, string>[]> {
  const query = typeof sql === 'string' ? parseExistenceQuery(sql) : undefined;
  const model = query && tools.registry.get(query.object)?.model;
  if (!query || !model || model.entity.virtual || query.key !== model.entity.key) {
    tools.log.warn({ user: actor.id, statement: String(sql).slice(0, 300) }, 'query refused');
    throw new Refusal('msg.query');
  }
  if (!may(model, actor.roles, 'read')) {
    tools.log.warn({ user: actor.id, object: model.name }, 'query forbidden');
    throw new Refusal('msg.forbidden');
  }
  return (await findKey(tools.db, model, query.value)) ? [{ [query.key]: query.value }] : [];
}
