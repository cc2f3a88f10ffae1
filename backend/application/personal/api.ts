/** A person's personal page under /api/my/{token}: its facts, its saves, its stills. The token is the only permission needed. */
import type { Request, RequestHandler } from 'express';
import { onPublicHost } from '#framework/api/accounts/staff.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { sendFile } from '#framework/api/files/stored.ts';
import { perMinute } from '#framework/api/rate.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readMyFile } from './actions/my-file.ts';
import { openMy, readMy } from './actions/open-my.ts';
import { saveMy } from './actions/save-my.ts';

/** Limits: invalid tokens of one network address, and calls with a valid one. */
const wrongPerMinute = 30;
const callsPerMinute = 240;

/** Mounted at /api/my. */
export function myRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/my'>();
  const countCall = perMinute(tools, 'my', callsPerMinute);
  router.use(onPublicHost, async (req, res, next) => {
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('X-Robots-Tag', 'noindex, nofollow');
    const token = req.path.split('/', 2)[1] ?? '';
    await countCall(res, token.slice(0, 64));
    next();
  });
  router.get('/:token', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    done(res, await tried(tools, req, async (token) => readMy(tools, await openMy(tools, token))));
  });
  router.put('/:token', async (req, res) => done(res, await tried(tools, req, (token) => saveMy(tools, token, req.body))));
  router.get('/:token/file/:name', async (req, res) => {
    const width = typeof req.query.w === 'string' && /^\d{1,5}$/.test(req.query.w) ? Number(req.query.w) : undefined;
    await sendFile(await tried(tools, req, (token) => readMyFile(tools, token, String(req.params.name), width)), req, res);
  });
  return router;
}

/** Counts the invalid tokens of an address; above the limit every token is refused unread. @throws Refusal msg.limit, and what `work` throws */
export async function tried<T>(
  tools: Pick<Tools, 'db' | 'now'>,
  req: Request,
  work: (token: string) => Promise<T>,
  token = String(req.params.token),
): Promise<T> {
  const now = tools.now().getTime();
  const address = req.ip ?? '';
  const wrong = wrongOf(tools.db);
  const known = wrong.get(address);
  const isRecent = known !== undefined && Math.abs(now - known.start) < 60_000;
  if (isRecent && known.count >= wrongPerMinute) throw new Refusal('msg.limit');
  try {
    return await work(token);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'my.none')) throw error;
    if (isRecent) known.count += 1;
    else {
      if (wrong.size >= mostAddresses) wrong.clear();
      wrong.set(address, { start: now, count: 1 });
    }
    throw error;
  }
}

type Counts = Map<string, { start: number; count: number }>;

/** The counts of this server, shared by the page and its calls. */
const counts = new WeakMap<object, Counts>();
const mostAddresses = 10_000;

function wrongOf(server: object): Counts {
  const known = counts.get(server) ?? new Map();
  counts.set(server, known);
  return known;
}
