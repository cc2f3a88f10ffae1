/** The calls of the forum day, under /api/forum-day; what they answer is in rules/day-facts.ts. Types only. */
import type { DayAnswer, DayPress } from './rules/day-facts.ts';

/**
 * @group forum
 * @may list pairing
 */
export interface ForumDayCalls {
  /** @query day=2026-05-01 */
  'GET /api/forum-day/:campaign': DayAnswer;
  /** @may update pairing */
  'POST /api/forum-day/:campaign/press': DayAnswer;
}

/** What the calls are sent. */
export interface ForumDayBodies {
  'POST /api/forum-day/:campaign/press': { day: string; since?: string; presses: readonly DayPress[] };
}
