import { listedId, type SessionRow } from '#framework/data/system/accounts/sessions.ts';
import type { ShownSession } from '#framework/system/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';

/** The sessions that stand: the actor's own, or everybody's for an administrator. @throws Refusal msg.admin */
export async function listSessions(tools: Tools, actor: Actor, token: string, all: boolean): Promise<ShownSession[]> {
  if (all && !isAdministrator(actor)) throw new Refusal('msg.admin');
  return showSessions(await tools.sessions.list(tools.now().getTime(), all ? undefined : actor.id), token);
}

/** As they travel; `token`: of whoever asks. */
export function showSessions(sessions: SessionRow[], token: string): ShownSession[] {
  const own = listedId(token);
  return sessions.map((session) => ({
    ...session,
    createdAt: stampOf(session.createdAt),
    usedAt: stampOf(session.usedAt),
    viewAs: session.viewAs ?? '',
    own: session.id === own,
  }));
}

/** Ends one listed session, of the actor's own or of anybody for an administrator. @throws Refusal msg.notfound, msg.admin */
export async function endSession(tools: Tools, actor: Actor, id: unknown, all: boolean): Promise<void> {
  if (all && !isAdministrator(actor)) throw new Refusal('msg.admin');
  if (typeof id !== 'string' || !(await tools.sessions.endListed(id, all ? undefined : actor.id))) throw new Refusal('msg.notfound');
  tools.log.info({ by: actor.id, session: id }, 'session ended');
}

/** Ends the actor's sessions on other devices, or with `here` all of them. */
export async function endOwnSessions(tools: Tools, actor: Actor, token: string, here: boolean): Promise<void> {
  await tools.sessions.endAllOf(actor.id, here ? '' : token);
  tools.log.info({ user: actor.id, here }, 'own sessions ended');
}
