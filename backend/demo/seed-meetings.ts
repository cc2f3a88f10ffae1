/** The last pages of the ended forum: who met whom, and the mails that went out around it and around the open one. */
import { createRecord, sortableId } from '#backend/actions/create-record.ts';
import type { RecordTools } from '#backend/actions/record-tools.ts';
import { insertRow } from '#backend/data/write.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { type Interval, intervalOf, intervalsOf, isFree, overlap } from '#domain/intervals.ts';
import { completeRow, defaultsOf, isObject } from '#domain/record.ts';

const minute = 60_000;
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const instant = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/**
 * Gives each decision maker's first wishes a meeting, a wish rank at a time, in the first slot in which both are free and a room is.
 * @param people the campaign's decision makers, as stored
 */
export async function seedMeetings(tools: RecordTools, actor: Actor, campaign: Row, people: readonly Row[], at: number): Promise<void> {
  if (!tools.registry.get('pairing')) return;
  const past = { ...tools, now: () => new Date(Math.min(at, tools.now().getTime())) };
  const slots = slotsOf(campaign);
  const made: (Interval & { dm: string; pitch: string; room: string })[] = [];
  for (let rank = 0; rank < shownWishes; rank += 1) {
    for (const person of people) {
      const pitch = Array.isArray(person.priority) ? person.priority[rank] : undefined;
      if (typeof pitch !== 'string') continue;
      const dm = String(person.id);
      for (const { rooms, ...slot } of slots) {
        if (!isFree(slot, intervalsOf(person.available), intervalsOf(person.unavailable))) continue;
        const meanwhile = made.filter((one) => overlap(intervalOf({ ...one }), slot));
        if (meanwhile.some((one) => one.dm === dm || one.pitch === pitch)) continue;
        const room = rooms.find((candidate) => !meanwhile.some((one) => one.room === candidate));
        if (!room) continue;
        made.push({ ...slot, dm, pitch, room });
        break;
      }
    }
  }
  for (const meeting of made) await createRecord(past, actor, 'pairing', { cid: campaign.id!, ...meeting });
  await releaseMeetings(past, actor, campaign, made);
}

/** The timetable as it went out: what the personal pages, the calendars and the board of the day show. */
async function releaseMeetings(
  tools: RecordTools,
  actor: Actor,
  campaign: Row,
  made: readonly (Interval & { dm: string; pitch: string; room: string })[],
): Promise<void> {
  const model = tools.registry.get('pairing_release')?.model;
  if (!model || !made.length) return;
  const now = tools.now();
  const told = new Set(made.flatMap(({ dm, pitch }) => [dm, pitch])).size;
  const meetings = made.map(({ dm, pitch, start, end, room }): Row => ({ dm, pitch, start, end, room, seq: 0 }));
  const row: Row = { id: sortableId(now), cid: campaign.id!, number: 1, count: made.length, told, meetings };
  const at = stamp(now.getTime());
  const whole = { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ver: 1, create_at: at, update_at: at, update_by: actor.id };
  await tools.db.transaction((tx) => insertRow(tx, model, whole));
}

/** Meetings that each decision maker gets at most: enough for a full timetable. */
const shownWishes = 3;

/** The forum days cut into slots, UTC; days are written on the clock of Taipei. */
function slotsOf(campaign: Row): (Interval & { rooms: string[] })[] {
  const slots: (Interval & { rooms: string[] })[] = [];
  for (const day of Array.isArray(campaign.days) ? campaign.days.filter(isObject) : []) {
    const [from, until] = [day.start, day.end].map((time) => instant(`${String(day.date)} ${String(time)}`) - 480 * minute) as [number, number]; // a pair of a pair
    const length = Number(day.slot) * minute;
    for (let start = from; start + length <= until; start += length + Number(day.gap ?? 0) * minute)
      slots.push({ start: stamp(start), end: stamp(start + length), rooms: Array.isArray(day.rooms) ? day.rooms.map(String) : [] });
  }
  return slots;
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
        ...(failed ? { error: '550 5.1.1 The mailbox does not exist' } : { sentAt: stamp(at + minute) }),
      };
      const stamps = { ver: 1, create_at: stamp(at), update_at: stamp(at + minute), update_by: 'admin' };
      await insertRow(tx, model, { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ...stamps });
    }
  });
}
