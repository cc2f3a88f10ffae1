/**
 * The `secret` header of the POST calls (specification section 7; C06): base64url(iv ‖ AES-256-GCM(SHA-256(public secret), iv, date)).
 * Browsers give WebCrypto to https and localhost only. A back office reached over plain http in a house network still has
 * to sign in, so there the same bytes are made by a small audited library, loaded only then. The header proves freshness,
 * not identity, so nothing depends on the strength of that path.
 */
import { dateAt } from '#framework/time.ts';
import { secretDate, secretLayout } from '#rules/accounts/secret.ts';
import { Fetched } from '#ui/fetched.ts';
import { config } from './config.ts';

/** The header for now, or none while the configuration cannot be had: the server then answers 499. */
export async function secretHeader(now = dateAt(Date.now())): Promise<Record<string, string>> {
  const date = secretDate(now);
  if (made?.date !== date) {
    const publicSecret = await config().then(
      (settings) => settings.publicSecret,
      () => undefined,
    );
    if (publicSecret === undefined) return {};
    made = { date, value: await encryptDate(publicSecret, date) };
  }
  return { secret: made.value };
}

/** The header's value for a date 'YYYY-MM-DD'. `subtle` is absent outside secure contexts. */
export async function encryptDate(publicSecret: string, date: string, subtle: SubtleCrypto | undefined = globalThis.crypto.subtle): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(secretLayout.iv));
  const text = new TextEncoder().encode(date);
  const seed = new TextEncoder().encode(publicSecret);
  const sealed = subtle ? await sealBySubtle(subtle, seed, iv, text) : await sealByLibrary(seed, iv, text);
  return base64url(new Uint8Array([...iv, ...sealed]));
}

const library = new Fetched(() => Promise.all([import('@noble/ciphers/aes.js'), import('@noble/hashes/sha2.js')]));

/** Where the browser cannot seal by itself, what can is fetched while the line is there. */
export function prepareSecret(): void {
  if (!globalThis.crypto?.subtle) void library.fetch();
}

let made: { date: string; value: string } | undefined;

async function sealBySubtle(subtle: SubtleCrypto, seed: Uint8Array<ArrayBuffer>, iv: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>) {
  const key = await subtle.importKey('raw', await subtle.digest('SHA-256', seed), 'AES-GCM', false, ['encrypt']);
  return new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, key, text));
}

async function sealByLibrary(seed: Uint8Array, iv: Uint8Array, text: Uint8Array) {
  const [{ gcm }, { sha256 }] = await library.whenThere();
  return gcm(sha256(seed), iv).encrypt(text);
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
