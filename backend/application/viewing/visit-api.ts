/** The calls of a viewing page (R06): its password, heartbeats of its player, its files. /api/vp/{campaign}/{pg}/{lang}/… */
import type { Request, RequestHandler, Response } from 'express';
import { servesViewing } from '#application/site/rules/routes.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { sendFile } from '#framework/api/files/stored.ts';
import { perMinute } from '#framework/api/rate.ts';
import { countMinute } from '#framework/count-calls.ts';
import { storedPicture } from '#framework/files/read-file.ts';
import { madeFile, madeList } from '#framework/files/videos/made-file.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { languageOf } from '#rules/words/language.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';
import { enterPage } from './actions/enter-page.ts';
import type { ViewingPage, Visit } from './actions/find-page.ts';
import { noteBeat, noteUse } from './actions/note-watching.ts';
import type { AddressState } from './actions/sealed-address.ts';
import type { ViewingRefusal } from './rules/access.ts';
import { readBeat } from './rules/beat.ts';
import { addressesOf, addressOfFile, extendAddresses, holdingsReader, passCookie, setPass, viewerOf, visited } from './visit.ts';

/** Most heartbeats in a minute: one player sends six; jumping about or a second tab adds some. */
const beatsOfViewer = 60;
/** Most for one network address, such as an office. */
const beatsOfAddress = 1_200;

/** The refusal of a page as the refusal of a call. */
const codes: Record<ViewingRefusal, ProblemCode> = {
  ...{ address: 'msg.notfound', campaign: 'msg.notfound', page: 'msg.notfound', language: 'msg.notfound' },
  ...{ password: 'msg.session', wrong: 'msg.session', limit: 'msg.limit' },
  ...{ before: 'msg.forbidden', personal: 'msg.forbidden', link: 'msg.forbidden' },
  ...{ after: 'msg.gone', revoked: 'msg.gone', expired: 'msg.gone' },
};

export function viewingRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/vp'>();
  const holdingsOf = holdingsReader(tools);
  const countViewer = perMinute(tools, 'viewer', beatsOfViewer);
  const countAddress = perMinute(tools, 'address', beatsOfAddress);
  // The address of a viewer is recorded once a minute, not with each heartbeat.
  const countNote = countMinute(1);

  router.post('/:campaign/:pg/:lang/enter', async (req, res) => {
    const { page, siblings, visit } = await pageOf(tools, req);
    if (visit.refusal !== undefined && visit.refusal !== 'password') throw new Refusal(codes[visit.refusal]);
    const given = { pw: passwordIn(req.body), address: req.ip ?? '', cookie: passCookie(req, page) };
    const entered = await enterPage(tools, { page, siblings }, given);
    if (entered.kind === 'limit') throw new Refusal('msg.limit', { data: { wait: Math.ceil(entered.wait / 1000) } });
    if (entered.kind === 'wrong') throw new Refusal('msg.invalid', { fields: [{ path: 'pw', code: 'field.invalid' }], data: { left: entered.left } });
    setPass(tools, req, res, page, entered.pass);
    done(res, { entered: true });
  });

  router.post('/:campaign/:pg/:lang/watch', async (req, res) => {
    const { page, visit, previews } = await shown(tools, req);
    await countViewer(res, `${page.id} ${visit.visitor.viewer}`);
    await countAddress(res, req.ip ?? '');
    const holdings = await holdingsOf(page);
    const read = readBeat(req.body, (work, video) => holdings.videos.has(`${work} ${video}`));
    if ('problems' in read) throw new Refusal('msg.invalid', { fields: read.problems });
    // A visitor whose browser stores no cookie would be a new one each time, so nothing is recorded.
    if (!previews && passCookie(req, page) !== undefined) {
      const { beat } = read;
      await noteBeat(tools, page, visit.visitor, beat, beat.video === '' || (beat.spans.length === 0 && beat.at === 0));
      const client = { address: req.ip ?? '', agent: req.headers['user-agent'] ?? '' };
      const opened = beat.video === '';
      const isNew = countNote(`${visit.visitor.link} ${client.address} ${client.agent}`, tools.now().getTime()).isOpen;
      if (opened || isNew) await noteUse(tools, visit.visitor.link, client, opened);
    }
    done(res);
  });

  router.post('/:campaign/:pg/:lang/extend', async (req, res) => {
    const { page, visit, previews } = await shown(tools, req);
    const viewer = viewerOf(req, visit, previews);
    await countViewer(res, `${page.id} ${viewer}`);
    await countAddress(res, req.ip ?? '');
    extendAddresses(tools, req, res, page, viewer);
    done(res, { seconds: tools.config.viewingSeconds });
  });

  router.get('/:campaign/:pg/:lang/file/:name', async (req, res) => {
    const { page, visit, previews } = await shown(tools, req);
    const [name, viewer] = [String(req.params.name), viewerOf(req, visit, previews)];
    const { files, marked } = await holdingsOf(page);
    const [isMarked, addressOf] = [marked.has(name), addressesOf(tools, page, previews, viewer)];
    if (page.protect || isMarked) refuseAddress(addressOfFile(tools, req, page, viewer, name));
    if (!files.has(name)) throw new Refusal('msg.notfound');
    const list = await madeList(tools, name, (one) => addressOf(one, isMarked));
    if (list === undefined) await sendHeld(tools, req, res, name, page.protect || isMarked);
    else sendList(res, list);
  });
  return router;
}

/** A stream's list has addresses of its reader's. */
function sendList(res: Response, list: string): void {
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.type('application/vnd.apple.mpegurl').send(list);
}

/** Sends a file of this page. */
async function sendHeld(tools: Tools, req: Request, res: Response, name: string, protect: boolean): Promise<void> {
  const width = typeof req.query.w === 'string' && /^\d{1,5}$/.test(req.query.w) ? Number(req.query.w) : undefined;
  const found = (await madeFile(tools, name)) ?? (await storedPicture(tools, name, width));
  const base = tools.config.baseUrl === undefined ? undefined : new URL(tools.config.baseUrl);
  const origin = base?.host === req.host ? base.origin : `${req.protocol}://${req.host}`;
  // A store's address is good for anybody who has it: of a protected film for no longer than ours is without its page.
  await sendFile(found, req, res, { origin, ...(protect && { most: tools.config.viewingSeconds }) });
}

/** A copied address is no way in, whoever has it. */
function refuseAddress(state: AddressState): void {
  if (state === 'foreign') throw new Refusal('msg.forbidden');
  if (state === 'expired') throw new Refusal('msg.gone');
}

interface Asked {
  page: ViewingPage;
  siblings: ViewingPage[];
  visit: Visit;
  previews: boolean;
}

async function pageOf(tools: Tools, req: Request): Promise<Asked> {
  const { campaign, pg, lang } = req.params;
  if (!servesViewing(req.site, String(campaign))) throw new Refusal('msg.route');
  const { found, visit, previews } = await visited(tools, req, { campaign: String(campaign), pg, lang, preferred: languageOf(req.headers.cookie) });
  if (!('page' in found) || !visit) throw new Refusal('msg.notfound');
  return { page: found.page, siblings: found.siblings, visit, previews };
}

async function shown(tools: Tools, req: Request): Promise<Asked> {
  const asked = await pageOf(tools, req);
  if (asked.visit.refusal) throw new Refusal(codes[asked.visit.refusal]);
  return asked;
}

function passwordIn(body: unknown): string {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const unknown = Object.keys(body).filter((key) => key !== 'pw');
  if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown.map((path) => ({ path, code: 'field.unknown', values: { field: path } })) });
  if (typeof body.pw !== 'string' || body.pw === '') throw new Refusal('msg.invalid', { fields: [{ path: 'pw', code: 'field.required' }] });
  return body.pw;
}
