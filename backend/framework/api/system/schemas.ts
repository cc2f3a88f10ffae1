/** The schema workbench: an administrator's way to the files of the objects. */
import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { checkSchema } from '#framework/workbench/check-schema.ts';
import { listSchemas, openSchema } from '#framework/workbench/list-schemas.ts';
import { previewSource } from '#framework/workbench/preview.ts';
import { deleteSchema, readSchemaHistory, revertSchema, saveSchema } from '#framework/workbench/save-schema.ts';
import { filesOf, nameOf } from '#framework/workbench/schema-files.ts';
import { Refusal } from '#rules/words/problem.ts';
import { administratorOnly, identify, onStaffHost, staffOnly } from '../accounts/staff.ts';
import { byStaff } from '../answer.ts';
import { answering } from '../answering.ts';
import { bodyInTime } from '../files/files.ts';
import { jsonReader } from '../safety.ts';

/** A schema file of the largest size, its labels, and the marks that JSON puts between. */
const largestFiles = 6 << 20;

/** Mounted at /api before the usual, smaller body is read. */
export function schemasRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  const gates: RequestHandler[] = [onStaffHost, identify(tools), staffOnly, administratorOnly, bodyInTime, jsonReader(largestFiles)];
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
    '/workbench/check',
    ...gates,
    byStaff((req, actor) => checkSchema(tools, actor, nameOf(req.body?.name), filesOf(req.body?.files))),
  );
  router.get('/workbench/preview/:file', ...gates, async (req, res) => {
    const hash = /^validator-([0-9a-f]{16})\.js$/.exec(String(req.params.file))?.[1];
    if (!hash) throw new Refusal('msg.route');
    const source = await previewSource(hash);
    res.setHeader('Cache-Control', 'private, no-cache');
    res.type('text/javascript').end(source);
  });
  return router;
}
