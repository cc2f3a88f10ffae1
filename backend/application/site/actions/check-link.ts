import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import type { LinkCheck } from '#application/site/wire.ts';
import { playerOf } from '#application/viewing/rules/player.ts';
import { isPublicAddress } from '#rules/addresses.ts';

/** How the check reaches out; a test that has a server of its own names it here. */
export interface Reach {
  lookup(host: string): Promise<{ address: string; family: number }[]>;
  /** asked of each address when it is connected to, so that a name cannot lead elsewhere than it did when it was looked at */
  mayReach(address: string, port: number): boolean;
  /** for everything together, ms */
  patience: number;
  /** where a film of YouTube or Vimeo is asked for (oEmbed); undefined = nowhere */
  oembed?: Record<string, string>;
}

const ports = new Set([80, 443, 8080, 8443]);
const openReach: Reach = {
  lookup: (host) => systemLookup(host, { all: true, verbatim: true }),
  mayReach: (address, port) => isPublicAddress(address) && ports.has(port),
  patience: 5_000,
};
/** Each answers 200 for a film that anybody may see, without a key. */
const oembedOf: Record<string, string> = { YouTube: 'https://www.youtube.com/oembed', Vimeo: 'https://vimeo.com/api/oembed.json' };
/** The form's answer does not wait longer for a film's host, ms. */
const oembedPatience = 2_500;

/** How a server with this setting reaches out; `oembed` is '' for the hosts' own, 'off', or one address that stands for both. */
export function reachOf(oembed: string): Reach {
  if (oembed === 'off') return openReach;
  return { ...openReach, oembed: oembed ? { YouTube: oembed, Vimeo: oembed } : oembedOf };
}
/** Where every link that people mean is one of a film. */
const filmHosts = new Set(['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'vimeo.com', 'player.vimeo.com']);
const mostRedirects = 3;
const longest = 500;

/** V20: whether an address opens, requested as any visitor would; a film on YouTube or Vimeo is looked up by oEmbed, since their pages open without it too. Nothing of the answer is stored. */
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

/** What the film's own host says of it. Its address is the setting's, never the link's, so it may lie anywhere. */
async function askFilm(link: string, oembed: string | undefined): Promise<LinkCheck> {
  if (!oembed) return { ok: true, formOnly: true };
  const address = new URL(oembed);
  address.search = new URLSearchParams({ url: link, format: 'json' }).toString();
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(oembedPatience), headers: { 'User-Agent': 'Reelbase link check' } });
    await answer.body?.cancel();
    if (answer.ok) return { ok: true };
    if (answer.status === 401 || answer.status === 403) return { ok: false, reason: 'login' };
    if (answer.status === 400 || answer.status === 404) return { ok: false, reason: 'notfound' };
  } catch {
    // no network, or too slow: that says nothing of the film
  }
  return { ok: true, formOnly: true };
}

/** The address leads where the server must not go. */
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
  // 429 and 999 send checkers away, not people.
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

/** Many servers answer HEAD wrongly: what it says against the link is asked again with GET, of which the first byte is enough. */
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
  // An address instead of a name is never looked up.
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
          // One address inside is enough to refuse the name.
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
      answer.destroy(); // what it says is nobody's concern
    });
    request.on('error', reject);
    request.end();
  });
}
