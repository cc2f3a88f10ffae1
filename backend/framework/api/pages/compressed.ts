/** What is written for each request, as a browser wants it: brotli, gzip or plain. A page holds the server's clock, so it has no tag: it is another one each time. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);
/** Of a page that is compressed while somebody waits: smaller than gzip, in about the same time. */
const hasty = 5;

/** What a browser says of those that it reads; of brotli over https, and from its own machine, only. The best first. */
export const codings = { br: /\bbr\b/, gzip: /\bgzip\b/ } as const;

/** The best coding that the request accepts of those that are there. */
export function codingFor(req: Request, has: (coding: keyof typeof codings) => boolean = () => true): keyof typeof codings | undefined {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).find((one) => has(one) && codings[one].test(accepted));
}

/** As the coding has it. @param quality of brotli: what is packed once and stored may take longer than what somebody waits for */
export async function packed(plain: Buffer, coding: keyof typeof codings, quality = hasty): Promise<Buffer> {
  return coding === 'br' ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) : zip(plain);
}

/** Ends the answer with the content; status and type are set before. */
export async function sendCompressed(req: Request, res: Response, content: string | Buffer): Promise<void> {
  res.vary('Accept-Encoding');
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  const coding = codingFor(req);
  const body = coding ? await packed(plain, coding) : plain;
  if (coding) res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}
