/** The staff's call about an enrolment, under /api/pb: how long its films are beside what its campaign asks. */
import type { RequestHandler } from 'express';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import { readRecord } from '#framework/records/reading/read-record.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { inEach, languageOf } from '#rules/words/language.ts';
import { filmLengths } from './actions/film-lengths.ts';
import { termsRow } from './actions/own.ts';
import { type LengthWords, lengthSaid } from './rules/demands.ts';

/** Most looks of one person in a minute: each may ask the hosts of two films. */
const looksPerMinute = 60;

export function enrolmentStaffRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/pb'>();
  const countLook = perMinute(tools, 'lengths', looksPerMinute);
  const words = inEach((lang) => readWords<{ length: LengthWords }>(lang, 'site-enrol', tools.config.localesDir).length);
  router.get('/enrolment/:id/lengths', onStaffHost, staffOnly, async (req, res) => {
    const actor = req.actor!; // staffOnly
    const row = await readRecord(tools, actor, 'enrolment', String(req.params.id));
    await countLook(res, actor.id);
    const found = await filmLengths(tools, row, await termsRow(tools, tools.db, row.cid));
    const said = words[languageOf(req.headers.cookie)];
    done(
      res,
      found.flatMap((one) => {
        const length = lengthSaid(one.seconds, one.limits, said);
        return length ? [{ path: one.path, ...length }] : [];
      }),
    );
  });
  return router;
}
