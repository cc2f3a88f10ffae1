/** What the home page and the box of all things ask for. */

import type { RequestHandler } from 'express';
import { listCards, storeCards } from '#framework/home/cards.ts';
import { findRecords } from '#framework/records/reading/find-records.ts';
import { readAttention, readRecent } from '#framework/system/read-home.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { testFieldsRouter } from '../records/test-fields.ts';
import { systemRouter } from './system.ts';

export function homeRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  // The gate lets only the signed-in through, so there is an actor.
  router.get('/recent', staffOnly, async (req, res) => done(res, await readRecent(tools, req.actor!, languageOf(req.headers.cookie))));
  router.get('/attention', staffOnly, async (req, res) => done(res, await readAttention(tools, req.actor!)));
  router.get('/home', staffOnly, async (req, res) => done(res, await listCards(tools, req.actor!)));
  router.put('/home', staffOnly, async (req, res) => done(res, await storeCards(tools, req.actor!, req.body)));
  router.get('/find', staffOnly, async (req, res) =>
    done(res, await findRecords(tools, req.actor!, String(req.query.q ?? ''), languageOf(req.headers.cookie))),
  );
  router.use(systemRouter(tools));
  router.use(testFieldsRouter(tools));
  return router;
}
