/**
 * Blind reading: what a campaign hides from its jurors. Decided for each field of an enrolment, so that every way to a juror asks the same function: the
 * entry, the list, and the files one by one. Pure.
 */
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Campaign, EnrolmentRead } from '#generated/objects.ts';
import { isObject } from '#rules/records/record.ts';

export type BlindPart = Campaign['blind'][number];

/** Fields that are hidden whole. */
const wholeFields: Partial<Record<BlindPart, readonly string[]>> = {
  ccifg: ['ccifg', 'ccifgName'],
  proposal: ['proposal'],
  stills: ['stills'],
  links: ['trailer', 'trailerPw', 'roughCut', 'roughCutPw'],
};

/** A link to the film works whole or not at all; it is hidden by hiding it. */
const filmLinks: readonly string[] = ['trailer', 'roughCut'];

/** Names that are hidden inside a person; where one of them is, names of files and of people in texts are hidden too. */
const namingParts: readonly BlindPart[] = ['director', 'producer', 'company'];

/** True where the campaign shows this field of an enrolment to jurors, in part or whole. */
export function isShownToJurors(field: string, blind: readonly BlindPart[]): boolean {
  return !blind.some((part) => wholeFields[part]?.includes(field));
}

/** True where a file's own name might say who made it. */
export function hidesFileNames(blind: readonly BlindPart[]): boolean {
  return blind.some((part) => namingParts.includes(part));
}

/** The values of an enrolment without what is hidden; hidden names are masked in its texts. */
export function blinded<T extends Partial<EnrolmentRead>>(values: T, blind: readonly BlindPart[]): T {
  if (!blind.length) return values;
  const names = hiddenNames(values, blind);
  const shown: Row = {};
  for (const [field, value] of Object.entries(values as Row)) {
    if (!isShownToJurors(field, blind)) continue;
    const rest = withoutHidden(field, value ?? null, blind);
    shown[field] = filmLinks.includes(field) ? rest : masked(rest, names);
  }
  return shown as T; // the same fields, fewer of them
}

function withoutHidden(field: string, value: JsonValue, blind: readonly BlindPart[]): JsonValue {
  const hides = (part: BlindPart): boolean => blind.includes(part);
  if ((field === 'director' || field === 'producer') && isObject(value)) {
    const { cname, ename, coDirectors, bio, company, ...others } = value;
    return {
      ...others,
      ...(!hides(field) && { cname: cname ?? '', ename: ename ?? '', ...(coDirectors !== undefined && { coDirectors }) }),
      ...(!hides('bio') && bio !== undefined && { bio }),
      ...(!hides('company') && company !== undefined && { company }),
    };
  }
  // What a file is called was chosen by whoever sent it.
  if (Array.isArray(value) && hidesFileNames(blind)) return value.map((entry) => (isObject(entry) && 'link' in entry ? nameless(entry) : entry));
  return value;
}

function nameless({ fileName: _, name: __, desc: ___, altName: ____, altDesc: _____, ...file }: Row): Row {
  return file;
}

/** The names that must not be read anywhere, the longest first. */
function hiddenNames({ director, producer }: Partial<EnrolmentRead>, blind: readonly BlindPart[]): string[] {
  const names = [
    ...(blind.includes('director') ? [director?.cname, director?.ename, ...(director?.coDirectors ?? [])] : []),
    ...(blind.includes('producer') ? [producer?.cname, producer?.ename] : []),
    ...(blind.includes('company') ? [producer?.company] : []),
  ];
  const whole = names.map((name) => (name ?? '').trim()).filter((name) => [...name].length >= 2);
  return [...new Set(whole)].sort((a, b) => b.length - a.length);
}

/** What stands for a hidden name. */
export const mask = '〔…〕';

/** The texts of a value with these names masked, in whichever case they are written. */
function masked(value: JsonValue, names: readonly string[]): JsonValue {
  if (!names.length) return value;
  if (typeof value === 'string') return value.startsWith('/get/files/') ? value : maskNames(value, names);
  if (Array.isArray(value)) return value.map((entry) => masked(entry, names));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, masked(entry ?? null, names)]));
  return value;
}

/** Masks whole words of Latin names ('Ann' stays in 'Annual'), Chinese has no spaces between words; and web addresses made of a name, whole. */
export function maskNames(text: string, names: readonly string[]): string {
  if (!names.length) return text;
  const pattern = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')).join('|');
  const withoutNames = text.replace(new RegExp(pattern, 'giu'), (found, at: number) => {
    const isInWord = isLatin(text[at - 1]) && isLatin(found[0]);
    return isInWord || (isLatin(text[at + found.length]) && isLatin(found.at(-1))) ? found : mask;
  });
  return withoutNames.replace(addresses, (address) => (address.includes(mask) || isNaming(address, names) ? mask : address));
}

function isLatin(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{Script=Latin}\d]/u.test(sign);
}

/** 'https://lintatung.tw/films', 'www.lin-ta-tung.com', 'ta-tung@lin.tw' */
const addresses = /(?:https?:\/\/|www\.|[\w.+-]+@)[^\s<>"'，。、；：！？（）「」『』〈〉《》]+/giu;
/** Shorter Latin names are found in too many words. */
const shortestInAddress = 4;

/** Every word of a name in an address, in whichever order and however they are joined: 'Lin Ta-tung' in 'tatung_lin'. */
function isNaming(address: string, names: readonly string[]): boolean {
  const within = squeezed(decoded(address));
  return names.some((name) => {
    const words = name.split(/\s+/).map(squeezed).filter(Boolean);
    const isLong = words.join('').length >= shortestInAddress || /\p{Script=Han}/u.test(name);
    return isLong && words.every((word) => within.includes(word));
  });
}

function squeezed(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // a '%' that stands for itself
  }
}
