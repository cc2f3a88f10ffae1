/** What the server has to read again and nobody else may: sealed with its secret, which lies in no table (AES-256-GCM). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#backend/config.ts';

const ivLength = 12;
const tagLength = 16;

/** `about` is bound to it: a seal that is moved to another row does not open. */
export function seal(config: Pick<Config, 'serverSecret'>, about: string, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv).setAAD(Buffer.from(about));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** undefined where this server's secret did not seal it, or for something else. */
export function unseal(config: Pick<Config, 'serverSecret'>, about: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivLength + tagLength) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), bytes.subarray(0, ivLength)).setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8');
  } catch {
    return undefined; // the tag does not fit
  }
}

/** A key of its own, so that nothing else which the server's secret signs says anything about it. */
function keyOf({ serverSecret }: Pick<Config, 'serverSecret'>): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', 'reelbase seal', 32));
}
