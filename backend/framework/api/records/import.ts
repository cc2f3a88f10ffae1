/** Filled-in sheets into rows: the template of an object, and the sheet itself as bytes, rehearsed or written as a job. */

import express, { type Request, type RequestHandler } from 'express';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { type ImportOrder, startImport } from '#framework/import/import-records.ts';
import { importTemplate } from '#framework/import/import-template.ts';
import { markSheet } from '#framework/import/mark-sheet.ts';
import { largestSheet } from '#framework/import/read-sheet.ts';
import { faultHeads, sheetWords } from '#framework/import/sheet-words.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import { sheetEncodings } from '#rules/records/import.ts';
import type { ColumnChoice } from '#rules/records/import-columns.ts';
import { isObject } from '#rules/records/record.ts';
import { languageOf } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { identify, onStaffHost, requireTable, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { bodyInTime } from '../files/files.ts';
import { bytesType, notOfType } from '../safety.ts';
import { noting } from './changeset.ts';

/** A sheet as bytes. */
export const sheetBody = express.raw({ limit: largestSheet, type: bytesType });

/** The sheet that `sheetBody` read. @throws Refusal msg.mediatype where the request has another type */
export function sheetIn(req: Request): Buffer {
  if (!Buffer.isBuffer(req.body)) throw notOfType(bytesType);
  return req.body;
}

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
    const object = String(req.params.object);
    const job = await startImport(noting(tools, req, object, 'import'), req.actor!, object, orderOf(req, sheetIn(req)), sayingOf(tools, req));
    done(res, { job });
  });
  // After the report, from the sheet that is sent again: none is stored here.
  router.post('/:object/import/marked', ...gates, mayImport(tools), bodyInTime, sheetBody, async (req, res) => {
    const bytes = sheetIn(req);
    const { kind, result } = await tools.jobs.get(req.actor!, String(req.query.job ?? '')); // the gate let only the signed-in through
    if (kind !== 'import' || !isObject(result)) throw new Refusal('msg.notfound');
    const report = result as unknown as ImportReport; // the kind of the job
    const lang = languageOf(req.headers.cookie);
    const { localesDir } = tools.config;
    const marked = await markSheet({
      bytes,
      report,
      onlyFaults: req.query.only === '1',
      ...(report.encoding && { encoding: report.encoding }),
      head: sheetWords(lang, localesDir).faults,
      heads: faultHeads(localesDir),
    });
    res.setHeader('Content-Type', report.encoding ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.end(marked);
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

/** How a report words its problems, in the language of who asks. */
export function sayingOf({ messages }: { messages: Record<Lang, Messages> }, req: Request) {
  const lang = languageOf(req.headers.cookie);
  return { lang, word: (problem: Problem, model: ObjectModel) => sentence(problem, messages[lang], lang, model) };
}

function orderOf({ query }: Request, bytes: Buffer): ImportOrder {
  const { only, by, columns, forget } = query;
  const mode = oneOf(query.mode, ['check', 'write'] as const, 'mode');
  const take = query.take === undefined ? undefined : oneOf(query.take, ['both', 'new', 'change'] as const, 'take');
  const encoding = query.encoding === undefined ? undefined : oneOf(query.encoding, sheetEncodings, 'encoding');
  return {
    bytes,
    mode,
    ...(only !== undefined && { only: String(only) }),
    ...(take && { take }),
    ...(by !== undefined && { by: String(by) }),
    ...(columns !== undefined && { chosen: choiceOf(String(columns)) }),
    forget: forget === '1',
    ...(encoding && { encoding }),
  };
}

function oneOf<T extends string>(value: unknown, known: readonly T[], field: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Refusal('msg.badrequest', { values: { field } });
  return found;
}

/** `{"3":"name","4":""}`: the fourth column is the field, the fifth is left out. */
function choiceOf(text: string): ColumnChoice {
  const found = parsed(text);
  const isChoice = isObject(found) && Object.entries(found).every(([at, name]) => /^\d{1,5}$/.test(at) && typeof name === 'string');
  if (!isChoice) throw new Refusal('msg.badrequest', { values: { field: 'columns' } });
  return found as ColumnChoice; // looked at above
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
