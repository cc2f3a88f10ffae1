/** The calls of a person's own page, under /api/my/{token}; what they answer is in rules/my-facts.ts. Types only. */
import type { Bytes } from '#rules/answer.ts';
import type { MyFacts } from './rules/my-facts.ts';

export interface PersonalCalls {
  'GET /api/my/:token': MyFacts;
  'PUT /api/my/:token': MyFacts;
  'GET /api/my/:token/file/:name': Bytes;
}
