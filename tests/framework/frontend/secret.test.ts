import { createDecipheriv, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptDate } from '#client/http/secret.ts';

/** Opens the header as the specification's decision lays it out: base64url(iv ‖ AES-256-GCM(SHA-256(public secret), iv, date)). */
function open(value: string, publicSecret: string): string {
  const bytes = Buffer.from(value, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', createHash('sha256').update(publicSecret).digest(), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

describe('C06 the secret header', () => {
  it.each([
    ['with WebCrypto', globalThis.crypto.subtle],
    ['on plain http, where the browser gives none', undefined],
  ])('C06 decrypts to the date, made %s', async (_, subtle) => {
    const value = await encryptDate('公開 secret', '2026-11-21', subtle);
    expect(value).toMatch(/^[\w-]+$/);
    expect(open(value, '公開 secret')).toBe('2026-11-21');
    expect(() => open(value, 'another')).toThrow();
  });
  it('C06 no two are equal', async () => {
    expect(await encryptDate('s', '2026-11-21')).not.toBe(await encryptDate('s', '2026-11-21'));
  });
});
