/** Why a wish has no meeting, and what one more free slot of somebody would make possible, with the people's names. */

import { setImmediate as breath } from 'node:timers/promises';
import type { Lang, Row } from '#codegen/model.ts';
import { inZone } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { intervalsOf } from '#rules/values/intervals.ts';
import { fill } from '#rules/words/fill.ts';
import { inLang, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { OneMore, WhyFacts } from '../rules/board-facts.ts';
import { wholeForum } from '../rules/board-state.ts';
import { oneMoreSteps, whyNot } from '../rules/explain.ts';
import { type Forum, type ForumRows, meetingsOf } from '../rules/forum.ts';
import { maxInRowOf } from '../rules/in-row.ts';
import { boardRows } from './forum-rows.ts';
import { mayRead, newest } from './read-board.ts';

/** Most entries in the list of people to ask for a slot. */
const mostAsked = 30;
/** How long this thread computes before other requests get a turn, ms. */
const slice = 12;

/** @throws Refusal msg.forbidden, msg.notfound */
export async function explainWish(tools: Tools, actor: Actor, cid: string, dm: string, pitch: string, lang: Lang): Promise<WhyFacts> {
  const { rows, forum, plan } = await forumNow(tools, actor, cid);
  const [one, other] = [rows.dms.find(({ id }) => id === dm), rows.pitches.find(({ id }) => id === pitch)];
  if (!one || !other) throw new Refusal('msg.notfound', { values: { object: one ? 'pitch' : 'decision_maker', id: one ? pitch : dm } });
  const text = textsOf(tools, lang);
  const names = { dm: nameOf(one, lang), pitch: titleOf(other, lang) };
  const tell = (reason: WhyFacts['reason'], displacedBy: WhyFacts['displacedBy'] = [], list = ''): WhyFacts => ({
    reason,
    displacedBy,
    text: fill(text[reason] ?? reason, { ...names, list, most: maxInRowOf(rows.campaign) }),
  });
  if (rows.pairings.some((row) => row.dm === dm && row.pitch === pitch)) return tell('met');
  const [d, p] = [forum.dms.indexOf(dm), forum.pitches.indexOf(pitch)];
  if (d < 0 || p < 0 || !rankOf(one, pitch)) return tell('notwished');
  // The first cause is given: without any times, two people are never free together.
  if (!intervalsOf(one.available).length) return tell('notimes');
  const { reason, displacedBy } = whyNot(forum.instance, plan, d, p);
  const found = displacedBy.map((meeting) => {
    const [theirDm, theirPitch] = [forum.dms[meeting.dm] ?? '', forum.pitches[meeting.pitch] ?? ''];
    const row = rows.pairings.find((pairing) => pairing.dm === theirDm && pairing.pitch === theirPitch);
    const person = rows.dms.find(({ id }) => id === theirDm);
    return { dm: theirDm, pitch: theirPitch, rank: rankOf(person, theirPitch), pairing: idIn(row, 'id'), start: idIn(row, 'start') };
  });
  const list = found.map((meeting) =>
    fill(text.meeting ?? '', {
      time: inZone(meeting.start, idIn(rows.campaign, 'zone')),
      dm: nameOf(
        rows.dms.find(({ id }) => id === meeting.dm),
        lang,
      ),
      pitch: titleOf(
        rows.pitches.find(({ id }) => id === meeting.pitch),
        lang,
      ),
      rank: meeting.rank,
    }),
  );
  return tell(reason, found, list.join(text.and ?? language[lang].list));
}

/** Best first. @throws Refusal msg.forbidden, msg.notfound */
export async function askOneMore(tools: Tools, actor: Actor, cid: string): Promise<OneMore[]> {
  const { rows, forum, plan } = await forumNow(tools, actor, cid);
  const steps = oneMoreSteps(forum.instance, plan, mostAsked);
  for (let since = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) {
      return step.value.map(({ side, who, slot, dm, pitch, gain }) => {
        const [theirDm, theirPitch] = [forum.dms[dm] ?? '', forum.pitches[pitch] ?? ''];
        const { start = '', end = '' } = forum.slots[slot] ?? {};
        const rank = rankOf(
          rows.dms.find(({ id }) => id === theirDm),
          theirPitch,
        );
        return { side, who: (side === 'dm' ? forum.dms : forum.pitches)[who] ?? '', start, end, dm: theirDm, pitch: theirPitch, rank, gain };
      });
    }
    if (performance.now() - since < slice) continue;
    await breath();
    since = performance.now();
  }
}

/** The forum with its present timetable as the plan, under the quotas of the run that was applied last. */
async function forumNow(tools: Tools, actor: Actor, cid: string): Promise<{ rows: ForumRows; forum: Forum; plan: ReturnType<typeof meetingsOf> }> {
  mayRead(tools, actor);
  const rows = await boardRows(tools.db, tools.registry, cid);
  const taken = await lastAppliedRun(tools, cid);
  const forum = wholeForum(rows, quotasOf(taken), taken?.aim === 'fair');
  return { rows, forum, plan: meetingsOf(forum, forum.cleared) };
}

/** The run that was applied last, among those that the board lists. */
export async function lastAppliedRun(tools: Tools, cid: string): Promise<Row | undefined> {
  return (await newest(tools.db, tools.registry, 'pairing_run', cid, 50, ['plan'])).find(({ state }) => state === 'taken');
}

export function quotasOf(run: Row | undefined): { dmQuota: number; pitchQuota: number } {
  return { dmQuota: Number(run?.dmQuota ?? 0), pitchQuota: Number(run?.pitchQuota ?? 0) };
}

function rankOf(dm: Row | undefined, pitch: string): number {
  return (Array.isArray(dm?.priority) ? dm.priority.indexOf(pitch) : -1) + 1;
}

function nameOf(row: Row | undefined, lang: Lang): string {
  return inLang({ tw: idIn(row, 'name'), en: idIn(row, 'ename') }, lang);
}

function titleOf(row: Row | undefined, lang: Lang): string {
  const [cname, ename] = [idIn(row, 'cname'), idIn(row, 'ename')];
  return inLang({ tw: cname, en: ename }, lang) || idIn(row, 'enrollid');
}

function textsOf(tools: Tools, lang: Lang): Record<string, string> {
  return readWords(lang, 'why-not', tools.config.localesDir);
}
