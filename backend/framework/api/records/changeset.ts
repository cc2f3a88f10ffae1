/** What a request writes can be taken back where its page has given it an id: `X-Changeset`, the same for all requests of one act. */
import type { Request, Response } from 'express';
import type { RecordTools } from '#framework/records/record-tools.ts';

/** The tools for a request whose writes are noted; `act` is what it does to rows of `of`. */
export function noting<T extends RecordTools>(tools: T, req: Request, of: string, act: string): T {
  const id = req.get('X-Changeset');
  return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? { ...tools, changeset: { id, of, act } } : tools;
}

/** The answer says whether there is something to take back. */
export function sayNoted(res: Response, { changeset }: RecordTools): void {
  if (changeset?.isNoted) res.setHeader('X-Undoable', '1');
}
