/** The last pages of the ended forum: who met whom, and the mails that went out around it and around the open one. */

import { boardRows } from '#application/pairing/actions/forum-rows.ts';
import { givenOf, nextVersion } from '#application/release/rules/release.ts';
import type { Row } from '#codegen/model.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { save } from '#framework/save/save.ts';
import { dateAt, stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { workOutTimetable } from './seed-timetable.ts';

const minute = 60_000;

/**
 * The engine's timetable for the campaign, taken over and given out.
 * @param at when the organisers worked on it, ms since 1970
 */
export async function seedMeetings(tools: RecordTools, actor: Actor, campaign: Row, seed: number, at: number): Promise<void> {
  if (!['pairing', 'pairing_run', 'pairing_release'].every((object) => tools.registry.get(object))) return;
  const [cid, now] = [idIn(campaign, 'id'), tools.now().getTime()];
  const when = (later: number): RecordTools => ({ ...tools, now: () => dateAt(Math.min(at + later, now)) });
  await workOutTimetable(when(0), actor, cid, { seed, aims: ['fair'], pitchQuota: mostOfPitch });
  await giveOut(when(2 * 60 * minute), actor, cid);
}

/** So that the pitch that everybody wants has time to breathe. */
const mostOfPitch = 20;

/** The timetable as it went out: what the personal pages, the calendars and the board of the day show. */
async function giveOut(tools: RecordTools, actor: Actor, cid: string): Promise<void> {
  const { pairings } = await boardRows(tools.db, tools.registry, cid);
  const model = tools.registry.get('pairing_release')?.model;
  if (!model || !pairings.length) return;
  const now = tools.now();
  const peopleCount = new Set(pairings.flatMap(({ dm, pitch }) => [dm, pitch])).size;
  const meetings = nextVersion(undefined, givenOf(pairings)).meetings.map((one): Row => ({ ...one }));
  const row: Row = { id: sortableId(now), cid, number: 1, count: meetings.length, peopleCount, meetings };
  await tools.db.transaction((tx) => save(tools, tx, model, { create: row }, { by: actor.id, at: now }));
}

/** Receipts and codes as they went out, one that failed. Without a mail server in the demo nothing is left waiting that could be sent by mistake. */
export async function seedMails(tools: RecordTools, people: readonly Row[], campaign: Row, until: number): Promise<void> {
  const model = tools.registry.get('mail')?.model;
  if (!model) return;
  await tools.db.transaction(async (tx) => {
    for (const [index, person] of people.entries()) {
      const tw = person.lang !== 'en';
      const at = until - (people.length - index) * 173 * minute;
      const isCode = index % 3 === 0;
      const failed = index % 11 === 7;
      const row: Row = {
        id: `demo-mail-${String(index + 1).padStart(2, '0')}`,
        to: String(person.email),
        lang: tw ? 'tw' : 'en',
        cid: String(campaign.id),
        template: isCode ? 'mailVerify' : 'mailSubmit',
        subject: tw
          ? `【紀錄片提案大會】${isCode ? '您的驗證碼' : '已收到您的報名'}`
          : `[Documentary Pitch Forum] ${isCode ? 'Your verification code' : 'We have received your enrolment'}`,
        body: tw
          ? `您好：\n\n${isCode ? '驗證碼：••••••' : '已收到您的報名，感謝您的參與。'}\n\n紀錄片提案大會 敬上`
          : `Dear filmmaker,\n\n${isCode ? 'Code: ••••••' : 'We have received your enrolment. Thank you.'}\n\nDocumentary Pitch Forum`,
        status: failed ? 'failed' : 'sent',
        tries: failed ? 6 : 1,
        ...(failed ? { error: '550 5.1.1 The mailbox does not exist' } : { sentAt: stampOf(at + minute) }),
      };
      await save(tools, tx, model, { create: row }, { by: 'admin', at: dateAt(at) });
    }
  });
}
