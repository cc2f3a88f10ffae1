/** The staff's calls about viewing pages, under /api/vpman (R34, R35): the list, the composer, personal links, statistics. Types: wire.ts. */
import type { Request, RequestHandler } from 'express';
import { readText } from '#application/mailing/actions/batch-order.ts';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { bodyOf } from '#framework/api/request-body.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { isLang, languageOf } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { clonePage, findWorks, readComposer } from './actions/compose-page.ts';
import { exportStatistics } from './actions/export-statistics.ts';
import { listViewingPages } from './actions/list-pages.ts';
import { mailPageLinks, readLinkText } from './actions/mail-links.ts';
import { type LinksAsked, makePageLinks, readPageLinks, revokePageLinks } from './actions/page-links.ts';
import { addWish, readBeforeMeetings, readWishOffers } from './actions/read-meetings.ts';
import { readViewer, readViewingStatistics, readWork } from './actions/read-statistics.ts';
import { isViewingCode } from './rules/access.ts';
import type { PageName } from './rules/page-address.ts';

/** Most people or links in one call. */
const mostNamed = 2_000;

/** Mounted at /api/vpman. */
export function viewingStaffRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/vpman'>();
  router.use(onStaffHost, staffOnly);
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/', async (req, res) => done(res, await listViewingPages(tools, req.actor!)));
  router.post('/clone', async (req, res) => {
    const { from, to } = bodyOf(req, ['from', 'to']);
    done(res, await clonePage(tools, req.actor!, nameIn(from, 'from'), nameIn(to, 'to')));
  });
  router.get('/:campaign/text', async (req, res) => done(res, await readLinkText(tools, String(req.params.campaign))));
  router.get('/:campaign/:pg', async (req, res) => done(res, await readComposer(tools, req.actor!, ...pageOf(req))));
  router.get('/:campaign/:pg/works', async (req, res) => {
    const object = req.query.object;
    if (object !== 'pitch' && object !== 'film') throw new Refusal('msg.badrequest', { values: { field: 'object' } });
    const asked = { object, q: textIn(req, 'q', 200), program: textIn(req, 'program', 8), status: textIn(req, 'status', 32) } as const;
    done(res, await findWorks(tools, req.actor!, pageOf(req)[0], asked));
  });
  router.get('/:campaign/:pg/links', async (req, res) => done(res, await readPageLinks(tools, req.actor!, ...pageOf(req))));
  router.post('/:campaign/:pg/links', async (req, res) => {
    const body = bodyOf(req, ['object', 'rows', 'endsAt', 'mail', 'text']);
    const asked = linksIn(body, tools.now().getTime());
    if (body.mail !== true) {
      const { given, made } = await makePageLinks(tools, req.actor!, ...pageOf(req), asked);
      return done(res, { chosen: given.length, made });
    }
    const problems: Problem[] = [];
    const text = readText(body.text, 'text', problems);
    if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
    done(res, await mailPageLinks(tools, req.actor!, ...pageOf(req), { ...asked, text }, req.get('Idempotency-Key')));
  });
  router.post('/:campaign/:pg/links/revoke', async (req, res) => {
    const { links } = bodyOf(req, ['links']);
    done(res, await revokePageLinks(tools, req.actor!, ...pageOf(req), links === 'all' ? 'all' : namesIn(links, 'links')));
  });
  router.get('/:campaign/:pg/statistics', async (req, res) => done(res, await readViewingStatistics(tools, req.actor!, ...pageOf(req))));
  router.get('/:campaign/:pg/statistics/viewer', async (req, res) => done(res, await readViewer(tools, req.actor!, ...pageOf(req), textIn(req, 'id', 80))));
  router.get('/:campaign/:pg/statistics/work', async (req, res) => done(res, await readWork(tools, req.actor!, ...pageOf(req), textIn(req, 'id', 80))));
  router.get('/:campaign/:pg/before', async (req, res) => done(res, await readBeforeMeetings(tools, req.actor!, ...pageOf(req))));
  router.get('/:campaign/:pg/wishes', async (req, res) => done(res, await readWishOffers(tools, req.actor!, ...pageOf(req))));
  router.post('/:campaign/:pg/wishes', async (req, res) => {
    const { dm, pitch, ver } = bodyOf(req, ['dm', 'pitch', 'ver']);
    if (typeof dm !== 'string' || typeof pitch !== 'string')
      throw new Refusal('msg.badrequest', { values: { field: typeof dm === 'string' ? 'pitch' : 'dm' } });
    if (typeof ver !== 'number' || !Number.isInteger(ver)) throw new Refusal('msg.badrequest', { values: { field: 'ver' } });
    done(res, await addWish(tools, req.actor!, ...pageOf(req), { dm, pitch, ver }));
  });
  router.get('/:campaign/:pg/export', async (req, res) => {
    const { lang = languageOf(req.headers.cookie) } = req.query;
    if (!isLang(lang)) throw new Refusal('msg.badrequest', { values: { field: 'lang' } });
    const { bytes, name } = await exportStatistics(tools, req.actor!, ...pageOf(req), lang);
    res.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    res.setHeader('Content-Disposition', `attachment; filename="viewing.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}.xlsx`);
    res.end(bytes);
  });
  return router;
}

function pageOf(req: Request): [campaign: string, pg: string] {
  return [String(req.params.campaign), String(req.params.pg)];
}

/** @throws Refusal msg.badrequest */
function textIn(req: Request, field: string, longest: number): string {
  const value = req.query[field] ?? '';
  if (typeof value !== 'string' || value.length > longest) throw new Refusal('msg.badrequest', { values: { field } });
  return value;
}

/** @throws Refusal msg.invalid with the part of the address that is wrong */
function nameIn(value: unknown, path: string): PageName {
  if (!isObject(value)) throw new Refusal('msg.badrequest', { values: { field: path } });
  const { campaign, pg, lang } = value;
  if (!isViewingCode(campaign)) throw new Refusal('msg.invalid', { fields: [{ path: `${path}/campaign`, code: 'field.pattern' }] });
  if (!isViewingCode(pg)) throw new Refusal('msg.invalid', { fields: [{ path: `${path}/pg`, code: 'field.pattern' }] });
  if (!isLang(lang)) throw new Refusal('msg.invalid', { fields: [{ path: `${path}/lang`, code: 'field.option' }] });
  return { campaign, pg, lang };
}

/** @throws Refusal msg.badrequest, msg.invalid */
function linksIn({ object, rows, endsAt = null }: { object?: unknown; rows?: unknown; endsAt?: unknown }, now: number): LinksAsked {
  if (object !== 'decision_maker' && object !== 'jury') throw new Refusal('msg.invalid', { fields: [{ path: 'object', code: 'field.option' }] });
  const isEnd = endsAt === null || (typeof endsAt === 'number' && Number.isInteger(endsAt) && endsAt < now + farthest);
  if (!isEnd) throw new Refusal('msg.invalid', { fields: [{ path: 'endsAt', code: 'field.range' }] });
  return { object, rows: rows === 'all' ? 'all' : namesIn(rows, 'rows'), endsAt: endsAt as number | null }; // checked above
}

/** Ten years, ms. */
const farthest = 3_660 * 86_400_000;

/** @throws Refusal msg.badrequest */
function namesIn(value: unknown, field: string): string[] {
  const isList = Array.isArray(value) && value.length <= mostNamed && value.every((entry) => typeof entry === 'string' && entry.length <= 64);
  if (!isList) throw new Refusal('msg.badrequest', { values: { field } });
  return value as string[]; // checked above
}
