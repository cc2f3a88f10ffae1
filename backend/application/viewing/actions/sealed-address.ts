/**
 * Addresses of a protected page's files: each is sealed for one file, one viewer and an instant, so that one that is passed on opens nothing. A page that is
 * open has its viewer's time extended by a cookie, so that a film's address stays the same for as long as it plays.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Tools } from '#framework/tools.ts';
import { typeByName } from '#rules/records/upload.ts';

/** For whom an address is: the page's id, and the number in the visitor's cookie or, in a preview, the account. */
export interface AddressHolder {
  page: string;
  viewer: string;
}

/** 'foreign': sealed for somebody else or for another file, or not at all. */
export type AddressState = 'open' | 'expired' | 'foreign';

/** Pictures and papers are looked at as the reader comes to them, without a script too: longer, and rounded, so that a browser's copies stay of use. */
const stillLife = 12 * 3_600_000;

/** '?until=…&seal=…' of a file. */
export function sealAddress(config: Tools['config'], holder: AddressHolder, name: string, now: number): string {
  const until = isPlayed(name) ? now + config.viewingSeconds * 1000 : (Math.floor(now / stillLife) + 2) * stillLife;
  const text = until.toString(36);
  return `?until=${text}&seal=${sealOf(config, 'file', holder, `${name} ${text}`)}`;
}

/** Whether an address opens its file now. @param extension the cookie of `sealExtension` */
export function addressState(
  config: Tools['config'],
  holder: AddressHolder,
  name: string,
  asked: { until: unknown; seal: unknown },
  extension: string | undefined,
  now: number,
): AddressState {
  const { until, seal } = asked;
  if (typeof until !== 'string' || typeof seal !== 'string' || !/^[0-9a-z]{1,10}$/.test(until)) return 'foreign';
  if (!isSame(seal, sealOf(config, 'file', holder, `${name} ${until}`))) return 'foreign';
  return Math.max(Number.parseInt(until, 36), extendedTo(config, holder, extension)) > now ? 'open' : 'expired';
}

/** The cookie's value: for so long every address of the page that was sealed for its viewer is open. */
export function sealExtension(config: Tools['config'], holder: AddressHolder, now: number): string {
  const text = (now + config.viewingSeconds * 1000).toString(36);
  return `${text}.${sealOf(config, 'extension', holder, text)}`;
}

/** ms since 1970; 0 without one of this server's for this viewer */
function extendedTo(config: Tools['config'], holder: AddressHolder, extension: string | undefined): number {
  const [text = '', seal = ''] = extension?.split('.') ?? [];
  return text !== '' && isSame(seal, sealOf(config, 'extension', holder, text)) ? Number.parseInt(text, 36) : 0;
}

/** Films, their streams and subtitles, rather than pictures and papers. */
function isPlayed(name: string): boolean {
  return name.endsWith('.m3u8') || /^(video|text)\//.test(typeByName(name) ?? '');
}

function sealOf(config: Tools['config'], what: 'file' | 'extension', { page, viewer }: AddressHolder, text: string): string {
  return createHmac('sha256', config.serverSecret).update(`viewing ${what} ${page} ${viewer} ${text}`).digest('base64url').slice(0, 22);
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
