/**
 * A phone field's stored form: two capital letters, comma, plus, digits ('TW,+886912345678', specification section 5), taken apart
 * for the screen and put together again. Dialling prefixes are ITU E.164 country codes. Pure.
 */

export interface Phone {
  country: string;
  /** what stands after the prefix, digits or not, '+49…' for another prefix than the country's; the text as it is if it is no phone */
  number: string;
}

/** Prefix of the country in digits, '886'; '' if unknown. */
export function prefixOf(country: string): string {
  return prefixes[country] ?? '';
}

export function splitPhone(stored: string, fallback = 'TW'): Phone {
  const match = /^([A-Z]{2}),\+(.*)$/s.exec(stored);
  if (!match) return { country: fallback, number: stored };
  const [, country = fallback, rest = ''] = match;
  const prefix = prefixOf(country);
  if (prefix && rest.startsWith(prefix)) return { country, number: rest.slice(prefix.length) };
  // Typed with a plus, for another country than the one chosen: it keeps its plus, or the next key would put the chosen prefix before it.
  return { country, number: prefix && rest !== '' ? `+${rest}` : rest };
}

/** A trunk zero ('0912…') is dropped where the country has one; spaces and hyphens are. '' stays the bare prefix, which is the default 'TW,+886'. */
export function joinPhone({ country, number }: Phone): string {
  const digits = number.normalize('NFKC').replace(/[\s().-]/g, '');
  const prefix = prefixOf(country);
  if (/^\+\d+$/.test(digits)) return `${country},${digits}`;
  if (!/^\d*$/.test(digits)) return `${country},+${prefix}${digits}`;
  const national = keepsZero.has(country) ? digits : digits.replace(/^0/, '');
  return `${country},+${prefix}${national}`;
}

/** Countries whose numbers keep a leading zero after the prefix, or have none to drop. */
const keepsZero: ReadonlySet<string> = new Set(['IT', 'SM', 'VA', 'HK', 'MO', 'SG', 'ES', 'PT', 'DK', 'NO', 'PL', 'CZ', 'GR', 'US', 'CA']);

const table =
  'TW886 CN86 HK852 MO853 JP81 KR82 SG65 MY60 TH66 VN84 PH63 ID62 IN91 AU61 NZ64 US1 CA1 MX52 BR55 AR54 CL56 CO57 PE51 GB44 IE353 FR33 DE49 NL31 BE32 LU352 CH41 AT43 ' +
  'IT39 ES34 PT351 DK45 NO47 SE46 FI358 IS354 PL48 CZ420 SK421 HU36 RO40 BG359 GR30 TR90 RU7 UA380 EE372 LV371 LT370 SI386 HR385 RS381 BA387 MK389 AL355 GE995 AM374 IL972 ' +
  'AE971 SA966 QA974 KW965 IR98 IQ964 JO962 LB961 EG20 MA212 TN216 DZ213 ZA27 NG234 KE254 GH233 ET251 SN221 PK92 BD880 LK94 NP977 BT975 MM95 KH855 LA856 MN976 KZ7 UZ998 ' +
  'KG996 CU53 VE58 EC593 BO591 UY598 PY595 CR506 PA507 GT502 DO1 JM1 PG675 FJ679 SM378 VA39 MC377 MT356 CY357 BN673 MV960';

const prefixes: Record<string, string> = Object.fromEntries(table.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)]));

/** Taiwan first, then by code. */
export const phoneCountries: readonly string[] = Object.keys(prefixes);
