/**
 * The type of one written page: which characters it sets in which face, as @font-face rules that go into the page itself, and the files to be fetched at once.
 * Running text and what is bold have the page's exact characters, titles a face of their own; Latin letters and digits come from a paired face at the size
 * that fits beside Chinese ones, so that none of 第 15 屆 falls out of line. Pure but for the addresses, which are announced.
 */
import type { TypeStyle } from '#rules/look/type-style.ts';
import type { FaceName } from './faces.ts';
import { rangeOf, slices } from './slices.ts';
import type { Subsets } from './subsets.ts';

/** Latin beside Chinese characters of the same size looks small: capitals are two thirds of an em high, a character nearly nine tenths. */
const matched: Record<TypeStyle, string> = { strong: '108%', clear: '106%', serif: '110%' };
/** Letters, digits and signs of western languages, in every page's Latin file alike, so that one file serves all pages. */
const latinText = Array.from({ length: 0x17f - 0x1f }, (_, index) => String.fromCodePoint(index + 0x20)).join('');
const titleLatin = Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(index + 0x20)).join('');
/** In Chinese text dashes, dots and quotation marks are full-width; in other text they belong to the Latin face. */
const punctuation = '–—‘’“”…•‹›−€™';
const narrow = /[\0-\u024f]+/g;
const narrowOrMark = new RegExp(`[\\0-\u024f${punctuation}]+`, 'g');
const latinRange = 'U+0000-024F,U+0259,U+1E00-1EFF,U+20A0-20AB,U+2122,U+2212';
const withPunctuation = `${latinRange},U+2010-2027,U+2030-205E`;

/** Set heavy by the style files, so that a bold face is fetched for exactly these. */
const titleTags = new Set(['h1', 'h2']);
const boldTags = new Set(['h3', 'h4', 'strong', 'b', 'summary', 'label', 'button', 'th', 'dt', 'legend']);
const boldClass = /\b(?:ui-button|state|heavy)\b/;
const titleClass = /\bdisplay\b/;
const empty = new Set(['img', 'br', 'wbr', 'hr', 'input', 'meta', 'link', 'source', 'track']);

export interface SetTexts {
  all: string;
  bold: string;
  title: string;
}

/**
 * What a page says, by the weight in which it is set. Not what is quoted as code, such as a visitor's own address, and not what was typed for one reader
 * (`data-typed`): a font of its own would be cut and stored for each, where the slices have its characters.
 * @param html well-formed, as the server writes and sanitises it
 */
export function textsOf(html: string): SetTexts {
  const texts: SetTexts = { all: '', bold: '', title: '' };
  const open: { name: string; bold: boolean; title: boolean; typed: boolean }[] = [];
  const shown = html.replace(/<(script|style|code)\b[\s\S]*?<\/\1>/gi, '');
  for (const [, closing, name = '', attributes = '', text = ''] of shown.matchAll(/<(\/?)([a-z][a-z0-9-]*)([^>]*)>|([^<]+)/gi)) {
    if (text) {
      if (open.some(({ typed }) => typed)) continue;
      texts.all += text;
      if (open.some(({ title }) => title)) texts.title += text;
      else if (open.some(({ bold }) => bold)) texts.bold += text;
    } else if (closing) {
      const at = open.findLastIndex((one) => one.name === name);
      if (at >= 0) open.length = at;
    } else if (!empty.has(name)) {
      // What a script will show: labels that wait in attributes.
      for (const [, waiting = ''] of attributes.matchAll(/\bdata-[a-z-]+="([^"]*)"/g)) texts.all += waiting;
      const classes = /\bclass="([^"]*)"/.exec(attributes)?.[1] ?? '';
      const typed = /\bdata-typed\b/.test(attributes);
      open.push({ name, bold: boldTags.has(name) || boldClass.test(classes), title: titleTags.has(name) || titleClass.test(classes), typed });
    }
  }
  return texts;
}

export interface PageType {
  /** rules for titles, and for what stands in until a file is there */
  css: string;
  /** rules for running text */
  textCss: string;
  /** rules for what a script will say. They stand above those for running text: of two faces that have a character the one below is asked */
  laterCss: string;
  /** files that the first screen needs */
  preload: string[];
}

/**
 * @param isChinese whether dashes and dots are full-width in this page
 * @param later what a script will say: files of their own, which a browser fetches once it is said, and which all pages with the same script share
 */
export function pageType(subsets: Subsets, texts: SetTexts, style: TypeStyle, isChinese: boolean, later = ''): PageType {
  const range = isChinese ? latinRange : withPunctuation;
  const [latin, titleSet] = isChinese ? [latinText, titleLatin] : [latinText + punctuation, titleLatin + punctuation];
  const wide = (text: string) => text.replace(isChinese ? narrow : narrowOrMark, '');
  const address = (face: FaceName, text: string) => subsets.addressOf(face, text);
  const title = address(`${style}-tc`, wide(texts.title));
  const text = address('text-tc', wide(texts.all));
  const files = {
    latin: address('text-latin', latin),
    titleLatin: address(`${style}-latin`, titleSet),
    title,
    text,
    bold: address('text-tc-bold', wide(texts.bold)),
  };
  const laterRange = `unicode-range:${rangeOf(wide(later))}`;
  const css = [
    // Until the Latin file is there: a face of most devices, as wide as ours, so that no line breaks elsewhere afterwards.
    `@font-face{font-family:"Reel Near";src:local("Arial"),local("Liberation Sans");size-adjust:97%;unicode-range:${range}}`,
    face('Reel Title Latin', files.titleLatin, '100 900', `unicode-range:${range};size-adjust:${matched[style]}`),
    face('Reel Title', files.title, '100 900'),
  ].join('');
  const textCss = [
    face('Reel Latin', files.latin, '400 700', `unicode-range:${range}`),
    face('Reel TC', files.text, '400'),
    face('Reel TC', files.bold, '700'),
    face('Reel Any', files.text, '400'),
  ].join('');
  const laterCss = [
    face('Reel TC', address('text-tc', wide(later)), '400', laterRange),
    face('Reel TC', address('text-tc-bold', wide(later)), '700', laterRange),
  ].join('');
  return { css, textCss, laterCss, preload: [files.title, files.titleLatin].filter(Boolean) };
}

function face(family: string, address: string, weight: string, more = ''): string {
  if (!address) return '';
  return `@font-face{font-family:"${family}";src:url("${address}") format("woff2");font-weight:${weight};font-display:swap${more && `;${more}`}}`;
}

/** The style sheet of the slices, for what is typed or fetched after the page was written. */
export function sliceRules(subsets: Subsets): string {
  const weights: [FaceName, string][] = [
    ['text-tc', '400'],
    ['text-tc-bold', '700'],
  ];
  return weights
    .flatMap(([name, weight]) => slices.map((slice) => face('Reel Slices', subsets.sliceAddress(name, slice.name), weight, `unicode-range:${slice.range}`)))
    .join('\n');
}
