/** The calls under /api/release, and a person's own schedule under /api/my; their answers are in rules/release-facts.ts. Types only. */
import type { Bytes } from '#rules/answer.ts';
import type { CompareFacts, MySchedule, ReleasedFacts, ReleaseFacts } from './rules/release-facts.ts';

/**
 * @group release
 * @may list pairing
 */
export interface ReleaseCalls {
  'GET /api/release/:campaign': ReleaseFacts;
  /** @query from!=0 to!=draft */
  'GET /api/release/:campaign/compare': CompareFacts;
  /** @may update pairing */
  'POST /api/release/:campaign': ReleasedFacts;
  /** @may update pairing */
  'POST /api/release/:campaign/back': ReleasedFacts;
  /** @query side=dm version=draft */
  'GET /api/release/:campaign/schedules.pdf': Bytes;
  /** @query version=draft */
  'GET /api/release/:campaign/schedules.xlsx': Bytes;
  /**
   * @group visit
   * @for everybody
   */
  'GET /api/my/:token/schedule': MySchedule;
  /**
   * @group visit
   * @for everybody
   * @query lang=en
   */
  'GET /api/my/:token/schedule.ics': Bytes;
  /**
   * @group visit
   * @for everybody
   * @query lang=en
   */
  'GET /api/my/:token/schedule.pdf': Bytes;
}

/** What the calls are sent. */
export interface ReleaseBodies {
  'POST /api/release/:campaign': { version: number; number: number; note?: string };
  'POST /api/release/:campaign/back': { number: number; to: number; note?: string };
}
