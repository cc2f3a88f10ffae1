/** Accounts of staff: at least one can always manage them (K11, P03). Pure. */
import type { Row } from '#codegen/model.ts';
import { type Load, naming } from '#rules/records/facts.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type Actor, administrator } from './actor.ts';

/** Administrators cannot take the role from themselves, or disable themselves. */
export function ownAccountProblems(next: Row, previous: Row | undefined, actor: Actor): Problem[] {
  if (!previous || previous.id !== actor.id) return [];
  if (isAdministering(previous) && !hasRole(next)) return [{ path: 'roles', code: 'msg.ownrights' }];
  return previous.enabled !== false && next.enabled === false ? [{ path: 'enabled', code: 'msg.ownrights' }] : [];
}

/** K11, P03: nobody deletes their own account. */
export function ownAccountRemoval(row: Row, actor: Actor): Problem[] {
  return row.id === actor.id ? [{ path: '', code: 'msg.ownaccount' }] : [];
}

/** The last enabled administrator keeps role and account, under parallel requests too: the rows that are counted are locked first, in one order. */
export async function lastAdministratorRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  if (!previous || !isAdministering(previous) || isAdministering(next)) return [];
  return (await othersAdminister(load, previous)) ? [] : [{ path: hasRole(next) ? 'enabled' : 'roles', code: 'msg.lastadmin' }];
}

export async function lastAdministratorRemoval(load: Load, row: Row): Promise<Problem[]> {
  if (!isAdministering(row)) return [];
  return (await othersAdminister(load, row)) ? [] : [{ path: '', code: 'msg.lastadmin' }];
}

async function othersAdminister(load: Load, leaving: Row): Promise<boolean> {
  const found = await load.rows('user', naming('roles', administrator));
  const ids = [...new Set([...found.map((row) => String(row.id)), String(leaving.id)])].sort();
  let others = 0;
  for (const id of ids) {
    // Read anew under the lock: whoever held it may have taken the role away.
    const row = await load.row('user', id, true);
    if (row && row.id !== leaving.id && isAdministering(row)) others += 1;
  }
  return others > 0;
}

function isAdministering(row: Row): boolean {
  return hasRole(row) && row.enabled !== false;
}

function hasRole(row: Row): boolean {
  return Array.isArray(row.roles) && row.roles.includes(administrator);
}
