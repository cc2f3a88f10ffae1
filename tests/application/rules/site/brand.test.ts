/** Issue 14.2: whatever two colours a campaign chooses, text on every surface of its pages keeps WCAG AA, and what had to be moved is told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandCss, brandOf, contrastNotes, defaultBrand, tokensOf } from '#application/site/rules/brand.ts';
import { contrast, inkOn, markContrast, readableOn, textContrast } from '#rules/look/colour.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const surfaces = ['ground', 'paper', 'raised', 'sunken'];

describe('the look of a campaign', () => {
  it('text in every derived tint can be read on every surface, in both themes, for any two colours', () => {
    fc.assert(
      fc.property(colour, colour, fc.constantFrom('dark' as const, 'light' as const), (color, second, theme) => {
        const tokens = tokensOf({ color, second, type: 'strong' }, theme);
        const ratio = (text: string, ground: string) => contrast(tokens[text] ?? '', tokens[ground] ?? '');
        for (const ground of surfaces) {
          for (const text of ['ink', 'ink-soft', 'accent']) expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(textContrast);
          expect(ratio('line-strong', ground), `line on ${ground}`).toBeGreaterThanOrEqual(markContrast);
        }
        for (const [text, ground] of [
          ['accent', 'accent-wash'],
          ['accent-ink', 'accent'],
          ['accent-ink', 'accent-over'],
          ['brand-ink', 'brand'],
          ['field-ink', 'field'],
          ['field-soft', 'field'],
        ] as const)
          expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(textContrast);
      }),
      { numRuns: 300 },
    );
  });

  it('a colour that can be read stays as it was chosen; another keeps its hue and is told with both ratios', () => {
    expect(readableOn('#ff5a36', ['#100b0a'])).toBe('#ff5a36');
    expect(contrastNotes({ ...defaultBrand, color: '#ffee00' })).toEqual([
      { colour: 'brandColor', theme: 'light', ratio: 1, shown: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    ]);
    expect(contrastNotes({ ...defaultBrand, color: '#0b5c6b' }).map(({ theme }) => theme)).toEqual(['dark']);
    expect(inkOn('#ffee00')).toBe('#12100e');
    expect(contrast('#000000', '#ffffff')).toBe(21);
  });

  it('what is no colour, or none, is the product’s own', () => {
    expect(brandOf({ brandColor: 'red;}body{', brandSecond: null, brandType: '-' })).toEqual(defaultBrand);
    expect(brandCss(brandOf({ brandColor: '#7fd1c1' }), 'dark')).toContain('--brand:#7fd1c1');
    expect(brandCss(defaultBrand, 'light')).toMatch(/^:root\[data-theme\],::backdrop\{[-#:;\w ]+\}$/);
  });

  it('the style file without a campaign’s colours says the same as the derived default', async () => {
    const { readFileSync } = await import('node:fs');
    const css = readFileSync('frontend/application/site/tokens.css', 'utf8');
    const [light, dark] = [tokensOf(defaultBrand, 'light'), tokensOf(defaultBrand, 'dark')];
    for (const name of [...surfaces, 'ink', 'ink-soft', 'line', 'line-strong', 'accent', 'accent-ink', 'accent-wash', 'accent-over', 'focus'])
      expect(css, name).toContain(`--${name}: light-dark(${light[name]}, ${dark[name]});`);
    for (const name of ['brand', 'brand-ink', 'field', 'field-ink', 'field-soft', 'field-line']) expect(css, name).toContain(`--${name}: ${light[name]};`);
    // Taken apart, a colour has one value there: the dark one, on which the heads stand.
    for (const name of ['ground', 'paper', 'ink', 'brand', 'field']) expect(css, name).toContain(`--${name}-rgb: ${dark[`${name}-rgb`]};`);
  });
});
