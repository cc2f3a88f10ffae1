/** A person's released schedule behind their personal link, under /api/my/{token}: as JSON, as a calendar to subscribe to, and as a PDF of one page. */
import type { RequestHandler } from 'express';
import { tried } from '#application/personal/api.ts';
import type { Lang } from '#codegen/model.ts';
import { onPublicHost } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import { sendSheet } from '#framework/api/records/print.ts';
import type { Tools } from '#framework/tools.ts';
import { isLang, languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { myCalendar, mySchedule, mySheet } from './actions/my-schedule.ts';

/** Most calls of one link: a calendar program asks four times an hour, and drawing a page takes a tenth of a second. */
const callsPerMinute = 120;
const sheetsPerMinute = 20;

/** Mounted at /api/my, beside the page's own calls. */
export function myScheduleRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/my'>();
  const countCall = perMinute(tools, 'schedule', callsPerMinute);
  const countSheet = perMinute(tools, 'sheets', sheetsPerMinute);
  router.use(onPublicHost, (_req, res, next) => {
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('X-Robots-Tag', 'noindex, nofollow');
    next();
  });
  router.get('/:token/schedule', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    await countCall(res, req.params.token.slice(0, 64));
    done(res, await tried(tools, req, (token) => mySchedule(tools, token)));
  });
  router.get('/:token/schedule.ics', async (req, res) => {
    await countCall(res, req.params.token.slice(0, 64));
    const lang = langIn(req.query.lang, req.headers.cookie);
    const { text, etag } = await tried(tools, req, (token) => myCalendar(tools, token, lang));
    // The calendar program caches it, and asks each time whether it has changed.
    res.setHeader('Cache-Control', 'private, no-cache');
    res.setHeader('ETag', etag);
    res.vary('Cookie');
    if (knows(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    res.setHeader('Content-Type', 'text/calendar; charset=utf-8');
    res.setHeader('Content-Disposition', 'inline; filename="schedule.ics"');
    res.end(text);
  });
  router.get('/:token/schedule.pdf', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    await countSheet(res, req.params.token.slice(0, 64));
    const lang = langIn(req.query.lang, req.headers.cookie);
    sendSheet(res, 'schedule', await tried(tools, req, (token) => mySheet(tools, token, lang)));
  });
  return router;
}

/** @throws Refusal msg.badrequest */
function langIn(value: unknown, cookie: string | undefined): Lang {
  const lang = value ?? languageOf(cookie);
  if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
  return lang;
}

/** A weak ETag counts as equal. */
function knows(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
