import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import englishMessages from 'ra-language-english';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '#client/providers/i18n.ts';
import '#screens/texts.ts';

type Tree = { [key: string]: string | Tree };

/** 'list.range' → text, for every leaf */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}
const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();

/** The files of phrases that the back office merges, the application's behind the framework's; the form's have a test of their own. */
const merged = ['frontend/framework/client/providers/i18n.ts', 'frontend/application/texts.ts'].flatMap((file) =>
  (/\{([\w,-]+)\}\.json/.exec(readFileSync(file, 'utf8'))?.[1] ?? '').split(',').filter((name) => name !== 'form'),
);
const readAll = (lang: string) => new Map(merged.flatMap((name) => [...flatten(JSON.parse(readFileSync(`locales/${lang}/${name}.json`, 'utf8')) as Tree)]));

/** What react-admin declares as text: strings and plural forms alike. */
const theirs = flatten(JSON.parse(JSON.stringify(englishMessages)));
const ours = readAll('en');
const en = new Map([...theirs, ...ours]);
const tw = readAll('tw');

/** Texts of the frontend's own sources that are asked for by a whole key. */
function askedFor(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => /\.tsx?$/.test(entry.name))
    .flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/\btranslate\(\s*'([\w.]+)'/g)].map(([, key]) => key ?? ''));
}

describe('B01 texts of the back office', () => {
  it('B01 have the same keys in both languages, none empty', () => {
    expect([...tw.keys()].sort()).toEqual([...en.keys()].sort());
    for (const [key, text] of [...tw, ...en]) if (key !== 'ra.boolean.null') expect(text.trim(), key).not.toBe('');
  });
  it('B01 have the same placeholders in both languages', () => {
    for (const [key, text] of en) {
      // react-admin's own English names values that a Chinese sentence has no place for
      if (!key.startsWith('ra.')) expect(placeholders(tw.get(key) ?? ''), key).toEqual(placeholders(text));
    }
    // … but Chinese names none that react-admin does not give
    for (const [key, text] of theirs) expect(placeholders(text), key).toEqual(expect.arrayContaining(placeholders(tw.get(key) ?? '')));
  });
  it('B01 cover every text of react-admin', () => {
    expect([...theirs.keys()].filter((key) => !tw.has(key))).toEqual([]);
  });
  it('B01 English repeats no text of react-admin in the same words, and has no placeholder that react-admin does not have', () => {
    const stated = [...ours].filter(([key]) => key.startsWith('ra.'));
    expect(stated.length).toBeGreaterThan(0);
    expect(stated.filter(([key, text]) => theirs.get(key) === text || !theirs.has(key))).toEqual([]);
  });
  it('B01 the back office’s catalogue has all of them in both languages', async () => {
    for (const [lang, texts] of [
      ['en', en],
      ['tw', tw],
    ] as const) {
      const { provider } = await loadCatalogue(lang);
      const keys = [...texts.keys()].filter((key) => key.startsWith('ra.') && !key.endsWith('.null'));
      expect(keys.length).toBeGreaterThan(150);
      for (const key of keys) expect(provider.translate(key, { smart_count: 1 }), `${lang} ${key}`).not.toBe(key);
    }
    const { provider } = await loadCatalogue('en');
    expect([provider.translate('ra.auth.logout'), provider.translate('ra.action.save')]).toEqual(['Sign out', 'Save']);
  });
  it('B01 Chinese is written in Chinese, with full-width punctuation', () => {
    for (const [key, text] of tw) {
      expect(/[一-鿿]|^[\s%{}\w·.–/…：，、（）-]*$/u.test(text), `${key}: ${text}`).toBe(true);
      expect(/[一-鿿][,;:!?](?!\w)/u.test(text), `${key}: ${text}`).toBe(false);
    }
  });
  it('B01 every text that a screen uses exists', () => {
    const asked = askedFor('frontend');
    expect(asked.length).toBeGreaterThan(50);
    expect([...new Set(asked)].filter((key) => !key.startsWith('form.') && !tw.has(key)).sort()).toEqual([]);
  });
});
