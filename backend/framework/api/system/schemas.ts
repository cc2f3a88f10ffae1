/** The schema workbench: an administrator's way to the files of the objects. */
import type { RequestHandler } from 'express';
import type { JsonValue, Lang } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { backfill } from '#framework/workbench/backfill.ts';
import { checkSchema } from '#framework/workbench/check-schema.ts';
import { startCopy } from '#framework/workbench/copy-table.ts';
import { guessSchema, guessSheet } from '#framework/workbench/guess-schema.ts';
import { listTables } from '#framework/workbench/guess-table.ts';
import { listSchemas, openSchema } from '#framework/workbench/list-schemas.ts';
import { previewSource } from '#framework/workbench/preview.ts';
import { restorePart } from '#framework/workbench/restore-part.ts';
import { deleteSchema, readSchemaHistory, revertSchema, saveSchema } from '#framework/workbench/save-schema.ts';
import { filesOf, nameOf } from '#framework/workbench/schema-files.ts';
import type { Backfill, GuessOrder } from '#framework/workbench/wire.ts';
import { isObject } from '#rules/records/record.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { administratorOnly, identify, onStaffHost, staffOnly } from '../accounts/staff.ts';
import { byStaff, done } from '../answer.ts';
import { answering } from '../answering.ts';
import { bodyInTime } from '../files/files.ts';
import { noting } from '../records/changeset.ts';
import { sayingOf, sheetBody, sheetIn } from '../records/import.ts';
import { jsonReader } from '../safety.ts';

/** A schema file of the largest size, its labels, and the marks that JSON puts between. */
const largestFiles = 6 << 20;

/** Mounted at /api before the usual, smaller body is read. */
export function schemasRouter(tools: Tools & { messages: Record<Lang, Messages> }): RequestHandler {
  const router = answering<'/api'>();
  const admins: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, administratorOnly, bodyInTime];
  const gates = [...admins, jsonReader(largestFiles)];
  const sheetGates = [...admins, sheetBody];
  const name = ({ params }: { params: { name?: unknown } }) => nameOf(params.name);

  router.get(
    '/schemas',
    ...gates,
    byStaff(() => listSchemas(tools)),
  );
  router.get(
    '/schemas/:name',
    ...gates,
    byStaff((req) => openSchema(tools, name(req))),
  );
  router.put(
    '/schemas/:name',
    ...gates,
    byStaff((req, actor) => saveSchema(tools, actor, name(req), { files: filesOf(req.body?.files), version: req.body?.version })),
  );
  router.delete(
    '/schemas/:name',
    ...gates,
    byStaff((req, actor) => deleteSchema(tools, actor, name(req), { version: req.body?.version, typed: req.body?.typed })),
  );
  router.get(
    '/schemas/:name/history',
    ...gates,
    byStaff((req) => readSchemaHistory(tools, name(req))),
  );
  router.post(
    '/schemas/:name/revert',
    ...gates,
    byStaff((req, actor) => revertSchema(tools, actor, name(req), { to: req.body?.to, version: req.body?.version })),
  );
  router.post(
    '/schemas/:name/restore',
    ...gates,
    byStaff((req, actor) => restorePart(tools, actor, name(req), { key: req.body?.key, version: req.body?.version })),
  );
  router.post('/schemas/:name/backfill', ...gates, async (req, res) => {
    const noted = noting(tools, req, name(req), 'update');
    done(res, await backfill(noted, req.actor!, name(req), backfillOrder(req.body), sayingOf(tools, req))); // the gates let only the signed-in through
  });
  router.post(
    '/workbench/check',
    ...gates,
    byStaff((req, actor) => checkSchema(tools, actor, nameOf(req.body?.name), filesOf(req.body?.files))),
  );
  router.post(
    '/workbench/guess',
    ...gates,
    byStaff((req) => guessSchema(tools, guessOrder(req.body))),
  );
  router.post('/workbench/guess/sheet', ...sheetGates, async (req, res) => {
    done(res, await guessSheet(tools, sheetIn(req), String(req.query.name ?? '')));
  });
  router.get(
    '/workbench/tables',
    ...gates,
    byStaff(() => listTables(tools)),
  );
  router.post('/workbench/tables/:table/copy', ...gates, async (req, res) => {
    const object = nameOf(req.body?.object);
    const noted = noting(tools, req, object, 'import');
    done(res, { job: await startCopy(noted, req.actor!, req.params.table, object, languageOf(req.headers.cookie)) }); // the gates let only the signed-in through
  });
  router.get('/workbench/preview/:file', ...gates, async (req, res) => {
    const hash = /^validator-([0-9a-f]{16})\.js$/.exec(String(req.params.file))?.[1];
    if (!hash) throw new Refusal('msg.route');
    const source = await previewSource(hash);
    res.setHeader('Cache-Control', 'private, no-cache');
    res.type('text/javascript').end(source);
  });
  return router;
}

function guessOrder(body: unknown): GuessOrder {
  const { from, name, text, table } = isObject(body) ? body : {};
  const named = typeof name === 'string' && name !== '' ? { name } : {};
  if (from === 'empty') return { ...named, from };
  if ((from === 'sample' || from === 'schema') && typeof text === 'string') return { ...named, from, text };
  if (from === 'table' && typeof table === 'string') return { ...named, from, table };
  throw new Refusal('msg.badrequest');
}

function backfillOrder(body: unknown): Backfill {
  const { field, mode, value, from } = isObject(body) ? body : {};
  if (typeof field !== 'string' || (mode !== 'check' && mode !== 'write')) throw new Refusal('msg.badrequest');
  if (typeof from === 'string') return { field, mode, from };
  if (value === undefined) throw new Refusal('msg.badrequest');
  return { field, mode, value: value as JsonValue }; // JSON
}
