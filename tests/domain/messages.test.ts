import { describe, expect, it } from 'vitest';
import { catalogue, type ProblemCode } from '#domain/problem.ts';
import { sentence, text } from '#domain/wording.ts';
import en from '#locales/en/messages.json' with { type: 'json' };
import tw from '#locales/tw/messages.json' with { type: 'json' };

const both: Record<string, Record<string, string>> = { tw, en };
const codes = Object.keys(catalogue) as ProblemCode[]; // its own keys
const placeholders = (template: string) => [...template.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each(['tw', 'en'])('the catalogue in %s', (lang) => {
  const messages = both[lang] ?? {};

  it('K01-K27 has a text for every code, and none without one but status texts and the API error', () => {
    expect(codes.filter((code) => !messages[code])).toEqual([]);
    const known = new Set<string>(codes);
    expect(Object.keys(messages).filter((key) => !known.has(key) && !/^(status\.\d{3}|api\.(error|unknown))$/.test(key))).toEqual([]);
  });

  it('R44 names the client error codes and the status texts', () => {
    for (const status of [120, 130, 440, 498, 499, 404, 500, 503]) expect(messages[`status.${status}`], String(status)).toBeTruthy();
  });
});

describe('the texts that the specification gives', () => {
  it.each([
    ['msg.login', 'Login failed'],
    ['msg.nochange', 'No change to save'],
    ['file.name', 'Filename too long'],
    ['file.format', 'Invalid data format'],
    ['file.none', 'No files found'],
  ] as [ProblemCode, string][])('K01 K08 V43 %s reads "%s"', (code, expected) => {
    expect(text(code, en)).toBe(expected);
  });

  it('K01 the wrong account or password in Chinese', () => {
    expect(text('msg.login', tw)).toBe('帳號或密碼錯誤');
  });

  it('V31 V42 a required field is named: "{label} is required", "id is required"', () => {
    expect(sentence({ path: 'id', code: 'field.required' }, en, 'en')).toBe('id is required');
  });

  it('K24 K26 others: "Save failed [..]", "retrieve failed [..]"; K23 "API error: {message} [{error}]"', () => {
    expect(text('msg.save', en, { message: 'unknown' })).toBe('Save failed [unknown]');
    expect(text('msg.retrieve', en, { message: '404' })).toBe('retrieve failed [404]');
    expect(en['api.error']).toBe('API error: {message} [{error}]');
  });

  it('R44 120 Client Error, 130 Unknown, 440 Login Time-out, 498 Invalid Token, 499 Token Required', () => {
    expect([120, 130, 440, 498, 499].map((status) => both.en?.[`status.${status}`])).toEqual([
      'Client Error',
      'Unknown',
      'Login Time-out',
      'Invalid Token',
      'Token Required',
    ]);
  });
});

describe('both languages say the same', () => {
  it.each(Object.keys(en))('%s has the same placeholders', (key) => {
    expect(placeholders(both.tw?.[key] ?? '')).toEqual(placeholders(both.en?.[key] ?? ''));
  });

  it('Chinese uses full-width punctuation outside of codes and examples', () => {
    const halfWidth = Object.entries(tw).filter(([, template]) => /[一-鿿][,.:;!?(]|[,:;!?)][一-鿿]/.test(template));
    expect(halfWidth).toEqual([]);
  });

  it('a refusal that the specified client would send again is only one that may succeed then', () => {
    const again = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
    expect(codes.filter((code) => again.has(catalogue[code]))).toEqual(['msg.again', 'msg.unavailable', 'msg.internal']);
  });
});
