/** All schedules of a version: a PDF with a page for each person, and a workbook by decision maker, by pitch, by table and as a whole. */

import { campaignName } from '#application/mailing/rules/mail-template.ts';
import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import { mayRead } from '#application/pairing/actions/read-board.ts';
import type { ForumRows } from '#application/pairing/rules/forum.ts';
import { slotsOf } from '#application/pairing/rules/grid.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { dateAt, instant, inZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { inAll, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { printSchedules } from '../print/schedule.ts';
import { type Given, givenOf, type Side, scheduleOf } from '../rules/release.ts';
import { type Counterpart, dmCounterpart, gapOf, otherSide, pitchCounterpart, scheduleDays } from '../rules/schedule.ts';
import { scheduleSheets } from '../rules/schedule-sheets.ts';
import { versionText } from './my-schedule.ts';
import { loadVersions, versionRow } from './versions.ts';
import { readWords, type ScheduleWords } from './words.ts';

/** A version by its number, or the present draft of the board. */
export type WantedVersion = number | 'draft' | 'newest';

interface Printed {
  bytes: Buffer;
  name: string;
}

interface Whole {
  rows: ForumRows;
  zone: string;
  meetings: Given[];
  version: string;
  created: Date;
  words: ScheduleWords;
}

/** One PDF, a page for each person of the side who has a meeting, in the order of their names. @throws Refusal msg.forbidden, msg.notfound, msg.nothing */
export async function printAll(
  tools: Tools,
  actor: Actor,
  cid: string,
  { wanted, side, lang }: { wanted: WantedVersion; side: Side; lang: Lang },
): Promise<Printed> {
  const { rows, zone, meetings, version, created, words } = await loadWhole(tools, actor, cid, wanted, lang);
  const [own, others] = [counterparts(rows, side), counterparts(rows, otherSide(side))];
  const nobody: Counterpart = { title: inAll({}), detail: inAll({}) };
  const ids = [...new Set(meetings.map((meeting) => meeting[side]))];
  const title = (id: string) => own.get(id)?.title[lang] ?? id;
  const gap = gapOf(rows.campaign);
  const pages = ids
    .sort((a, b) => title(a).localeCompare(title(b), language[lang].locale))
    .map((id) => ({
      side,
      person: own.get(id) ?? nobody,
      days: scheduleDays(scheduleOf(meetings, side, id), zone, gap),
      withOf: (meeting: Given) => others.get(meeting[otherSide(side)]) ?? nobody,
    }));
  if (!pages.length) throw new Refusal('msg.nothing');
  const campaign = campaignName(rows.campaign, lang);
  const bytes = await printSchedules({ pages, lang, house: tools.config.letterhead[lang].name, campaign, zone, version, none: '', created, words });
  return { bytes, name: `${words.all} ${campaign}`.trim() };
}

/** XLSX. @throws Refusal msg.forbidden, msg.notfound */
export async function exportSchedules(tools: Tools, actor: Actor, cid: string, { wanted, lang }: { wanted: WantedVersion; lang: Lang }): Promise<Printed> {
  const { rows, zone, meetings, words } = await loadWhole(tools, actor, cid, wanted, lang);
  const people = { dm: counterparts(rows, 'dm'), pitch: counterparts(rows, 'pitch') };
  const programs = fieldAt(tools.registry.get('pitch')?.model.fields ?? [], 'attProgram')?.options;
  const slots = slotsOf(rows.campaign);
  const bytes = await writeWorkbook(scheduleSheets({ meetings, slots, zone, people, pitches: rows.pitches, programs, lang, words }));
  return { bytes, name: `${words.all} ${campaignName(rows.campaign, lang)}`.trim() };
}

async function loadWhole(tools: Tools, actor: Actor, cid: string, wanted: WantedVersion, lang: Lang): Promise<Whole> {
  mayRead(tools, actor);
  const rows = await forumRows(tools.db, tools.registry, cid);
  const words = await readWords(tools, lang);
  const zone = idIn(rows.campaign, 'zone') || 'GMT+8';
  const now = tools.now();
  const { open, close } = language[lang];
  if (wanted === 'draft')
    return {
      rows,
      zone,
      words,
      meetings: givenOf(rows.pairings),
      created: now,
      version: `${words.unreleased} · ${inZone(stampOf(now), zone)}${open}${zone}${close}`,
    };
  const number = wanted === 'newest' ? (await loadVersions(tools.db, tools.registry, cid)).number : wanted;
  if (number === 0) throw new Refusal('msg.notfound', { values: { object: 'pairing_release', id: 0 } });
  const { version, row } = await versionRow(tools.db, tools.registry, cid, number);
  const at = idIn(row, 'create_at');
  return { rows, zone, words, meetings: version.meetings, created: dateAt(instant(at)), version: versionText(words, { number, at }, zone) };
}

function counterparts({ dms, pitches }: ForumRows, side: Side): Map<string, Counterpart> {
  const [rows, read]: [Row[], (row: Row) => Counterpart] = side === 'dm' ? [dms, dmCounterpart] : [pitches, pitchCounterpart];
  return new Map(rows.map((row) => [idIn(row, 'id'), read(row)]));
}
