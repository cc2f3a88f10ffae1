/** The newest released schedule of the person behind a personal link: to read, as a calendar that follows changes, and as a PDF of one page. */

import { createHash } from 'node:crypto';
import { delayEvents } from '#application/forum-day/data/forum-day.ts';
import { type Delayed, type DelayedMeetings, delayedMeetings } from '#application/forum-day/rules/delayed.ts';
import { dayOf } from '#application/forum-day/rules/phases.ts';
import { campaignName } from '#application/mailing/rules/mail-template.ts';
import { tableName } from '#application/pairing/rules/grid.ts';
import { tokenOf } from '#application/personal/actions/link-token.ts';
import { linkOfToken, linkState } from '#application/personal/actions/personal-links.ts';
import type { LinkRow } from '#application/personal/data/links.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { dateAt, instant, inZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { among, idIn } from '#rules/records/facts.ts';
import { fill } from '#rules/words/fill.ts';
import { labelled, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type CalendarEvent, writeCalendar } from '../calendar.ts';
import { printSchedules } from '../print/schedule.ts';
import { type Numbered, type Side, scheduleOf, type Version } from '../rules/release.ts';
import type { MySchedule } from '../rules/release-facts.ts';
import { type Counterpart, dmCounterpart, gapOf, otherSide, pitchCounterpart, scheduleDays } from '../rules/schedule.ts';
import { objectOfSide } from './existing-links.ts';
import { emptyVersion, newestVersion } from './versions.ts';
import { readWords, type ScheduleWords } from './words.ts';

/** How often a calendar program should ask again, minutes. */
const refresh = 15;

interface Opened {
  link: LinkRow;
  side: Side;
  person: Row;
  campaign: Row;
  zone: string;
  release: { number: number; at: string } | null;
  meetings: Numbered[];
  /** the same with the delays of the forum day */
  late: DelayedMeetings;
  /** cancelled, and still in the future */
  gone: Numbered[];
  withOf: (meeting: { dm: string; pitch: string }) => Counterpart;
}

/**
 * Five statements, however many meetings, and one more from the first day on. Somebody who no longer takes part still sees that their meetings are
 * cancelled.
 * @throws Refusal my.none for a token that opens no personal page, my.revoked, my.expired
 */
async function openSchedule(tools: Tools, token: string): Promise<Opened> {
  const link = await linkOfToken(tools, token);
  const side = (['dm', 'pitch'] as const).find((one) => objectOfSide[one] === link?.object);
  if (link?.kind !== 'my' || !side) throw new Refusal('my.none');
  const now = tools.now();
  const state = linkState(link, now.getTime());
  if (state !== 'open') throw new Refusal(state === 'revoked' ? 'my.revoked' : 'my.expired');
  const load = loadWith(tools.db, tools.registry);
  const person = await load.row(link.object, link.rowId);
  const campaign = person && (await load.row('campaign', idIn(person, 'cid')));
  if (!person || !campaign) throw new Refusal('my.revoked');
  const found = await newestVersion(tools.db, tools.registry, idIn(campaign, 'id'));
  const version: Version = found?.version ?? emptyVersion;
  const meetings = scheduleOf(version.meetings, side, link.rowId);
  const coming = stampOf(now);
  const gone = scheduleOf(version.gone, side, link.rowId).filter(({ end }) => end > coming);
  const other = otherSide(side);
  const ids = [...new Set([...meetings, ...gone].map((meeting) => meeting[other]))];
  const others = new Map((ids.length ? await load.rows(objectOfSide[other], among('id', ids)) : []).map((row) => [idIn(row, 'id'), row]));
  const zone = idIn(campaign, 'zone') || 'GMT+8';
  const today = dayOf(coming, zone);
  const hasCome = [...version.meetings, ...version.gone].some(({ start }) => dayOf(start, zone) <= today);
  const read = other === 'dm' ? dmCounterpart : pitchCounterpart;
  return {
    link,
    side,
    person,
    campaign,
    zone,
    release: found ? { number: Number(found.row.number ?? 0), at: idIn(found.row, 'create_at') } : null,
    meetings,
    late: delayedMeetings(meetings, hasCome ? await delayEvents(tools.db, idIn(campaign, 'id')) : [], zone, today),
    gone,
    withOf: (meeting) => read(others.get(meeting[other])),
  };
}

export async function mySchedule(tools: Tools, token: string): Promise<MySchedule> {
  const { link, side, zone, campaign, release, late, gone, withOf } = await openSchedule(tools, token);
  const base = `/api/my/${tokenOf(tools.config, link.id)}/schedule`;
  const lineOf = ({ start, end, from, until, meeting }: ReturnType<typeof scheduleDays>[number]['lines'][number]) => ({
    start,
    end,
    from,
    until,
    room: meeting?.room ?? '',
    with: meeting ? withOf(meeting) : null,
  });
  return {
    side,
    zone,
    release,
    days: scheduleDays(late.meetings, zone, gapOf(campaign)).map(({ date, lines }) => ({ date, lines: lines.map(lineOf) })),
    cancelled: scheduleDays(gone, zone, Number.POSITIVE_INFINITY).flatMap(({ lines }) => lines.map(lineOf)),
    ics: `${base}.ics`,
    pdf: `${base}.pdf`,
  };
}

/** The calendar's text and an ETag that changes with it. */
export async function myCalendar(tools: Tools, token: string, lang: Lang): Promise<{ text: string; etag: string }> {
  const opened = await openSchedule(tools, token);
  const words = await readWords(tools, lang);
  const { campaign, release, late, gone } = opened;
  const events = [
    ...late.meetings.map((meeting) => eventOf(opened, meeting, false, lang, words)),
    ...gone.map((meeting) => eventOf(opened, meeting, true, lang, words)),
  ];
  const text = writeCalendar({
    name: fill(words.calendar ?? '', { campaign: campaignName(campaign, lang) }),
    language: language[lang].locale,
    at: release ? changedAt(release, late) : '',
    refresh,
    events,
  });
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

function eventOf(
  { side, link, campaign, zone, late, withOf }: Opened,
  meeting: Numbered & Partial<Delayed>,
  isCancelled: boolean,
  lang: Lang,
  words: ScheduleWords,
): CalendarEvent {
  const { title, detail } = withOf(meeting);
  const when = `${inZone(meeting.start, zone)}–${inZone(meeting.end, zone).slice(11)} (${zone})`;
  const planned =
    meeting.minutes && meeting.planned ? fill(words.delayed ?? '', { minutes: meeting.minutes, start: inZone(meeting.planned.start, zone).slice(11) }) : '';
  const summary = title[lang] || (words[side === 'dm' ? 'withDm' : 'withPitch'] ?? '');
  const key = `${link.campaign} ${side} ${meeting.dm} ${meeting.pitch}`;
  return {
    // Has no meaning for readers, and must be the same in every version.
    uid: `${createHash('sha256').update(`meeting ${key}`).digest('hex').slice(0, 32)}@reelbase`,
    sequence: meeting.seq + late.count,
    start: meeting.start,
    end: meeting.end,
    summary: isCancelled ? labelled(words.cancelled ?? '', summary, lang) : summary,
    location: tableName(meeting.room, (room) => fill(words.table ?? '', { room })),
    description: [detail[lang], when, planned, campaignName(campaign, lang)].filter(Boolean).join('\n'),
    isCancelled,
  };
}

/** When what a person reads last changed: by a release or by a press. */
function changedAt(release: { at: string }, late: DelayedMeetings): string {
  return late.at > release.at ? late.at : release.at;
}

/** One A4 page, with the delays of the forum day as the page and the calendar have them. */
export async function mySheet(tools: Tools, token: string, lang: Lang): Promise<{ bytes: Buffer; name: string }> {
  const { side, person, campaign, zone, release, late, withOf } = await openSchedule(tools, token);
  const words = await readWords(tools, lang);
  const own = side === 'dm' ? dmCounterpart(person) : pitchCounterpart(person);
  const delays = late.meetings.some(({ minutes }) => minutes > 0) ? fill(words.withDelays ?? '', { at: inZone(late.at, zone) }) : '';
  const bytes = await printSchedules({
    pages: [{ side, person: own, days: scheduleDays(late.meetings, zone, gapOf(campaign)), withOf }],
    lang,
    house: tools.config.letterhead[lang].name,
    campaign: campaignName(campaign, lang),
    zone,
    version: release ? [versionText(words, release, zone), delays].filter(Boolean).join(' · ') : '',
    none: (release ? words.none : words.noneYet) ?? '',
    // The same version with the same delays gives the same document.
    created: release ? dateAt(instant(changedAt(release, late))) : tools.now(),
    words,
  });
  return { bytes, name: `${words.title} ${own.title[lang]}`.trim() };
}

export function versionText(words: ScheduleWords, { number, at }: { number: number; at: string }, zone: string): string {
  return fill(words.version ?? '', { number, at: inZone(at, zone), zone });
}
