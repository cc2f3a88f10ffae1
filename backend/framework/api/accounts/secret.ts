/** The cryptography of the `secret` header (C06): base64url(iv ‖ AES-256-GCM(SHA-256(public secret), iv, date) ‖ tag). */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isFreshSecret, secretDate, secretLayout } from '#rules/accounts/secret.ts';

const { iv: ivLength, text: textLength, tag: tagLength } = secretLayout;

/** A header as the client makes one. */
export function makeSecret(publicSecret: string, now: Date): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(publicSecret), iv);
  return Buffer.concat([iv, cipher.update(secretDate(now)), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Whether the header was made under the public secret yesterday, today or tomorrow. */
export function isValidSecret(header: string, publicSecret: string, now: Date): boolean {
  const bytes = Buffer.from(header, 'base64url');
  if (bytes.length !== ivLength + textLength + tagLength) return false;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(publicSecret), bytes.subarray(0, ivLength));
  decipher.setAuthTag(bytes.subarray(ivLength + textLength));
  try {
    const date = Buffer.concat([decipher.update(bytes.subarray(ivLength, ivLength + textLength)), decipher.final()]).toString('utf8');
    return isFreshSecret(date, now);
  } catch {
    return false; // the tag does not fit: another secret, or tampered with
  }
}

function keyOf(publicSecret: string): Buffer {
  return createHash('sha256').update(publicSecret).digest();
}
