/** The staff's calls about a jury, besides the dashboard's own: who reads what. Mounted at /api/desk. */
import type { Request, RequestHandler } from 'express';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { noting, sayNoted } from '#framework/api/records/changeset.ts';
import { bodyOf } from '#framework/api/request-body.ts';
import type { Tools } from '#framework/tools.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { planAssignment, readAssignment, saveAssignment } from './actions/assign-readers.ts';
import type { AssignmentAsked } from './wire.ts';

export function juryStaffRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/desk'>();
  router.use(onStaffHost, staffOnly);
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/:campaign/assignment', async (req, res) => done(res, await readAssignment(tools, req.actor!, req.params.campaign)));
  router.post('/:campaign/assignment/plan', async (req, res) => done(res, await planAssignment(tools, req.actor!, req.params.campaign, askedIn(req))));
  router.put('/:campaign/assignment', async (req, res) => {
    const noted = noting(tools, req, 'enrolment', 'update');
    const asked = askedIn(req, ['mark']); // first: it refuses what is no object
    const { mark } = req.body as { mark?: unknown };
    if (typeof mark !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'mark' } });
    const saved = await saveAssignment(noted, req.actor!, req.params.campaign, { ...asked, mark });
    sayNoted(res, noted);
    done(res, saved);
  });
  return router;
}

/** Most readers an enrolment can have, as the schema has it. */
const mostReaders = 60;

function askedIn(req: Request, more: readonly string[] = []): AssignmentAsked {
  const {
    program = '',
    group = '',
    perPitch,
    isFilling = false,
    avoidsHints = true,
    seed = 1,
  } = bodyOf(req, ['program', 'group', 'perPitch', 'isFilling', 'avoidsHints', 'seed', ...more]);
  const problems: Problem[] = [];
  for (const [path, value] of Object.entries({ program, group }))
    if (typeof value !== 'string' || value.length > 40) problems.push({ path, code: 'field.type' });
  for (const [path, value] of Object.entries({ isFilling, avoidsHints })) if (typeof value !== 'boolean') problems.push({ path, code: 'field.type' });
  if (perPitch === undefined) problems.push({ path: 'perPitch', code: 'field.required' });
  else if (!Number.isInteger(perPitch)) problems.push({ path: 'perPitch', code: 'field.integer' });
  else if (Number(perPitch) < 0 || Number(perPitch) > mostReaders) problems.push({ path: 'perPitch', code: 'field.range' });
  if (!Number.isSafeInteger(seed) || Number(seed) < 0) problems.push({ path: 'seed', code: 'field.integer' });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  return { program, group, perPitch, isFilling, avoidsHints, seed } as AssignmentAsked; // each was checked above
}
