/** What is said about a row, who follows it, whom it is assigned to, who has it open; and somebody's notices. */
import type { Request, RequestHandler } from 'express';
import { assign, follow } from '#framework/comments/involve.ts';
import { endPresence, notePresence } from '#framework/comments/presence.ts';
import { readNotices, readOff } from '#framework/comments/read-notices.ts';
import { listPeople } from '#framework/comments/readers.ts';
import { deleteComment, editComment, readTalk, writeComment } from '#framework/comments/write-comment.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { numbersOf } from './question.ts';

/** Mounted at /api/pb, behind the gates of the records, so there is an actor. */
export function commentsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/pb'>();
  router.get('/:object/:id/comments', async (req, res) => done(res, await readTalk(tools, req.actor!, aboutOf(req), numbersOf(req, ['below']).below)));
  router.post('/:object/:id/comments', async (req, res) => {
    done(res, { id: await writeComment(tools, req.actor!, aboutOf(req), req.body, req.get('Idempotency-Key')) });
  });
  router.put('/:object/:id/comments/:comment', async (req, res) => {
    done(res, { id: await editComment(tools, req.actor!, aboutOf(req), Number(req.params.comment), req.body) });
  });
  router.delete('/:object/:id/comments/:comment', async (req, res) => {
    const id = Number(req.params.comment);
    await deleteComment(tools, req.actor!, aboutOf(req), id);
    done(res, { id });
  });
  router.get('/:object/:id/people', async (req, res) => done(res, await listPeople(tools, req.actor!, aboutOf(req))));
  router.put('/:object/:id/follow', async (req, res) => done(res, { follows: await follow(tools, req.actor!, aboutOf(req), req.body) }));
  router.put('/:object/:id/assignment', async (req, res) => done(res, { assignments: await assign(tools, req.actor!, aboutOf(req), req.body) }));
  router.put('/:object/:id/presence/:page', async (req, res) => done(res, await notePresence(tools, req.actor!, placeOf(req), req.body)));
  router.delete('/:object/:id/presence/:page', async (req, res) => {
    await endPresence(tools, req.actor!, placeOf(req));
    done(res, { left: true });
  });
  return router;
}

/** Mounted at /api/notices, for staff; the gate lets only the signed-in through, so there is an actor. */
export function noticesRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/notices'>();
  router.get('/', staffOnly, async (req, res) => done(res, await readNotices(tools, req.actor!, languageOf(req.headers.cookie))));
  router.post('/read', staffOnly, async (req, res) => {
    await readOff(tools, req.actor!, req.body);
    done(res, { read: true });
  });
  return router;
}

function aboutOf(req: Request): { object: string; id: string } {
  return { object: String(req.params.object), id: String(req.params.id) };
}

function placeOf(req: Request): { object: string; id: string; page: string } {
  return { ...aboutOf(req), page: String(req.params.page) };
}
