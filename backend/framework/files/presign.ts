/** An address of an S3 store that anybody may get one file by for a while: the signature of AWS (version 4) in the address itself. Pure. */
import { createHash, createHmac } from 'node:crypto';
import { dateAt, iso, stampOf } from '#framework/time.ts';

export interface SignedGet {
  /** the file's address without a signature */
  url: URL;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  /** s */
  seconds: number;
  /** ms since 1970 */
  at: number;
  /** what the store is to answer with: 'response-content-type' … */
  answer?: Record<string, string>;
}

export function presignedGet({ url, region, credentials, seconds, at, answer = {} }: SignedGet): string {
  const stamp = iso(stampOf(dateAt(at))).replace(/[-:]/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = {
    ...answer,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
  };
  const written = Object.entries(query)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .sort()
    .join('&');
  const asked = ['GET', url.pathname, written, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(asked).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${credentials.secretAccessKey}`);
  return `${url.origin}${url.pathname}?${written}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** As the signature wants it: more than `encodeURIComponent` leaves alone. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
