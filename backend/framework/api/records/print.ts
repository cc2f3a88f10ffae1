/** Rows on paper: `GET /api/pb/{object}/{id}/print?lang=tw` answers a PDF. */

import type { RequestHandler, Response } from 'express';
import { type PrintTools, printRecord } from '#framework/print/print-record.ts';
import { isLang, languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { answering } from '../answering.ts';

/** Mounted at /api/pb, behind the gates of the records. */
export function printRouter(tools: PrintTools): RequestHandler {
  const router = answering<'/api/pb'>();
  router.get('/:object/:id/print', async (req, res) => {
    if (!req.actor) throw new Refusal('msg.session');
    const { lang = languageOf(req.headers.cookie) } = req.query;
    if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
    sendSheet(res, String(req.params.object), await printRecord(tools, req.actor, String(req.params.object), String(req.params.id), lang));
  });
  return router;
}

/** A PDF to look at. */
export function sendSheet(res: Response, plainName: string, { bytes, name }: { bytes: Buffer; name: string }): void {
  res.setHeader('Content-Type', 'application/pdf');
  res.setHeader('Content-Length', bytes.length);
  res.setHeader('Content-Disposition', `inline; filename="${plainName}.pdf"; filename*=UTF-8''${encodeURIComponent(name)}.pdf`);
  // A document to look at: the viewer needs its own style, and nothing in it may run.
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'");
  res.end(bytes);
}
