import { describe, expect, it } from 'vitest';
import { labelled, labelledParts, languageOf, saveLanguage } from '#rules/words/language.ts';

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

it('a label stands with its value as each language writes the two, whatever the value says', () => {
  expect([labelled('片名', '海的記憶', 'tw'), labelled('Title', 'The river', 'en')]).toEqual(['片名：海的記憶', 'Title: The river']);
  expect([labelled('Colour sets', '{label} |||| 2', 'tw'), labelled('a: b', '', 'en')]).toEqual(['Colour sets：{label} |||| 2', 'a: b: ']);
  expect(labelledParts<string | number>('{value}', 7, 'tw')).toEqual(['{value}', '：', 7]);
});
