/**
 * Full-text search that works alike on SQLite FTS5 and MariaDB FULLTEXT, Chinese included: text becomes ASCII tokens that no
 * tokenizer splits, no minimum length drops and no stop-word list knows. Pure.
 *
 *   zz…  a word, accents folded; of a code ('F-05123', 'T-2026-001') also what its signs join, from each part on: zzf05123, zzt2026001, zz2026001
 *   zd…  two neighbouring CJK characters (the last of a run alone), five hex digits each
 *   zy…  and zx…  the same of a field that only some roles may read: a six-character mark of the field follows
 *   zf…  one value of an indexed array (`has` filters)
 *   zt…  a whole title without its spaces, to be asked for by its beginning; zs… with a field's mark
 *
 * Traditional and simplified characters are one: every text is folded to the simplified form before it is taken apart.
 */
import characters from 'opencc-js/dict/TSCharacters';
import type { JsonValue } from '#codegen/model.ts';

/** InnoDB indexes at most 84 characters of a token. */
const longest = 80;
/** Characters of a title that are looked at. */
const longestTitle = 40;
/** '萬 万|與 与': a traditional character and the simplified one that all its kind share. */
const simplified = new Map(characters.split('|').map((pair) => pair.split(' ') as [string, string]));
/** Words of one query; more only make it slower, not sharper. */
const mostWords = 16;

const scripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}';
const cjk = new RegExp(`^[${scripts}]`, 'u');
/** Runs of CJK characters, and runs of any other letters and digits. */
const pieces = new RegExp(`[${scripts}]+|(?:(?![${scripts}])[\\p{L}\\p{N}])+`, 'gu');
/** What signs join without a space is one piece, to be taken as a code or as the words that it is made of. */
const asciiPieces = /[0-9a-z]+(?:[-_.][0-9a-z]+)*/g;
const mixedPieces = new RegExp(`[0-9a-z]+(?:[-_.][0-9a-z]+)+(?!(?![${scripts}])[\\p{L}\\p{N}])|${pieces.source}`, 'gu');
const joints = /[-_.]/;
const allJoints = /[-_.]/g;
/** A code has three digits in a row somewhere: 'sci-fi' and 'top-10' are words. */
const codeLike = /\d{3}/;
/** Parts that a code may be asked for from; what has more is an address or a list. */
const mostParts = 20;
/** Han characters, ASCII and signs that only part words: what no form of Unicode makes into something else. */
const plainChinese = /^[\0-\x7f\u3001\u3002\u2014\u300a-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u4e00-\u9fff]*$/;
const hanMark = /[\u4e00-\u9fff]/g;
const plainPieces = /[0-9a-z]+(?:[-_.][0-9a-z]+)*|[^\0-\x7f\u3001\u3002\u2014\u300a-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+/g;
const mostRemembered = 5_000;
const plainWord = /^[0-9a-z]+$/;
const ascii = /^[\0-\x7f]*$/;

/** The tokens of a text, to be stored, that of a whole title last; `scope` names a field that not every role may read. */
export function textTokens(text: string, scope = '', isTitle = false): string[] {
  const tokens: string[] = [];
  const pieces = piecesOf(text);
  for (const piece of pieces) {
    if (!isCjk(piece)) {
      for (const word of piece.split(joints)) tokens.push(wordToken(word, scope));
      if (isCode(piece)) for (const code of codeTails(piece)) tokens.push(wordToken(code, scope));
      continue;
    }
    const marks = [...piece].map(hex);
    marks.forEach((mark, index) => {
      tokens.push(pairToken(mark + (marks[index + 1] ?? ''), scope));
    });
  }
  const title = isTitle ? titleOfPieces(pieces, scope) : undefined;
  if (title) tokens.push(title);
  return tokens;
}

/** The token of a whole title, by which it is found from its beginning; undefined where it has no letter. */
export function titleToken(text: string, scope = ''): string | undefined {
  return titleOfPieces(piecesOf(text), scope);
}

function titleOfPieces(pieces: readonly string[], scope: string): string | undefined {
  const marks = [...pieces.join('').replaceAll(allJoints, '')].slice(0, longestTitle);
  if (!marks.length) return undefined;
  const body = marks.map((mark) => (plainWord.test(mark) ? mark : hex(mark))).join('');
  return (scope ? `zs${hash(scope).slice(-6)}${body}` : `zt${body}`).slice(0, longest);
}

/** A text as it is compared: its words in small letters, without accents and signs, in half width and simplified characters, parted by single spaces. */
export function foldedText(text: string): string {
  return piecesOf(text)
    .flatMap((piece) => piece.split(joints))
    .join(' ');
}

/** The token of one value of an indexed array field. */
export function valueToken(field: string, value: JsonValue): string {
  return `zf${hashOfValue(`${field}=${typeof value}:${String(value)}`)}`;
}

/** One term of a search: any of its tokens will do; `prefix` also takes what begins with them. */
export interface SearchTerm {
  tokens: string[];
  prefix: boolean;
}

/**
 * What a typed query asks for: every word, the last one as far as it is typed. A code is asked for as one word, by its beginning: its
 * parts alone may stand in every row (each catalogue number begins with F), and the index would walk through them all. `scopes` are the
 * restricted fields this reader may search.
 */
export function searchTerms(query: string, scopes: readonly string[] = []): SearchTerm[] {
  const all = ['', ...scopes];
  const found: SearchTerm[] = [];
  const parts = piecesOf(query)
    .flatMap((piece) => (isCode(piece) ? [piece] : piece.split(joints)))
    .slice(0, mostWords);
  parts.forEach((run, index) => {
    const last = index === parts.length - 1;
    if (isCode(run)) {
      const code = run.split(joints).join('');
      found.push({ tokens: all.map((scope) => wordToken(code, scope)), prefix: true });
      return;
    }
    if (!isCjk(run)) {
      found.push({ tokens: all.map((scope) => wordToken(run, scope)), prefix: last });
      return;
    }
    const marks = [...run].map(hex);
    if (marks.length === 1) found.push({ tokens: all.map((scope) => pairToken(marks.join(''), scope)), prefix: true });
    for (let at = 0; at + 1 < marks.length; at += 1) {
      const pair = `${marks[at]}${marks[at + 1]}`;
      found.push({ tokens: all.map((scope) => pairToken(pair, scope)), prefix: false });
    }
  });
  return found;
}

/** A term's tokens as they stand in ' token token '. */
export function needlesOf({ tokens, prefix }: SearchTerm): string[] {
  return tokens.map((token) => (prefix ? ` ${token}` : ` ${token} `));
}

/** The one term by which titles that begin like the query, or are the query, are found; undefined where it has no letter. */
export function titleTerm(query: string, scopes: readonly string[] = [], begins = true): SearchTerm | undefined {
  const tokens = ['', ...scopes].flatMap((scope) => titleToken(query, scope) ?? []);
  return tokens.length ? { tokens, prefix: begins } : undefined;
}

/** The terms in the database's own words: FTS5's MATCH, or MariaDB's boolean mode. Tokens are [0-9a-z] only, so nothing needs quoting. */
export function matchExpression(terms: readonly SearchTerm[], kind: 'sqlite' | 'mariadb'): string {
  const words = terms.map((term) => term.tokens.map((token) => token + (term.prefix ? '*' : '')));
  if (kind === 'mariadb') return words.map((any) => (any.length > 1 ? `+(${any.join(' ')})` : `+${any[0]}`)).join(' ');
  return words.map((any) => (any.length > 1 ? `(${any.join(' OR ')})` : any[0])).join(' AND ');
}

/** A short stable mark of a text, [0-9a-z]: 53 bits (cyrb53), enough that two values of one list never meet. */
export function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, '0');
}

/** Runs of CJK characters, and words, with the single signs that join them. */
function piecesOf(text: string): string[] {
  if (ascii.test(text)) return text.toLowerCase().match(asciiPieces) ?? [];
  if (plainChinese.test(text)) return text.toLowerCase().replace(hanMark, simplifiedMark).match(plainPieces) ?? [];
  return foldedMark(text).match(mixedPieces) ?? [];
}

/** A character or a text as it is compared, with its signs. */
export function foldedMark(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return folded.replace(/\p{Script=Han}/gu, simplifiedMark);
}

function simplifiedMark(mark: string): string {
  return simplified.get(mark) ?? mark;
}

function isCode(piece: string): boolean {
  return joints.test(piece) && codeLike.test(piece);
}

/** 't-2026-001' → 't2026001', '2026001': what begins at a part is found by the beginning of a token. */
function codeTails(code: string): string[] {
  const parts = code.split(joints);
  return parts.slice(0, Math.min(parts.length - 1, mostParts)).map((_, at) => parts.slice(at).join(''));
}

function isCjk(text: string): boolean {
  return cjk.test(text);
}

/** ASCII as it is, everything else as x and five hex digits, so that a prefix of the word stays a prefix of the token. */
function wordToken(word: string, scope: string): string {
  const body = plainWord.test(word) ? word : [...word].map((mark) => (plainWord.test(mark) ? mark : `x${hex(mark)}`)).join('');
  return (scope ? `zy${hash(scope).slice(-6)}${body}` : `zz${body}`).slice(0, longest);
}

/** Of one or two characters, in hex. */
function pairToken(body: string, scope: string): string {
  return scope ? `zx${hash(scope).slice(-6)}${body}` : `zd${body}`;
}

/** Five hex digits of a character. */
const hex = remembered((mark) => (mark.codePointAt(0) ?? 0).toString(16).padStart(5, '0'));
/** Most values are options, the same in every row. */
const hashOfValue = remembered(hash);

/** The same few thousand texts are asked for again and again. */
function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let made = known.get(text);
    if (made === undefined) {
      made = make(text);
      if (known.size >= mostRemembered) known.clear();
      known.set(text, made);
    }
    return made;
  };
}
