/** What a reader already has is not sent again (RFC 9110 section 13.1.2). */
import type { Request } from 'express';

/** Whether If-None-Match names this mark, or any there is: then the answer is 304. */
export function hasMark(req: Request, mark: string): boolean {
  const marks = req.headers['if-none-match'];
  return marks !== undefined && (marks === '*' || marks.split(',').some((one) => one.trim().replace(/^W\//, '') === mark));
}
