/** The rules of single objects, beyond what their schema can say: asked by the one path that writes. Pure. */
import type { Row } from '#codegen/model.ts';
import { type Actor, administrator } from '#domain/actor.ts';
import type { Problem } from '#domain/problem.ts';

export interface ObjectRules {
  /** May the row be saved so? `previous` is undefined for a new one; `now` is 'YYYY-MM-DD hh:mm:ss' UTC. */
  save?(next: Row, previous: Row | undefined, actor: Actor, now: string): Problem[];
  /** May the row be deleted? */
  remove?(row: Row, actor: Actor): Problem[];
}

const rules: Record<string, ObjectRules> = {
  user: {
    // Whoever manages accounts keeps the right to: so there is always one administrator who can sign in.
    save(next, previous, actor) {
      if (!previous || previous.id !== actor.id) return [];
      const resigns = isListed(previous.roles, administrator) && !isListed(next.roles, administrator);
      return resigns ? [{ path: 'roles', code: 'msg.lastadmin' }] : next.enabled === false ? [{ path: 'enabled', code: 'msg.lastadmin' }] : [];
    },
    // K11, P03
    remove: (row, actor) => (row.id === actor.id ? [{ path: '', code: 'msg.ownaccount' }] : []),
  },
};

/** The rules of an object; an object without any allows what its schema allows. */
export function rulesOf(object: string): ObjectRules {
  return Object.hasOwn(rules, object) ? (rules[object] ?? {}) : {};
}

function isListed(list: Row[string] | undefined, role: string): boolean {
  return Array.isArray(list) && list.includes(role);
}
