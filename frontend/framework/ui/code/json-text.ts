/** Where things stand in a JSON text that is being typed: the range of each value, the first slip, and what the cursor is in. Reads broken text as far as it goes. Pure. */

/** Steps from the top: names of members, places in lists. */
export type JsonPath = readonly (string | number)[];

/** One value with its range; of a member of an object the range of its key too. Offsets in UTF-16 units. */
export interface Spot {
  path: JsonPath;
  from: number;
  to: number;
  keyFrom?: number;
  keyTo?: number;
}

export interface Slip {
  /** `syntax`: no JSON from here; `twice`: the same key again in one object */
  kind: 'syntax' | 'twice';
  from: number;
  to: number;
  key?: string;
}

export interface ScannedJson {
  spots: Spot[];
  slips: Slip[];
  isEmpty: boolean;
}

/** What the cursor is in or before: a key of the object at `path`, or the value at `path`. `from` to `to` is what a choice replaces. */
export interface Place {
  kind: 'key' | 'value';
  path: JsonPath;
  from: number;
  to: number;
  /** what stands there so far, without quotes */
  typed: string;
  /** of a key: a colon follows already */
  hasColon: boolean;
}

interface Open {
  isObject: boolean;
  from: number;
  key: string | undefined;
  index: number;
  keys: Set<string>;
  expects: 'key' | 'colon' | 'value' | 'comma';
  keyFrom: number;
  keyTo: number;
}

const token = /"(?:[^"\\\n]|\\.)*"?|-?[\w.+-]+|[{}[\],:]|\S/gu;
const scalar = /^(?:"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/u;

/** Every value of the text with its place, and what is wrong with it: the first slip of syntax, and keys that stand twice. */
export function scanJson(text: string): ScannedJson {
  return walk(text, text.length);
}

/** The range of the value at `path`, or of the nearest thing around it that there is. */
export function rangeOf(scanned: ScannedJson, path: JsonPath): Spot | undefined {
  for (let length = path.length; length >= 0; length--) {
    const wanted = JSON.stringify(path.slice(0, length));
    const found = scanned.spots.find((spot) => JSON.stringify(spot.path) === wanted);
    if (found) return found;
  }
  return undefined;
}

/** What the cursor at `at` is in; undefined after a value that is complete. */
export function placeAt(text: string, at: number): Place | undefined {
  let place: Place | undefined;
  walk(text, at, (found) => {
    place = found;
  });
  return place;
}

function walk(text: string, end: number, onPlace?: (place: Place | undefined) => void): ScannedJson {
  const spots: Spot[] = [];
  const slips: Slip[] = [];
  const stack: Open[] = [];
  const path: (string | number)[] = [];
  let isOver = false;
  let isBroken = false;
  const slip = (from: number, to: number) => {
    if (!isBroken) slips.push({ kind: 'syntax', from, to });
    isBroken = true;
  };
  const own = (): JsonPath => [...path];
  const begin = (top: Open | undefined) => top && path.push(top.isObject ? (top.key ?? '') : top.index);
  const finish = (from: number, to: number) => {
    const top = stack.at(-1);
    spots.push({ path: own(), from, to, ...(top?.isObject ? { keyFrom: top.keyFrom, keyTo: top.keyTo } : {}) });
    if (top) {
      path.pop();
      top.expects = 'comma';
    } else isOver = true;
  };
  const tell = (from: number, to: number, typed: string) => {
    const top = stack.at(-1);
    if (!top) return onPlace?.(isOver ? undefined : { kind: 'value', path: [], from, to, typed, hasColon: false });
    if (top.expects === 'key') onPlace?.({ kind: 'key', path: own(), from, to, typed, hasColon: /^\s*:/.test(text.slice(to)) });
    else if (top.expects === 'value')
      onPlace?.({ kind: 'value', path: [...path, top.isObject ? (top.key ?? '') : top.index], from, to, typed, hasColon: false });
    else onPlace?.(undefined);
  };
  token.lastIndex = 0;
  const reads = new RegExp(token.source, token.flags);
  for (let match = reads.exec(text); match; match = reads.exec(text)) {
    const word = match[0];
    const from = match.index;
    const to = from + word.length;
    const isWord = !'{}[],:'.includes(word);
    if (onPlace && (from >= end || (isWord && to >= end && !(word.endsWith('"') && word.length > 1 && to === end)))) {
      if (from >= end) tell(end, end, '');
      else tell(from, to, unquoted(text.slice(from, end)));
      return { spots, slips, isEmpty: false };
    }
    const top = stack.at(-1);
    const mayValue = top ? top.expects === 'value' : !isOver;
    if (word === '{' || word === '[') {
      if (!mayValue) slip(from, to);
      begin(top);
      stack.push({
        isObject: word === '{',
        from,
        key: undefined,
        index: 0,
        keys: new Set(),
        expects: word === '{' ? 'key' : 'value',
        keyFrom: from,
        keyTo: to,
      });
    } else if (word === '}' || word === ']') {
      const isEmpty = /[{[]\s*$/.test(text.slice(0, from));
      if (!top || top.isObject !== (word === '}') || (top.expects !== 'comma' && !isEmpty)) slip(from, to);
      if (top) {
        stack.pop();
        finish(top.from, to);
      }
    } else if (word === ',') {
      if (top?.expects !== 'comma') slip(from, to);
      if (top) {
        top.expects = top.isObject ? 'key' : 'value';
        top.index += 1;
      }
    } else if (word === ':') {
      if (top?.expects !== 'colon') slip(from, to);
      if (top?.isObject) top.expects = 'value';
    } else if (top?.expects === 'key') {
      if (!word.startsWith('"') || !scalar.test(word)) slip(from, to);
      const key = unquoted(word);
      if (top.keys.has(key)) slips.push({ kind: 'twice', from, to, key });
      top.keys.add(key);
      Object.assign(top, { key, expects: 'colon', keyFrom: from, keyTo: to });
    } else {
      if (!mayValue || !scalar.test(word)) slip(from, to);
      if (mayValue) {
        begin(top);
        finish(from, to);
      }
    }
  }
  if (onPlace) tell(end, end, '');
  const isEmpty = text.trim() === '';
  if (!isEmpty && (stack.length > 0 || !isOver)) slip(Math.max(0, text.trimEnd().length - 1), text.length);
  return { spots, slips, isEmpty };
}

/** A key or text as it is meant, also where its end is not typed yet. */
function unquoted(word: string): string {
  if (!word.startsWith('"')) return word;
  try {
    return String(JSON.parse(word.length > 1 && word.endsWith('"') ? word : `${word}"`));
  } catch {
    return word.replace(/^"|"$/g, '');
  }
}
