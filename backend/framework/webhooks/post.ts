/** One message to one receiver: signed, without redirects, to an address that may be reached (decision 076). */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '#rules/addresses.ts';
import { signedText } from '#rules/webhook.ts';

export interface Message {
  id: string;
  body: string;
}

export interface Answer {
  /** 0 where none came */
  status: number;
  ms: number;
  /** a text of at most a thousand characters: the beginning of the answer, or why there was none */
  said: string;
}

/** ms until an answer has to be whole */
const patience = 10_000;
const mostSaid = 1_000;

/** Is it an address that a webhook may have? `isPrivate`: those of the house's own network too. */
export function mayBeCalled(url: string, isPrivate: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hostname } = new URL(url);
  if (username || password || !hostname) return false;
  const host = bare(hostname);
  return isPrivate ? protocol === 'https:' || protocol === 'http:' : protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
}

/**
 * Sends it once. The name is looked up at the moment of the connection and each of its addresses is asked, so that a name cannot lead elsewhere after a check.
 * Never throws: what went wrong is the answer.
 * @param secret 'whsec_' and the key in base64 @param now ms
 */
export async function post(url: string, { id, body }: Message, secret: string, now: number, isPrivate: boolean): Promise<Answer> {
  const begun = performance.now();
  const over = (status: number, said: string): Answer => ({ status, said: said.slice(0, mostSaid), ms: Math.round(performance.now() - begun) });
  if (!mayBeCalled(url, isPrivate)) return over(0, 'the address may not be reached');
  const seconds = Math.floor(now / 1000);
  const signature = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signedText(id, seconds, body))
    .digest('base64');
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(patience),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Reelbase webhook',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
    },
    lookup(name, { all }, found) {
      lookup(name, { all: true, verbatim: true }).then(
        (addresses) => {
          const [one] = addresses;
          if (!one || !(isPrivate || addresses.every(({ address }) => isPublicAddress(address)))) found(new Error('the address may not be reached'), '', 4);
          else if (all) found(null, addresses);
          else found(null, one.address, one.family);
        },
        (error) => found(error, '', 4),
      );
    },
  };
  return new Promise((resolve) => {
    const failed = (error: unknown) => resolve(over(0, error instanceof Error ? error.message : String(error)));
    try {
      const target = new URL(url);
      const request = (target.protocol === 'https:' ? secure : plain)(target, options, (answer) => {
        let said = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          said += part;
          // The rest is nobody's concern.
          if (said.length > mostSaid) answer.destroy();
        });
        answer.on('error', () => undefined); // what it said until then counts
        answer.on('close', () => resolve(over(answer.statusCode ?? 0, said)));
      });
      request.on('error', failed);
      request.end(body);
    } catch (error) {
      failed(error);
    }
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
