/** Filled-in sheets into rows: the template of an object, and the sheet itself as bytes, rehearsed or written as a job. */

import express, { type Request, type RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { startImport } from '#framework/import/import-records.ts';
import { importTemplate } from '#framework/import/import-template.ts';
import { largestSheet } from '#framework/import/read-sheet.ts';
import type { ImportMode } from '#framework/import/wire.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { identify, onStaffHost, requireTable, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { bodyInTime } from '../files/files.ts';
import { noting } from './changeset.ts';

const sheetBody = express.raw({ limit: largestSheet, type: 'application/octet-stream' });

/** Mounted at /api/pb before the JSON body is read: a sheet is bytes. */
export function importRouter(tools: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api/pb'>();
  const gates: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, requireTable(tools)];
  router.get('/:object/import/template', ...gates, async (req, res) => {
    const object = String(req.params.object);
    const bytes = await importTemplate(tools, req.actor!, object, languageOf(req.headers.cookie)); // the gate let only the signed-in through
    res.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="${object}.xlsx"`);
    res.end(bytes);
  });
  router.post('/:object/import', ...gates, mayImport(tools), bodyInTime, sheetBody, async (req, res) => {
    if (!Buffer.isBuffer(req.body)) throw new Refusal('msg.mediatype');
    const lang = languageOf(req.headers.cookie);
    const job = await startImport(noting(tools, req, String(req.params.object), 'import'), req.actor!, String(req.params.object), {
      bytes: req.body,
      mode: modeOf(req),
      ...(req.query.only !== undefined && { only: String(req.query.only) }),
      word: (problem, model) => sentence(problem, tools.messages[lang], lang, model),
    });
    done(res, { job });
  });
  return router;
}

/** Asked before ten megabytes are read. */
function mayImport(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    modelFor(tools, req.actor!, String(req.params.object), 'import'); // throws; the gate let only the signed-in through
    next();
  };
}

function modeOf(req: Request): ImportMode {
  const { mode } = req.query;
  if (mode !== 'check' && mode !== 'write') throw new Refusal('msg.badrequest', { values: { field: 'mode' } });
  return mode;
}
