/** house: one list says what each call answers (backend/framework/api/wire.ts), and the browser has no shape of its own beside it (decision 043). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`frontend/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));

/** What the pattern finds, file by file, outside of the named places. */
function found(pattern: RegExp, except: RegExp): string[] {
  return files.filter(({ name }) => !except.test(name)).flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([words]) => `${name}: ${words}`));
}

describe('the browser’s requests to the server', () => {
  it('are calls of the list: no address under /api is composed by hand', () => {
    // Where a file's uploads begin is told by whoever wants the file; XMLHttpRequest tells their progress; react-admin's package asks in its own way.
    const except = /^framework\/client\/(?:providers\/data|upload\/send-file)\.ts$|\/files\/send-large\.ts$|\/uploads\/use-uploads\.ts$/;
    expect(found(/(?<!(?:GET|POST|PUT|PATCH|DELETE|\}) |#framework)\/api\/[^\s'"`]*/g, except)).toEqual([]);
  });

  // A call that is named by the list is answered in its shapes, as tsc sees to; these ways know no name.
  it('have the list’s types: the lower functions are used only by the client', () => {
    expect(found(/\baskAt\b|\brequest\(/g, /^framework\/client\/|locks/)).toEqual([]);
  });
});
