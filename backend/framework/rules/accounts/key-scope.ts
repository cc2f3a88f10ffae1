/**
 * What an API key may do of what its roles may (decision 074): everything, read, or some objects. A key's actor has the scope among its roles, as marks
 * that no schema names, so that whoever asks for a right asks for the scope too. Pure.
 */
import type { Role, Verb } from '#codegen/model.ts';

export type KeyAccess = 'read' | 'write';
export type KeyScope = 'all' | 'read' | Readonly<Record<string, KeyAccess>>;

const mark = 'only:';
const reading: readonly Verb[] = ['list', 'read', 'export'];

/** The marks of a scope; none for a key that may all that its roles may. */
export function scopeMarks(scope: KeyScope): Role[] {
  if (scope === 'all') return [];
  if (scope === 'read') return [`${mark}read`];
  return [`${mark}`, ...Object.entries(scope).map(([object, access]) => `${mark}${object}:${access}`)];
}

/** Whether the scope among the roles has the verb on the object; without marks nothing is closed. */
export function isInScope(object: string, roles: readonly Role[], verb: Verb | 'act'): boolean {
  if (!roles.some((role) => role.startsWith(mark))) return true;
  const reads = verb !== 'act' && reading.includes(verb);
  return roles.includes(`${mark}${object}:write`) || (reads && (roles.includes(`${mark}read`) || roles.includes(`${mark}${object}:read`)));
}

/** First parts of addresses that belong to a person with a session, or to the house: a key opens none of them. */
const ofSessions: ReadonlySet<string> = new Set(
  'auth system permissions keys schemas workbench webhooks automations views reminders notices home recent attention test-fields query log'.split(' '),
);
/** What of a record's calls is a person's own. */
const ofPeople: ReadonlySet<string> = new Set(['sessions', 'reset-link', 'factor', 'follow']);
/** What a key for some objects may call beside their records. */
const beside: ReadonlySet<string> = new Set(['objects', 'changes', 'find', 'jobs', 'uploads', 'files', 'config', 'openapi.json']);

/**
 * Why a key may not make this call, before anybody asks what its roles may: 'session' for what wants a person, 'scope' for what its scope leaves out.
 * @param path below /api
 * @param accounts the object of staff's accounts: who writes it has all rights
 */
export function keyRefusal(scope: KeyScope, method: string, path: string, accounts: string): 'session' | 'scope' | undefined {
  const [first = '', second = '', , fourth = ''] = path.split('/').slice(1).map(decoded);
  const isReading = method === 'GET' || method === 'HEAD';
  if (ofSessions.has(first) || (first === 'trash' && second === 'empty')) return 'session';
  if (first === 'pb' && (ofPeople.has(fourth) || (second === accounts && !isReading))) return 'session';
  if (scope === 'all') return undefined;
  if (scope === 'read') return isReading ? undefined : 'scope';
  if (first !== 'pb') return beside.has(first) ? undefined : 'scope';
  return scope[second] === 'write' || (scope[second] === 'read' && isReading) ? undefined : 'scope';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
