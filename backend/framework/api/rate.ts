/**
 * The limits of calls a minute: each answer that was counted tells how many are left, in the headers of the IETF's draft
 * (draft-ietf-httpapi-ratelimit-headers): `RateLimit-Policy: "name";q=60;w=60`, `RateLimit: "name";r=59;t=42`.
 */
import type { Response } from 'express';
import { countCalls } from '#framework/count-calls.ts';
import type { Tools } from '#framework/tools.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';

/**
 * Counts a call of `key` and tells the caller in the answer's headers; a call may count towards several limits, each by its name.
 * @param name of the limit, in the headers
 * @throws Refusal `code` with Retry-After, for one more than `most` a minute, in whichever process
 */
export function perMinute(
  tools: Pick<Tools, 'now' | 'db' | 'instances'>,
  name: string,
  most: number,
  code: ProblemCode = 'msg.limit',
): (res: Response, key: string) => Promise<void> {
  const count = countCalls(tools, name, most);
  return async (res, key) => {
    const { isOpen, left, reset } = await count(key, tools.now().getTime());
    res.append('RateLimit-Policy', `"${name}";q=${most};w=60`);
    res.append('RateLimit', `"${name}";r=${left};t=${reset}`);
    if (isOpen) return;
    res.setHeader('Retry-After', String(reset));
    throw new Refusal(code);
  };
}
