/** The calls of the campaign dashboard under /api/desk: reading for staff who may list, decisions for those who may edit, windows and clones for administrators. */
import type { Request, RequestHandler } from 'express';
import { decideEnrolments, mostDecided } from '#application/jury/actions/decide-enrolments.ts';
import { minutesOfJury } from '#application/jury/actions/print-minutes.ts';
import { readConflicts } from '#application/jury/actions/read-conflicts.ts';
import { readJurors } from '#application/jury/actions/read-jurors.ts';
import { type RankingAsked, readRanking } from '#application/jury/actions/read-ranking.ts';
import { readDecisions, releaseDecisions } from '#application/jury/actions/release-decisions.ts';
import { decisionWords } from '#application/jury/rules/decisions.ts';
import { measures } from '#application/jury/rules/ranking.ts';
import { administratorOnly, onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { bodyOf } from '#framework/api/request-body.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { isLang, languageOf } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { cloneCampaign, readCloneOffer } from './actions/clone-campaign.ts';
import { exportDashboard } from './actions/export-dashboard.ts';
import { readOverview } from './actions/read-check.ts';
import { readDashboard } from './actions/read-dashboard.ts';
import { readStatistics } from './actions/read-statistics.ts';
import { turnCampaignWindow } from './actions/turn-campaign-window.ts';
import { type ClonePlan, cloneParts } from './rules/clone.ts';

/** Mounted at /api/desk. */
export function dashboardRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/desk'>();
  router.use(onStaffHost, staffOnly);
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/', async (req, res) => done(res, await readDashboard(tools, req.actor!)));
  router.get('/:campaign/overview', async (req, res) => done(res, await readOverview(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/statistics', async (req, res) => done(res, await readStatistics(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/ranking', async (req, res) => done(res, await readRanking(tools, req.actor!, campaignOf(req), rankingAsked(req))));
  router.get('/:campaign/jurors', async (req, res) => done(res, await readJurors(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/conflicts', async (req, res) => done(res, await readConflicts(tools, req.actor!, campaignOf(req), languageOf(req.headers.cookie))));
  router.get('/:campaign/decisions', async (req, res) => done(res, await readDecisions(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/clone', administratorOnly, async (req, res) => done(res, await readCloneOffer(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/export', async (req, res) => {
    const { lang = languageOf(req.headers.cookie) } = req.query;
    if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
    const { bytes, name } = await exportDashboard(tools, req.actor!, campaignOf(req), lang, rankingAsked(req));
    res.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="desk.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}.xlsx`);
    res.end(bytes);
  });
  router.get('/:campaign/minutes', async (req, res) => {
    const { lang = languageOf(req.headers.cookie) } = req.query;
    if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
    const { bytes, name } = await minutesOfJury(tools, req.actor!, campaignOf(req), lang, rankingAsked(req));
    res.setHeader('Content-Type', 'application/pdf');
    res.setHeader('Content-Disposition', `attachment; filename="minutes.pdf"; filename*=UTF-8''${encodeURIComponent(name)}.pdf`);
    res.end(bytes);
  });
  router.put('/:campaign/decisions', async (req, res) => {
    const { ids, decision, seen = {} } = bodyOf(req, ['ids', 'decision', 'seen']);
    const isList = Array.isArray(ids) && ids.length <= mostDecided && ids.every((id) => typeof id === 'string');
    if (!isList) throw new Refusal('msg.badrequest', { values: { field: 'ids' } });
    const word = decision === '' ? '' : decisionWords.find((known) => known === decision);
    if (word === undefined) throw new Refusal('msg.invalid', { fields: [{ path: 'decision', code: 'field.option' }] });
    if (!isObject(seen)) throw new Refusal('msg.badrequest', { values: { field: 'seen' } });
    done(res, await decideEnrolments(tools, req.actor!, campaignOf(req), { ids: ids as string[], decision: word, seen })); // checked above
  });
  router.post('/:campaign/release', async (req, res) => {
    const { confirm = '', select, decline } = bodyOf(req, ['confirm', 'select', 'decline']);
    if (typeof confirm !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'confirm' } });
    const key = req.get('Idempotency-Key');
    const request = { confirm, select: countIn(select, 'select'), decline: countIn(decline, 'decline'), ...(key !== undefined && { idempotencyKey: key }) };
    done(res, await releaseDecisions(tools, req.actor!, campaignOf(req), request));
  });
  router.post('/:campaign/window', administratorOnly, async (req, res) => {
    const { kind, turn, ver, until = '' } = bodyOf(req, ['kind', 'turn', 'ver', 'until']);
    if (kind !== 'enrol' && kind !== 'select') throw new Refusal('msg.invalid', { fields: [{ path: 'kind', code: 'field.option' }] });
    if (turn !== 'open' && turn !== 'close') throw new Refusal('msg.invalid', { fields: [{ path: 'turn', code: 'field.option' }] });
    if (typeof until !== 'string' || !/^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/.test(until))
      throw new Refusal('msg.invalid', { fields: [{ path: 'until', code: 'field.datetime' }] });
    done(res, await turnCampaignWindow(tools, req.actor!, campaignOf(req), { kind, turn, ver: countIn(ver, 'ver'), until }));
  });
  router.post('/:campaign/clone', administratorOnly, async (req, res) => done(res, await cloneCampaign(tools, req.actor!, campaignOf(req), planOf(req))));
  return router;
}

/** Days that a campaign may be moved by: ten years. */
const farthest = 3_660;

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}

/** ?by=sum|mean|norm|primary&top=20&program=C */
function rankingAsked(req: Request): RankingAsked {
  const { by = 'sum', top = '20', program = '' } = req.query;
  const measure = measures.find((known) => known === by);
  if (!measure) throw new Refusal('msg.badrequest', { values: { field: 'by' } });
  if (typeof top !== 'string' || !/^\d{1,4}$/.test(top) || Number(top) < 1) throw new Refusal('msg.badrequest', { values: { field: 'top' } });
  if (typeof program !== 'string' || program.length > 8) throw new Refusal('msg.badrequest', { values: { field: 'program' } });
  return { by: measure, top: Number(top), program };
}

function countIn(value: unknown, field: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new Refusal('msg.badrequest', { values: { field } });
}

function planOf(req: Request): ClonePlan {
  const {
    id,
    cna,
    enaName = '',
    edition = null,
    take = [],
    windows = 'shift',
    shift = 364,
  } = bodyOf(req, ['id', 'cna', 'enaName', 'edition', 'take', 'windows', 'shift']);
  const problems: Problem[] = [];
  for (const [path, value] of Object.entries({ id, cna, enaName })) {
    if (value !== undefined && typeof value !== 'string') problems.push({ path, code: 'field.type' });
    else if (path !== 'enaName' && !value) problems.push({ path, code: 'field.required' });
  }
  if (edition !== null && !Number.isInteger(edition)) problems.push({ path: 'edition', code: 'field.integer' });
  if (!Array.isArray(take) || !take.every((part) => (cloneParts as readonly unknown[]).includes(part))) problems.push({ path: 'take', code: 'field.option' });
  if (windows !== 'shift' && windows !== 'empty') problems.push({ path: 'windows', code: 'field.option' });
  if (!Number.isInteger(shift) || Math.abs(Number(shift)) > farthest) problems.push({ path: 'shift', code: 'field.range' });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  return { id, cna, enaName, edition, take, windows, shift } as ClonePlan; // each was checked above
}
