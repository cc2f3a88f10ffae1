/** Issue 14.2: which characters of a page are set in which face, and the slices for what is typed later. */

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageType, sliceRules, textsOf } from '#framework/type/page-type.ts';
import { rangeOf, slices } from '#framework/type/slices.ts';
import { Subsets } from '#framework/type/subsets.ts';
import { removeFolder } from '../../support/files/remove-folder.ts';

describe('the type of a page', () => {
  it('titles, bold and running text are told apart; scripts, styles, quoted addresses and what was typed for one reader are no text', () => {
    const texts = textsOf(
      '<a class="brand display">紀錄片</a><h1>第 15 屆<wbr><span>大會</span></h1><p class="state is-open">進行中</p><p>寫 <strong>粗</strong> 下<br>的<img alt="圖"></p><script>{"事":1}</script><code>/壞</code><p data-label="當地">x</p><p data-typed>他<b>們</b></p>',
    );
    expect(texts.title).toBe('紀錄片第 15 屆大會');
    expect(texts.bold).toBe('進行中粗');
    expect([...'第屆大會進行中寫粗下的當地'].filter((sign) => !texts.all.includes(sign))).toEqual([]);
    expect(texts.all).not.toMatch(/[事壞圖他們]/);
  });

  it('a page names its own files, the title’s first; Chinese dashes are the Chinese face’s, English ones the Latin face’s', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'type-'));
    const subsets = new Subsets(folder);
    const chinese = pageType(subsets, textsOf('<h1>第 15 屆——大會</h1><p>內文</p>'), 'strong', true);
    expect(chinese.preload).toHaveLength(2);
    expect(chinese.css.match(/@font-face/g)).toHaveLength(3);
    expect(chinese.textCss.match(/@font-face/g)).toHaveLength(3);
    expect(chinese.css).toContain('size-adjust:108%');
    expect(chinese.css + chinese.textCss).not.toContain('U+2010');
    const english = pageType(subsets, textsOf('<h1>The Forum — 15</h1><p>Text</p>'), 'serif', false);
    for (const rules of [english.css, english.textCss]) expect(rules).toContain('U+2010-2027');
    expect(english.preload).toHaveLength(1);
    expect(pageType(subsets, textsOf('<h1>會大 屆第15——</h1><p>內文</p>'), 'strong', true).preload[0]).toBe(chinese.preload[0]);
    await removeFolder(folder);
  });

  it('what a script will say is in files of its own, asked for by its characters and below those of the page', () => {
    const subsets = new Subsets(tmpdir());
    const typeOf = (html: string) => pageType(subsets, textsOf(html), 'strong', true, '姓名');
    const facesOf = (css: string) => css.match(/@font-face\{font-family:"Reel TC"[^}]*\}/g) ?? [];
    const [one, two] = [typeOf('<p>內文</p>'), typeOf('<p>別的</p>')];
    expect(facesOf(one.laterCss).map((rule) => rule.includes('unicode-range:U+540D,U+59D3'))).toEqual([true, true]);
    expect(one.laterCss).toBe(two.laterCss);
    expect(facesOf(one.textCss)).toHaveLength(1);
    expect(facesOf(one.textCss)).not.toEqual(facesOf(two.textCss));
  });

  it('the slices hold each character once, rare ones in blocks that the common ones override', () => {
    const all = slices.map(({ text }) => text).join('');
    expect(new Set(all).size).toBe([...all].length);
    for (const sign of '的一是不了人我在有他紀錄片提案大會') expect(slices.find(({ text }) => text.includes(sign))?.name, sign).toMatch(/^c\d+$/);
    expect(rangeOf('一丁七A')).toBe('U+41,U+4E00-4E01,U+4E03');
    const css = sliceRules(new Subsets(tmpdir()));
    expect(css.indexOf('U+4E00-4FFF')).toBeGreaterThan(0);
    expect(css.indexOf('U+4E00-4FFF')).toBeLessThan(css.indexOf('.c0.'));
  });

  it('every arrow, tick and other sign that a screen or a text draws is in a slice, for a system that has no face with it', () => {
    const sliced = slices.map(({ text }) => text).join('');
    const missing = ['frontend', 'backend/application', 'locales', 'schemas'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|css|json)$/.test(name))
        .flatMap((name) => (readFileSync(join(folder, name), 'utf8').match(/[\u2190-\u2e7f]/gu) ?? []).map((sign) => ({ sign, name })))
        .filter(({ sign }) => !sliced.includes(sign)),
    );
    expect(missing).toEqual([]);
  });
});
