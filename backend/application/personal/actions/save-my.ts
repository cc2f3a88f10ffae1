/** Saves what a person enters on their personal page: times and the order of wishes. */

import { slotsOf } from '#application/pairing/rules/grid.ts';
import { pitchCounterpart } from '#application/release/rules/schedule.ts';
import type { Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { inZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { among, idIn, where } from '#rules/records/facts.ts';
import { intervalOf, intervalsOf, isFree } from '#rules/values/intervals.ts';
import { inEach, language } from '#rules/words/language.ts';
import { type ProblemCode, Refusal, type Values } from '#rules/words/problem.ts';
import { findLink } from '../data/links.ts';
import { myChangeOf, patchOf, wishProblems } from '../rules/my-change.ts';
import { type MyFacts, wishState } from '../rules/my-facts.ts';
import { loadPitches, openMy, type PersonalContext, readMy } from './open-my.ts';
import { linkState } from './personal-links.ts';

/**
 * PUT /api/my/{token}: `{ver, cells, grid}` or, for a decision maker, `{ver, priority}`. Returns the page after the save; saving the same values is
 * no error.
 * @throws Refusal my.*, rule.wishover after the campaign's end of wishes, msg.datamodi with the page as it is now, msg.invalid with fields,
 * rule.bookedwish and rule.bookedslot where there is a meeting already
 */
export async function saveMy(tools: Tools, token: string, payload: unknown): Promise<MyFacts> {
  const context = await openMy(tools, token);
  const { link, side, person, campaign } = context;
  mayFill(campaign, stampOf(tools.now()));
  const change = myChangeOf(payload, side);
  if (change.ver !== person.ver) throw await stale(tools, token);
  const patch = patched(context, change);
  if (!patch) throw await stale(tools, token);
  if ('priority' in patch) {
    const before = Array.isArray(person.priority) ? person.priority.map(String) : [];
    const problems = wishProblems(patch.priority as string[], before, await loadPitches(tools, idIn(campaign, 'id'))); // myChangeOf has checked it
    if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  }
  try {
    await updateRecord(tools, personWriting(context.link.rowId), link.object, link.rowId, patch, change.ver, {
      // The rules have locked the campaign by now: its end of wishes and the link are checked again in the state in which this is written.
      also: async (tx) => {
        const [now, existing] = [await loadWith(tx, tools.registry).row('campaign', idIn(campaign, 'id')), await findLink(tx, link.id)];
        if (!existing || linkState(existing, tools.now().getTime()) !== 'open') throw new Refusal('my.revoked');
        mayFill(now ?? campaign, stampOf(tools.now()));
      },
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'msg.datamodi') throw await stale(tools, token);
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'msg.nochange') throw (await booked(tools, context, { ...person, ...patch })) ?? error;
  }
  return readMy(tools, await openMy(tools, token));
}

function patched({ side, person, campaign }: PersonalContext, change: ReturnType<typeof myChangeOf>): Row | undefined {
  try {
    return patchOf(change, side, person, slotsOf(campaign));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'msg.datamodi') return undefined;
    throw error;
  }
}

/** @throws Refusal rule.wishover */
function mayFill(campaign: Row, now: string): void {
  if (wishState(campaign, now) === 'open') return;
  const [until, zone] = [idIn(campaign, 'wishUntil'), idIn(campaign, 'zone')];
  throw new Refusal('rule.wishover', { values: { until: until ? `${inZone(until, zone)} ${zone}` : '—' } });
}

/** A person does not see a meeting before its release: what is refused because of one says at what time or with whom it is, and whom to write to. */
async function booked(tools: Tools, { side, campaign, link }: PersonalContext, next: Row): Promise<Refusal | undefined> {
  const load = loadWith(tools.db, tools.registry);
  const meetings = await load.rows('pairing', where({ [side]: link.rowId }));
  const [available, unavailable] = [intervalsOf(next.available), intervalsOf(next.unavailable)];
  const lost = meetings.filter((one) => !isFree(intervalOf(one), side === 'dm' ? available : [intervalOf(one)], unavailable));
  if (lost.length) {
    const times = lost.map(({ start }) => inZone(start, idIn(campaign, 'zone'))).sort();
    return refused('cells', 'rule.bookedslot', { times: inEach((lang) => times.join(language[lang].list)) });
  }
  const wishes = Array.isArray(next.priority) ? next.priority : [];
  const unwished = side === 'dm' ? meetings.filter(({ pitch }) => !wishes.includes(pitch)) : [];
  const pitches = unwished.length
    ? await load.rows(
        'pitch',
        among(
          'id',
          unwished.map(({ pitch }) => pitch),
        ),
      )
    : [];
  if (!pitches.length) return undefined;
  return refused('priority', 'rule.bookedwish', {
    pitches: inEach((lang) => pitches.map((row) => pitchCounterpart(row).title[lang]).join(language[lang].list)),
  });
}

function refused(path: string, code: ProblemCode, values: Values): Refusal {
  return new Refusal('msg.invalid', { fields: [{ path, code, values }] });
}

/** Somebody was faster, or the grid has changed: refused with the page as it is now. */
async function stale(tools: Tools, token: string): Promise<Refusal> {
  return new Refusal('msg.datamodi', { data: await readMy(tools, await openMy(tools, token)) });
}

/** The actor for writes on behalf of the person of a link. It is never given to a request, and may set only the fields of `patchOf`. */
export function personWriting(rowId: string): Actor {
  return { id: rowId, name: '', roles: ['[op]'], realm: 'applicant' };
}
