/** Lists of options: read by whoever may list an object that uses one, changed by whoever may change all of these (decision 095). */
import type { Request, RequestHandler } from 'express';
import { exportOptions, readOptionsSheet } from '#framework/options/options-sheet.ts';
import { listOptions, openOptions, readOptionsHistory } from '#framework/options/read-options.ts';
import { saveOptions } from '#framework/options/save-options.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { identify, onStaffHost, staffOnly } from '../accounts/staff.ts';
import { byStaff } from '../answer.ts';
import { answering } from '../answering.ts';
import { bodyInTime } from '../files/files.ts';
import { sheetBody, sheetIn } from '../records/import.ts';
import { jsonReader } from '../safety.ts';

/** A thousand options with labels in every language. */
const largestList = 1 << 20;

/** Mounted at /api before the usual, smaller body is read. */
export function optionsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  const gates: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, bodyInTime];
  const list = (req: Request) => String(req.params.list);
  router.get(
    '/options',
    ...gates,
    byStaff((_req, actor) => listOptions(tools, actor)),
  );
  router.get(
    '/options/:list',
    ...gates,
    byStaff((req, actor) => openOptions(tools, actor, list(req))),
  );
  router.put(
    '/options/:list',
    ...gates,
    jsonReader(largestList),
    byStaff((req, actor) => saveOptions(tools, actor, list(req), req.body)),
  );
  router.get(
    '/options/:list/history',
    ...gates,
    byStaff((req, actor) => readOptionsHistory(tools, actor, list(req))),
  );
  router.get('/options/:list/sheet', ...gates, async (req, res) => {
    const { format = 'xlsx' } = req.query;
    if (format !== 'xlsx' && format !== 'csv') throw new Refusal('msg.badrequest', { values: { field: 'format' } });
    const bytes = await exportOptions(tools, req.actor!, list(req), format, languageOf(req.headers.cookie)); // staffOnly let it through
    res.setHeader('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="${list(req)}.${format}"`);
    res.end(bytes);
  });
  router.post(
    '/options/:list/sheet',
    ...gates,
    sheetBody,
    byStaff((req, actor) => readOptionsSheet(tools, actor, list(req), () => sheetIn(req))),
  );
  return router;
}
