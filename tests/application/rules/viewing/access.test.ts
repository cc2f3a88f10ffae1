import { describe, expect, it } from 'vitest';
import { isViewingCode, viewingRefusal } from '#application/viewing/rules/access.ts';
import { turnOf } from '#application/viewing/rules/window.ts';

const nobody = { passed: false, previews: false };

describe('R06 who may see a viewing page', () => {
  it('is open from its start; the end is exclusive; without either it is open at once and for ever', () => {
    const window = { start: '2026-11-01 00:00:00', end: '2026-12-01 00:00:00' };
    expect(turnOf(window, '2026-10-31 23:59:59')).toBe('before');
    expect(turnOf(window, '2026-11-01 00:00:00')).toBe('open');
    expect(turnOf(window, '2026-11-30 23:59:59')).toBe('open');
    expect(turnOf(window, '2026-12-01 00:00:00')).toBe('after');
    expect(turnOf({ start: '', end: '' }, '2026-12-01 00:00:00')).toBe('open');
  });

  it.each([
    ['an open page', { access: 'open', turn: 'open' }, nobody, undefined],
    ['before it opens', { access: 'open', turn: 'before' }, nobody, 'before'],
    ['after it closed', { access: 'open', turn: 'after' }, nobody, 'after'],
    ['a password that was not given', { access: 'password', turn: 'open' }, nobody, 'password'],
    ['no password is asked of a page that is closed', { access: 'password', turn: 'after' }, nobody, 'after'],
    ['a password that was given', { access: 'password', turn: 'open' }, { ...nobody, passed: true }, undefined],
    ['a personal link opens a page with a password', { access: 'password', turn: 'open' }, { ...nobody, link: 'open' }, undefined],
    ['a revoked link does not', { access: 'password', turn: 'open' }, { ...nobody, link: 'revoked' }, 'password'],
    ['a personal page without a link', { access: 'personal', turn: 'open' }, nobody, 'personal'],
    ['whatever password was given', { access: 'personal', turn: 'open' }, { ...nobody, passed: true }, 'personal'],
    ['a personal page with a link', { access: 'personal', turn: 'open' }, { ...nobody, link: 'open' }, undefined],
    ['with a link outside the window', { access: 'personal', turn: 'before' }, { ...nobody, link: 'open' }, 'before'],
    ['a revoked link', { access: 'personal', turn: 'open' }, { ...nobody, link: 'revoked' }, 'revoked'],
    ['an expired link', { access: 'personal', turn: 'open' }, { ...nobody, link: 'expired' }, 'expired'],
    ['staff who preview see it always', { access: 'personal', turn: 'after' }, { ...nobody, previews: true }, undefined],
  ] as const)('%s', (_name, page, visitor, expected) => {
    expect(viewingRefusal(page, visitor)).toBe(expected);
  });

  it('accepts 1-20 letters and digits as a campaign or a page', () => {
    expect(['ccdf15', '1', 'A'.repeat(20)].map(isViewingCode)).toEqual([true, true, true]);
    expect(['', 'A'.repeat(21), 'cc_df', '../x', '1 ', '１', undefined].map(isViewingCode)).toEqual(Array.from({ length: 7 }, () => false));
  });
});
