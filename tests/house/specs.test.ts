/** house: browser tests of one worker share a server, and an object that two of them drop in is the other's as well. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** How a spec names an object that it drops in: its file, a constant, or one for each language. */
const ways = [/schemasDir, '([a-z0-9_]+)\.json'/g, /const name = '([a-z0-9_]+)'/g, /`([a-z0-9_]+_)\$\{lang\}`/g];

it('an object that a browser test drops in is that file’s alone', () => {
  const specs = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.spec.ts'));
  const owners = new Map<string, Set<string>>();
  for (const spec of specs) {
    const text = readFileSync(join('tests/e2e', spec), 'utf8');
    if (!/schemasDir|api\/schemas/.test(text)) continue;
    for (const way of ways) for (const [, name = ''] of text.matchAll(way)) owners.set(name, (owners.get(name) ?? new Set()).add(spec));
  }
  expect(owners.size).toBeGreaterThan(30);
  expect([...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([]);
});
