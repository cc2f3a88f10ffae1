/** The forum day's calls under /api/forum-day (issue: the board that organisers have open at the forum): one to read, one to press. */
import type { Request, RequestHandler } from 'express';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { instant, isDay } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { pressDay } from './actions/press.ts';
import { pressRequestOf } from './actions/press-request.ts';
import { type DayAsked, readDay, seenIn } from './actions/read-day.ts';

/** Mounted at /api/forum-day. Answers are `DayAnswer`. */
export function forumDayRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/forum-day'>();
  router.use(onStaffHost, staffOnly);
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/:campaign', async (req, res) => done(res, await readDay(tools, req.actor!, String(req.params.campaign), askedOf(req))));
  router.post('/:campaign/press', async (req, res) => done(res, await pressDay(tools, req.actor!, String(req.params.campaign), pressRequestOf(req.body))));
  return router;
}

/** `day` 'YYYY-MM-DD', `since` a version that an answer gave, `at` the rehearsal's clock as an ISO instant. */
function askedOf(req: Request): DayAsked {
  const { day = '', since, at } = req.query;
  if (typeof day !== 'string' || (day !== '' && !isDay(day))) throw wrong('day');
  const seen = typeof since === 'string' ? seenIn(since) : undefined;
  if (since !== undefined && !seen) throw wrong('since');
  const instant = typeof at === 'string' ? instantIn(at) : undefined;
  if (at !== undefined && instant === undefined) throw wrong('at');
  return { day, ...(seen && { since: seen }), ...(instant !== undefined && { at: instant }) };
}

/** '2026-12-01T08:00Z'; undefined for a date before Christ or after 9999. */
function instantIn(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const at = instant(text);
  return Number.isNaN(at) ? undefined : at;
}

function wrong(field: string): Refusal {
  return new Refusal('msg.badrequest', { values: { field } });
}
