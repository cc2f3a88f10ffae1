/** The pairing's calls under /api/pairing (S06): the board, its changes, computing timetables and applying one. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { onStaffHost, staffOnly } from '#framework/api/accounts/staff.ts';
import { answerOf, done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { applyRun } from './actions/apply-run.ts';
import { longestWait, waitForChanges } from './actions/changes.ts';
import { clearPairings } from './actions/clear-pairings.ts';
import { askOneMore, explainWish } from './actions/explain.ts';
import { movePairings } from './actions/move-pairings.ts';
import { moveRequestOf } from './actions/move-request.ts';
import { readBoard, readMay } from './actions/read-board.ts';
import { lossOf, readRunMoves, startRepair } from './actions/repair.ts';
import { runRequestOf, startRun } from './actions/run-pairing.ts';
import { walkBoard } from './actions/undo.ts';
import { clearRequestOf } from './rules/clear.ts';

const compress = promisify(gzip);

/** Mounted at /api/pairing. */
export function pairingRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/pairing'>();
  router.use(onStaffHost, staffOnly);
  // The routes are only for signed-in staff, so there is an actor.
  router.get('/:campaign', async (req, res) => doneSmall(req, res, await readBoard(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/may', async (req, res) => {
    const asked = { ...textIn(req, 'pairing'), ...textIn(req, 'dm'), ...textIn(req, 'pitch') };
    if (asked.pairing === undefined && (asked.dm === undefined || asked.pitch === undefined))
      throw new Refusal('msg.badrequest', { values: { field: 'pairing' } });
    done(res, await readMay(tools, req.actor!, campaignOf(req), asked));
  });
  router.get('/:campaign/changes', async (req, res) => {
    const { since, wait = longestWait / 1000 } = { ...wholeIn(req, 'since'), ...wholeIn(req, 'wait') };
    if (since === undefined) throw new Refusal('msg.badrequest', { values: { field: 'since' } });
    done(res, await waitForChanges(tools, req.actor!, campaignOf(req), since, wait * 1000, goneSignal(req)));
  });
  router.get('/:campaign/why', async (req, res) => {
    const { dm, pitch } = { ...textIn(req, 'dm'), ...textIn(req, 'pitch') };
    if (dm === undefined || pitch === undefined) throw new Refusal('msg.badrequest', { values: { field: dm === undefined ? 'dm' : 'pitch' } });
    done(res, await explainWish(tools, req.actor!, campaignOf(req), dm, pitch, languageOf(req.headers.cookie)));
  });
  router.get('/:campaign/one-more', async (req, res) => done(res, await askOneMore(tools, req.actor!, campaignOf(req))));
  router.get('/:campaign/runs/:run/moves', async (req, res) => done(res, await readRunMoves(tools, req.actor!, campaignOf(req), String(req.params.run))));
  router.post('/:campaign/moves', async (req, res) => {
    const { moves, version } = moveRequestOf(req.body);
    done(res, await movePairings(tools, req.actor!, campaignOf(req), moves, version));
  });
  for (const way of ['undo', 'redo'] as const)
    router.post(`/:campaign/${way}`, async (req, res) => done(res, await walkBoard(tools, req.actor!, campaignOf(req), way, versionIn(req))));
  router.post('/:campaign/clear', async (req, res) => done(res, await clearPairings(tools, req.actor!, campaignOf(req), clearRequestOf(req.body))));
  router.post('/:campaign/repair', async (req, res) => done(res, { job: await startRepair(tools, req.actor!, campaignOf(req), lossOf(req.body)) }));
  router.post('/:campaign/run', async (req, res) => done(res, { job: await startRun(tools, req.actor!, campaignOf(req), runRequestOf(req.body)) }));
  router.post('/:campaign/take', async (req, res) => {
    const run: unknown = req.body?.run;
    if (typeof run !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'run' } });
    done(res, await applyRun(tools, req.actor!, campaignOf(req), run));
  });
  return router;
}

/** A large forum's board is 400 kB of text that compresses to an eighth; the fastest level takes some milliseconds outside the server's thread. */
async function doneSmall(req: Request, res: Response, data: unknown): Promise<void> {
  res.vary('Accept-Encoding');
  if (!/\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))) return done(res, data);
  const zipped = await compress(JSON.stringify(answerOf(data)), { level: 1 });
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Encoding', 'gzip');
  res.end(zipped);
}

function campaignOf(req: Request): string {
  return String(req.params.campaign);
}

/** A parameter of the address, where it is given. */
function textIn<K extends string>(req: Request, name: K): { [P in K]?: string } {
  const value = req.query[name];
  if (value !== undefined && typeof value !== 'string') throw new Refusal('msg.badrequest', { values: { field: name } });
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }; // its one key
}

function wholeIn<K extends string>(req: Request, name: K): { [P in K]?: number } {
  const text = textIn(req, name)[name];
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new Refusal('msg.badrequest', { values: { field: name } });
  return (text === undefined ? {} : { [name]: Number(text) }) as { [P in K]?: number }; // its one key
}

/** The version in an undo or redo request, if there is one. */
function versionIn(req: Request): number | undefined {
  const { version, ...rest } = req.body ?? {};
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Refusal('msg.invalid', { fields: [{ path: unknown, code: 'field.unknown' }] });
  if (version !== undefined && !Number.isSafeInteger(version)) throw new Refusal('msg.invalid', { fields: [{ path: 'version', code: 'field.integer' }] });
  return version;
}

/** Aborted when the client no longer waits for the answer, or when the server stops. */
function goneSignal(req: Request): AbortSignal {
  const gone = new AbortController();
  const server: unknown = 'server' in req.socket ? req.socket.server : undefined;
  const isOpen = () => !(server && typeof server === 'object' && 'listening' in server && server.listening === false);
  const look = setInterval(() => isOpen() || gone.abort(), 500);
  req.res?.once('close', () => gone.abort());
  gone.signal.addEventListener('abort', () => clearInterval(look));
  return gone.signal;
}
