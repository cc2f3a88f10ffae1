/** Every sentence of the error catalogue that holds a {placeholder} gets its value where it is thrown. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../support/messages.ts';

/** Filled in by `sentence`, `text` and the error handler, wherever a code is thrown. */
const givenToAll = new Set(['label', 'message', 'request', 'path']);
const holes = new Map(
  Object.entries(en)
    .filter(([code]) => !/^(status|api)\./.test(code))
    .map(([code, template]): [string, string[]] => [
      code,
      [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !givenToAll.has(name)),
    ])
    .filter(([, names]) => names.length > 0),
);

const closing: Record<string, string> = { '(': ')', '{': '}', '[': ']' };

/** The innermost call, object or list around a place of the source. */
function around(source: string, at: number): { text: string; before: string } {
  let depth = 0;
  let start = at;
  while (start > 0) {
    start -= 1;
    const char = source[start] ?? '';
    if (')}]'.includes(char)) depth += 1;
    else if (char in closing && depth-- === 0) break;
  }
  let end = start;
  for (let open = 0; end < source.length; end += 1) {
    const char = source[end] ?? '';
    if (char in closing) open += 1;
    else if (')}]'.includes(char) && --open === 0) break;
  }
  return { text: source.slice(start, end + 1).replace(/'[a-z]+\.[a-z0-9]+'/g, ''), before: source.slice(Math.max(0, start - 40), start) };
}

/** Where a code of the source is thrown or noted without a value that its sentence names. */
function lacking(text: string): string[] {
  const source = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const found: string[] = [];
  for (const match of source.matchAll(/'([a-z]+\.[a-z0-9]+)'/g)) {
    const [, code = ''] = match;
    const names = holes.get(code);
    if (!names) continue;
    const sides = source.slice(Math.max(0, match.index - 12), match.index + match[0].length + 4);
    // A comparison, a type or a rule's bare name says nothing to anybody yet.
    if (/[!=]==\s*'|return '|'[^']*' \||\|\s*'/.test(sides)) continue;
    const { text: place, before } = around(source, match.index);
    const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(place));
    // `values` that come from elsewhere are that place's affair, and so is a helper that notes them.
    if (missing.length && !/\bvalues\b|\bblockers\b/.test(place) && !/\bnote$/.test(before))
      found.push(`${code} without ${missing.join(', ')}: ${place.slice(0, 80)}`);
  }
  return found;
}

const sources = readdirSync('backend', { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!problems?)\.ts$/.test(name));

describe('the API’s messages have their values', () => {
  it('every place that throws or records a code gives the values of the code’s sentence', () => {
    const found = sources.flatMap((name) => lacking(readFileSync(join('backend', name), 'utf8')).map((one) => `${name}: ${one}`));
    expect(found).toEqual([]);
  });

  it('a place that does not is found', () => {
    expect(lacking("refuse('moves', 'field.toomany');")).toHaveLength(1);
    expect(lacking("throw new Refusal('msg.wait');")).toHaveLength(1);
    expect(lacking("throw new Refusal('msg.wait', { values: { wait: 3 } });")).toEqual([]);
    expect(lacking("if (error.code === 'msg.wait') return;")).toEqual([]);
  });
});
