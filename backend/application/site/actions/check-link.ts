import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import type { LinkCheck } from '#application/site/wire.ts';
import { playerOf } from '#application/viewing/rules/player.ts';
import { isPublicAddress } from '#rules/addresses.ts';

/** How the check makes requests; tests replace it. */
export interface Reach {
  lookup(host: string): Promise<{ address: string; family: number }[]>;
  /** called for each address at the time of the connection, so that a name cannot resolve to another address after the check */
  mayReach(address: string, port: number): boolean;
  /** time limit for all requests together, ms */
  patience: number;
  /** address of the oEmbed service for a film of YouTube or Vimeo; undefined for none */
  oembed?: Record<string, string>;
}

const ports = new Set([80, 443, 8080, 8443]);
const openReach: Reach = {
  lookup: (host) => systemLookup(host, { all: true, verbatim: true }),
  mayReach: (address, port) => isPublicAddress(address) && ports.has(port),
  patience: 5_000,
};
/** Each answers 200 for a film that anybody may see, and needs no key. */
const oembedOf: Record<string, string> = { YouTube: 'https://www.youtube.com/oembed', Vimeo: 'https://vimeo.com/api/oembed.json' };
/** Longest time to wait for a film's host, ms. */
const oembedPatience = 2_500;

/** The network access for this setting. `oembed` is '' for the hosts' own services, 'off', or one address that replaces both. */
export function reachOf(oembed: string): Reach {
  if (oembed === 'off') return openReach;
  return { ...openReach, oembed: oembed ? { YouTube: oembed, Vimeo: oembed } : oembedOf };
}
/** Paths where a link is always one of a film. */
const filmHosts = new Set(['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'vimeo.com', 'player.vimeo.com']);
const mostRedirects = 3;
const longest = 500;

/**
 * V20: whether an address opens, requested like any visitor. A film on YouTube or Vimeo is looked up by oEmbed, because their pages open even without
 * it; of the answer its length alone is handed on, and nothing is stored.
 */
export async function checkLink(link: string, reach: Reach = openReach): Promise<LinkCheck> {
  const start = link.trim();
  if (start.length > longest || !isWebAddress(start)) return { ok: false, reason: 'malformed' };
  const player = playerOf(start);
  if (player?.kind === 'frame') return askFilm(start, reach.oembed?.[player.host]);
  if (player && filmHosts.has(player.host)) return { ok: false, reason: 'video' };
  const signal = AbortSignal.timeout(reach.patience);
  try {
    return await follow(new URL(start), reach, signal);
  } catch (error) {
    return { ok: false, reason: error instanceof Closed ? 'private' : 'unreachable' };
  }
}

/** The answer of the film's own host. Its address comes from the setting, never from the link, so it may be in a private network. */
async function askFilm(link: string, oembed: string | undefined): Promise<LinkCheck> {
  if (!oembed) return { ok: true, formOnly: true };
  const address = new URL(oembed);
  address.search = new URLSearchParams({ url: link, format: 'json' }).toString();
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(oembedPatience), headers: { 'User-Agent': 'Reelbase link check' } });
    if (answer.ok) {
      const seconds = await secondsIn(answer);
      return seconds === undefined ? { ok: true } : { ok: true, seconds };
    }
    await answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403) return { ok: false, reason: 'login' };
    if (answer.status === 400 || answer.status === 404) return { ok: false, reason: 'notfound' };
  } catch {
    // no network, or too slow: no conclusion about the film
  }
  return { ok: true, formOnly: true };
}

/** What a film's host says of it: whether it is there for everybody, and how long it is (Vimeo does, YouTube does not). Undefined for an address of no such host. */
export async function askHost(link: string, { oembed }: Pick<Reach, 'oembed'>): Promise<LinkCheck | undefined> {
  const player = playerOf(link.trim());
  return player?.kind === 'frame' ? askFilm(link.trim(), oembed?.[player.host]) : undefined;
}

/** Bytes of an answer that are read: the usual one has 2 kB. */
const longestAnswer = 65_536;

async function secondsIn(answer: Response): Promise<number | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > longestAnswer) return undefined;
  }
  try {
    const { duration } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { duration?: unknown };
    return typeof duration === 'number' && duration > 0 && Number.isFinite(duration) ? duration : undefined;
  } catch {
    return undefined;
  }
}

/** The address is one to which the server must not connect. */
class Closed extends Error {}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && (hostname.includes('.') || hostname.startsWith('['));
}

async function follow(first: URL, reach: Reach, signal: AbortSignal): Promise<LinkCheck> {
  let url = first;
  for (let turn = 0; turn <= mostRedirects; turn += 1) {
    const { status, location } = await answerOf(url, reach, signal);
    if (status < 300 || status >= 400 || location === undefined) return judged(status);
    if (!URL.canParse(location, url.href)) return { ok: false, reason: 'unreachable' };
    url = new URL(location, url);
    if (!isWebAddress(url.href)) return { ok: false, reason: 'private' };
    if (isSignIn(url)) return { ok: false, reason: 'login' };
  }
  return { ok: false, reason: 'unreachable' };
}

function judged(status: number): LinkCheck {
  // 429 and 999 refuse automatic checks, not people.
  if (status < 400 || status === 429 || status === 999) return { ok: true };
  if (status === 401 || status === 403 || status === 407) return { ok: false, reason: 'login' };
  if (status === 404 || status === 410 || status === 451) return { ok: false, reason: 'notfound' };
  return { ok: false, reason: 'failing' };
}

function isSignIn({ hostname, pathname }: URL): boolean {
  return /^(accounts|login|signin|auth|sso)\./.test(hostname) || /\/(log-?in|sign-?in|servicelogin)(\/|$)/i.test(pathname);
}

interface Head {
  status: number;
  location: string | undefined;
}

/** Many servers answer HEAD wrongly: before a link is rejected, the first byte is requested with GET. */
async function answerOf(url: URL, reach: Reach, signal: AbortSignal): Promise<Head> {
  const head = await ask('HEAD', url, reach, signal).catch((error) => {
    if (error instanceof Closed || signal.aborted) throw error;
    return undefined;
  });
  return head && head.status < 400 ? head : ask('GET', url, reach, signal);
}

function ask(method: 'HEAD' | 'GET', url: URL, { lookup, mayReach }: Reach, signal: AbortSignal): Promise<Head> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address instead of a name is not looked up.
  if (isIP(host) && !mayReach(host, port)) return Promise.reject(new Closed());
  const options: RequestOptions = {
    method,
    signal,
    agent: false,
    headers: { 'User-Agent': 'Reelbase link check', Accept: '*/*', ...(method === 'GET' && { Range: 'bytes=0-0' }) },
    lookup(name, { all }, found) {
      lookup(name).then(
        (addresses) => {
          const [one] = addresses;
          // A single private address is enough to refuse the name.
          if (!one || !addresses.every(({ address }) => mayReach(address, port))) found(new Closed(), '', 4);
          else if (all) found(null, addresses);
          else found(null, one.address, one.family);
        },
        (error) => found(error, '', 4),
      );
    },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secure : plain)(url, options, (answer: IncomingMessage) => {
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
      answer.destroy(); // the content is not needed
    });
    request.on('error', reject);
    request.end();
  });
}
