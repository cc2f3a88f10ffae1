import { describe, expect, it } from 'vitest';
import { languageOf, saveLanguage } from '#rules/words/language.ts';

describe('B01 the language cookie', () => {
  it('B01 is tw unless the cookie says en', () => {
    expect(languageOf(undefined)).toBe('tw');
    expect(languageOf('')).toBe('tw');
    expect(languageOf('lang=fr')).toBe('tw');
    expect(languageOf('slang=en')).toBe('tw');
    expect(languageOf('a=1; lang=en')).toBe('en');
    expect(languageOf('lang=en; b=2')).toBe('en');
    expect(languageOf('lang=enx')).toBe('tw');
  });

  it('B01 is stored for 365 days', () => {
    expect(saveLanguage('en')).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax');
    expect(languageOf(saveLanguage('en'))).toBe('en');
  });
});
