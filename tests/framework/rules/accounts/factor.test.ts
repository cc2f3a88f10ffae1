import { describe, expect, it } from 'vitest';
import { demandsFactor, readFactor, recoveryLetters, showRecovery } from '#rules/accounts/factor.ts';

describe('a second factor as it is typed', () => {
  it.each([
    ['123456', { app: '123456' }],
    [' 123 456 ', { app: '123456' }],
    ['１２３４５６', { app: '123456' }],
    ['abcde-12345', { recovery: 'abcde12345' }],
    ['ABCDE 12345', { recovery: 'abcde12345' }],
    ['0123456789', { recovery: '0123456789' }],
    ['12345', undefined],
    ['', undefined],
    ['a'.repeat(41), undefined],
    [123456, undefined],
    [{ $ne: 1 }, undefined],
    [undefined, undefined],
  ])('%j is %j', (typed, expected) => {
    expect(readFactor(typed)).toEqual(expected);
  });

  it('a recovery code is shown in two halves, and read back as it was', () => {
    expect(showRecovery('abcde12345')).toBe('abcde-12345');
    expect(readFactor(showRecovery('abcde12345'))).toEqual({ recovery: 'abcde12345' });
  });

  it('recovery codes are of 32 characters, none of which looks like another', () => {
    expect(new Set(recoveryLetters).size).toBe(32);
    expect(recoveryLetters).not.toMatch(/[ilou]/);
  });

  it('roles of the setting demand it, an empty list nothing', () => {
    expect(demandsFactor(['[op]', '[]'], ['[]'])).toBe(true);
    expect(demandsFactor(['[op]'], ['[]'])).toBe(false);
    expect(demandsFactor(['[]'], [])).toBe(false);
  });
});
