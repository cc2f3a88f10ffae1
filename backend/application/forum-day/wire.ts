/** The calls of the forum day, under /api/forum-day; what they answer is in rules/day-facts.ts. Types only. */
import type { DayAnswer } from './rules/day-facts.ts';

export interface ForumDayCalls {
  'GET /api/forum-day/:campaign': DayAnswer;
  'POST /api/forum-day/:campaign/press': DayAnswer;
}
