/** The calls of a personal page, under /api/my/{token}; their answers are in rules/my-facts.ts. Types only. */
import type { Bytes } from '#rules/answer.ts';
import type { MyFacts } from './rules/my-facts.ts';

/**
 * @group visit
 * @for everybody
 */
export interface PersonalCalls {
  'GET /api/my/:token': MyFacts;
  'PUT /api/my/:token': MyFacts;
  /** @query w=400 */
  'GET /api/my/:token/file/:name': Bytes;
}

/** What the calls are sent. */
export interface PersonalBodies {
  'PUT /api/my/:token': { ver: number; priority?: unknown; grid?: unknown; cells?: unknown };
}
