/** The staff's calls about released timetables, under /api/release: what a release would change, releasing, versions, and schedules to print. */
import type { Request, RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { sendSheet } from '#framework/api/records/print.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { isLang, languageOf } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { releaseAgain, releaseDraft } from './actions/make-release.ts';
import { exportSchedules, printAll, type WantedVersion } from './actions/print-release.ts';
import { compareVersions, readRelease } from './actions/read-release.ts';

/** Characters of a release's note, as the schema has them. */
const longestNote = 1_000;

/** Mounted at /api/release. */
export function releaseRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/release'>();
  router.use(onStaffHost, staffOnly);
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/:campaign', async (req, res) => done(res, await readRelease(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/compare', async (req, res) => {
    const to = req.query.to === 'draft' ? 'draft' : numberIn(req, 'to');
    done(res, await compareVersions(tools, req.actor!, campaignOf(req), numberIn(req, 'from'), to));
  });
  router.post('/:campaign', async (req, res) => {
    done(res, await releaseDraft(tools, req.actor!, campaignOf(req), bodyOf(req, ['version', 'number'])));
  });
  router.post('/:campaign/back', async (req, res) => {
    done(res, await releaseAgain(tools, req.actor!, campaignOf(req), bodyOf(req, ['number', 'to'])));
  });
  router.get('/:campaign/schedules.pdf', async (req, res) => {
    const side = req.query.side ?? 'dm';
    if (side !== 'dm' && side !== 'pitch') throw new Refusal('msg.badrequest', { values: { field: 'side' } });
    const asked = { wanted: versionIn(req), side, lang: langIn(req) } as const;
    sendSheet(res, 'schedules', await printAll(tools, req.actor!, campaignOf(req), asked));
  });
  router.get('/:campaign/schedules.xlsx', async (req, res) => {
    const { bytes, name } = await exportSchedules(tools, req.actor!, campaignOf(req), { wanted: versionIn(req), lang: langIn(req) });
    res.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="schedules.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}.xlsx`);
    res.end(bytes);
  });
  return router;
}

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}

/** A version's number in the address. @throws Refusal msg.badrequest */
function numberIn(req: Request, name: string): number {
  const value = req.query[name];
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) throw new Refusal('msg.badrequest', { values: { field: name } });
  return Number(value);
}

/** @throws Refusal msg.badrequest */
function versionIn(req: Request): WantedVersion {
  const { version = 'newest' } = req.query;
  return version === 'newest' || version === 'draft' ? version : numberIn(req, 'version');
}

function langIn(req: Request): Lang {
  const { lang = languageOf(req.headers.cookie) } = req.query;
  if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
  return lang;
}

/** Whole numbers under these names, and a note. @throws Refusal msg.badrequest, msg.invalid with fields */
function bodyOf<K extends string>(req: Request, names: readonly K[]): Record<K, number> & { note: string } {
  const body: unknown = req.body ?? {};
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const problems: Problem[] = Object.keys(body)
    .filter((key) => key !== 'note' && !(names as readonly string[]).includes(key))
    .map((path) => ({ path, code: 'field.unknown' }));
  for (const path of names) {
    const value = body[path];
    if (value === undefined) problems.push({ path, code: 'field.required' });
    else if (!Number.isSafeInteger(value) || Number(value) < 0) problems.push({ path, code: 'field.integer' });
  }
  const { note = '' } = body;
  if (typeof note !== 'string') problems.push({ path: 'note', code: 'field.type' });
  else if (note.length > longestNote) problems.push({ path: 'note', code: 'field.long', values: { limit: longestNote } });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  return { ...(body as Record<K, number>), note: note as string }; // each was checked above
}
