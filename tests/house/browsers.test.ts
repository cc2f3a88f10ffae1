/** E2: the oldest browsers stand in package.json's browserslist; the build lowers syntax to them, and this finds what no build can lower. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse, walk } from 'css-tree';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { youngApis } from '../support/young-apis.ts';

/** What the browser is given of ours: all of the frontend, the rules of both wings, and the clock and the languages that they share. */
const folders = [
  'frontend',
  'backend/framework/rules',
  'backend/framework/kinds',
  ...readdirSync('backend/application').map((feature) => `backend/application/${feature}/rules`),
  'backend/framework/time.ts',
  'codegen/languages.ts',
].filter((folder) => existsSync(folder));
const filesOf = (ending: RegExp) =>
  folders.flatMap((folder) =>
    folder.endsWith('.ts')
      ? [folder].filter((name) => ending.test(name))
      : readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => ending.test(name))
          .map((name) => `${folder}/${name}`),
  );

/** 'x.toSorted(', 'URL.canParse', 'requestIdleCallback(': as they are written. */
const patterns = youngApis.map((name) => {
  const path = name.split('.');
  const last = path.at(-1) ?? '';
  // Names that other things have too are looked for where only an iterator can stand.
  if (name.startsWith('Iterator.')) return { name, pattern: new RegExp(`\\.(?:(?:keys|values|entries)\\(\\)|matchAll\\([^()]*\\))\\??\\.${last}\\(`) };
  return { name, pattern: new RegExp(path[1] === 'prototype' ? `\\.${last}\\??\\.?\\(` : `(?<![\\w.'"-])${name.replace('.', '\\.')}\\b(?!['":-])`) };
});
const syntax = [
  { name: 'a look behind in a pattern (Safari 16.4)', pattern: /\(\?<[=!]/ },
  { name: 'the v flag of a pattern (Safari 17)', pattern: /\/[a-z]*v[a-z]*(?=[.,;)])(?<=\][^/\n]*\/[a-z]*v[a-z]*)/ },
  { name: 'a module that waits within itself (Safari 17)', pattern: /^(?:await|(?:export )?(?:const|let)\b(?!.*(?:=>|async)).*\bawait)\b/m },
];

function found(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return [...patterns, ...syntax].filter(({ pattern }) => pattern.test(code)).map(({ name }) => name);
}

describe('E2 old browsers', () => {
  it('the oldest supported versions are those that the README names', () => {
    expect(packageJson.browserslist).toEqual(['safari >= 15.4', 'ios_saf >= 15.4', 'chrome >= 109', 'edge >= 109', 'firefox >= 115']);
    expect(readFileSync('README.md', 'utf8')).toContain('Safari 15.4, Chrome and Edge 109, Firefox 115');
  });

  it('no API younger than those is called in the browser’s code', () => {
    expect(filesOf(/\.tsx?$/).flatMap((file) => found(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  it('the clipboard, which pages without https do not have, is reached through one door', () => {
    expect(filesOf(/\.tsx?$/).filter((file) => /navigator\.clipboard/.test(readFileSync(file, 'utf8')))).toEqual(['frontend/framework/ui/copy-text.ts']);
  });

  it('the lint rule finds each of them', () => {
    for (const name of youngApis) {
      const [owner = '', kind] = name.split('.');
      const last = name.split('.').at(-1);
      const line = owner === 'Iterator' ? `map.values().${last}(one)` : kind === 'prototype' ? `list.${last}(one)` : `const x = ${name}(one)`;
      expect(found(line), line).toContain(name);
    }
    expect(found('text.match(/(?<=a)b/)')).toHaveLength(1);
    expect(found("const texts = (await import('./texts.json')).default;")).toHaveLength(1);
    expect(found("const isPlain = pageLang() === 'en' ? (await import('./x.ts')).default : 1;")).toHaveLength(1);
    expect(found('list.filter(one).map(two); items.findLast(one); structuredClone(row); set.has(one)')).toEqual([]);
  });

  it('what they do not know and would drop with a whole declaration stands behind @supports: a mix of colours; and is written in full: an underline', () => {
    const found = filesOf(/\.css$/).flatMap((file) => {
      const css = readFileSync(file, 'utf8').replace(/@supports \(color: color-mix[\s\S]*?\n\}/g, '');
      return (css.match(/color-mix\([^;]*|(?<!-)text-decoration: *\S+ [^;]*/g) ?? []).map((what) => `${file}: ${what}`);
    });
    expect(found).toEqual([]);
  });

  it('a rule with :has() is separate: Firefox 115 ignores a whole list of selectors with it, so others must not lose their layout', () => {
    const lists = filesOf(/\.css$/).flatMap((file) => {
      const mixed: string[] = [];
      walk(parse(readFileSync(file, 'utf8')), (node) => {
        if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return;
        let [all, young] = [0, 0];
        node.prelude.children.forEach((selector) => {
          let isYoung = false;
          walk(selector, (part) => {
            if (part.type === 'PseudoClassSelector' && part.name === 'has') isYoung = true;
          });
          all += 1;
          if (isYoung) young += 1;
        });
        if (young > 0 && young < all) mixed.push(`${file}:${node.loc?.start.line ?? ''}`);
      });
      return mixed;
    });
    expect(lists).toEqual([]);
  });
});
