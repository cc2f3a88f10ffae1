/** JSON from a file's text; a syntax error names line and column, a duplicate key is an error too. Pure. */
import type { JsonValue } from '../model.ts';

export type Parsed = { value: JsonValue } | { error: string; line: number; column: number };

/** Parses `text` (with or without a byte order mark). */
export function parseJson(text: string): Parsed {
  const source = text.replace(/^\uFEFF/, '');
  try {
    const value: JsonValue = JSON.parse(source);
    const twice = repeatedKey(source);
    if (!twice) return { value };
    return { error: `key "${twice.key}" stands twice in the same object`, ...lineAndColumn(source, twice.at) };
  } catch {
    const at = firstError(source);
    return { error: at.message, ...lineAndColumn(source, at.at) };
  }
}

/** Of a place in a text, from 1. */
export function lineAndColumn(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const token =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:]))/uy;

interface Open {
  kind: '{' | '[';
  keys: Set<string>;
}
type Expects = 'value' | 'key' | 'colon' | 'comma' | 'end';
interface Walk {
  twice?: { key: string; at: number };
  error?: { message: string; at: number };
}

function repeatedKey(source: string): Walk['twice'] {
  return walk(source).twice;
}

/** Node's own message gives no position in every version, so the place is found by a walk over the tokens. */
function firstError(source: string): { message: string; at: number } {
  return walk(source).error ?? { message: 'not JSON', at: source.length };
}

function walk(source: string): Walk {
  const stack: Open[] = [];
  const state: { expects: Expects; mayClose: boolean } = { expects: 'value', mayClose: false };
  let twice: Walk['twice'];
  let at = 0;
  const words = { value: 'a value', key: 'a key in double quotes', colon: '":"', comma: '"," or the closing bracket', end: 'the end of the file' };
  /** Behind the spaces: asked for where something is said of it, for a text has thousands of tokens. */
  const start = () => at + (/^[ \t\r\n]*/.exec(source.slice(at, at + 10_000))?.[0].length ?? 0);
  const fail = (): Walk => {
    const place = start();
    const seen = place >= source.length ? 'the file ends' : `${JSON.stringify(source.slice(place, place + 12))} stands`;
    return { error: { message: `${seen} where ${words[state.expects]} should be`, at: Math.min(place, source.length) } };
  };
  const after = (): void => {
    state.expects = stack.length ? 'comma' : 'end';
    state.mayClose = true;
  };
  while (true) {
    token.lastIndex = at;
    const found = token.exec(source);
    if (!found) return start() >= source.length && state.expects === 'end' ? { twice } : fail();
    const [whole, text, number, word, mark] = found;
    const top = stack.at(-1);
    if (mark === '}' || mark === ']') {
      const fits =
        top && (mark === '}') === (top.kind === '{') && state.mayClose && (state.expects === 'comma' || state.expects === 'key' || state.expects === 'value');
      if (!fits) return fail();
      stack.pop();
      after();
    } else if (state.expects === 'value' && (mark === '{' || mark === '[')) {
      stack.push({ kind: mark, keys: new Set() });
      state.expects = mark === '{' ? 'key' : 'value';
      state.mayClose = true;
    } else if (state.expects === 'value' && (text !== undefined || number !== undefined || word !== undefined)) {
      after();
    } else if (state.expects === 'key' && text !== undefined && top) {
      const key: string = JSON.parse(text);
      if (top.keys.has(key)) twice ??= { key, at: start() };
      top.keys.add(key);
      state.expects = 'colon';
      state.mayClose = false;
    } else if (state.expects === 'colon' && mark === ':') {
      state.expects = 'value';
      state.mayClose = false;
    } else if (state.expects === 'comma' && mark === ',' && top) {
      state.expects = top.kind === '{' ? 'key' : 'value';
      state.mayClose = false;
    } else return fail();
    at += whole.length;
  }
}
