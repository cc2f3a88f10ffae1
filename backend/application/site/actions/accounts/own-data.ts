/** What is held about somebody of the public site: as of any account, and what a juror wrote in the discussion. */
import { notesBy } from '#application/jury/data/notes.ts';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { gatherOwnData, type OwnData } from '#framework/accounts/own-data.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';

type SiteData = OwnData & { discussion?: { at: string; enrolment: string; text: string }[] };

/** @throws Refusal msg.session where the account is gone */
export async function readOwnData(tools: Tools, actor: Actor, realm: SiteRealm): Promise<SiteData> {
  const data = await gatherOwnData(tools, actor);
  if (realm !== 'jury') return data;
  // The notes are no object, so no schema says that they point at the juror.
  const notes = await notesBy(tools.db, actor.id);
  return { ...data, discussion: notes.map(({ enrolment, at, text }) => ({ at: stampOf(at), enrolment, text })) };
}
