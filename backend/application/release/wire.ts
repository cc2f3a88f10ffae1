/** The calls under /api/release, and a person's own schedule under /api/my; their answers are in rules/release-facts.ts. Types only. */
import type { Bytes } from '#rules/answer.ts';
import type { CompareFacts, MySchedule, ReleasedFacts, ReleaseFacts } from './rules/release-facts.ts';

export interface ReleaseCalls {
  'GET /api/release/:campaign': ReleaseFacts;
  'GET /api/release/:campaign/compare': CompareFacts;
  'POST /api/release/:campaign': ReleasedFacts;
  'POST /api/release/:campaign/back': ReleasedFacts;
  'GET /api/release/:campaign/schedules.pdf': Bytes;
  'GET /api/release/:campaign/schedules.xlsx': Bytes;
  'GET /api/my/:token/schedule': MySchedule;
  'GET /api/my/:token/schedule.ics': Bytes;
  'GET /api/my/:token/schedule.pdf': Bytes;
}

/** What the calls are sent. */
export interface ReleaseBodies {
  'POST /api/release/:campaign': { version: number; number: number; note?: string };
  'POST /api/release/:campaign/back': { number: number; to: number; note?: string };
}
