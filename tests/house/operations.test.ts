/** docs/operations.md and docs/deploy agree with the code: settings, figures, alarms, links. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Metrics } from '#framework/observe/metrics.ts';

const text = readFileSync('docs/operations.md', 'utf8');
const settings = new Set([...readFileSync('docs/running.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name));

it('the figures that it names are those of /metrics, each of them, and its rules use no other', async () => {
  const { text: exposed } = await new Metrics().text(0);
  const all = [...exposed.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name ?? '');
  const own = all.filter((name) => name.startsWith('reelbase_'));
  const table = text.slice(text.indexOf('| figure |'), text.indexOf('With them come'));
  expect([...new Set([...table.matchAll(/`(reelbase_\w+)`/g)].map(([, name]) => name))].sort()).toEqual(own.sort());
  const used = [...text.slice(text.indexOf('groups:'), text.indexOf('| alarm |')).matchAll(/\b(reelbase_\w+|nodejs_\w+)/g)].map(([, name = '']) =>
    name.replace(/_bucket$/, ''),
  );
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((name) => !all.includes(name))).toEqual([]);
});

it('each alarm is explained, and each that is explained has a rule', () => {
  const rules = [...text.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const explained = [...text.slice(text.indexOf('| alarm |')).matchAll(/\b(Reelbase[A-Z]\w+)/g)].map(([, name]) => name);
  expect(explained.sort()).toEqual(rules.sort());
});

it.each(['docs/operations.md', 'docs/deploy/README.md'])('settings, commands and links of %s are there', (page) => {
  const written = readFileSync(page, 'utf8');
  const named = [...written.matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g), ...written.matchAll(/^([A-Z]+_[A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !settings.has(name) && name !== 'MASTER_LOG_FILE')).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const [, script = ''] of written.matchAll(/npm run (\w[\w:-]*)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [, target = ''] of written.matchAll(/\]\(([^)#]+)\)/g)) expect(existsSync(join(dirname(page), target)), target).toBe(true);
});

it.each(['Containerfile', 'systemd/reelbase@.service', 'haproxy/haproxy.cfg'])('what docs/deploy/%s sets is a setting', (file) => {
  const named = [...readFileSync(join('docs/deploy', file), 'utf8').matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !settings.has(name) && name !== 'NODE_ENV')).toEqual([]);
});
