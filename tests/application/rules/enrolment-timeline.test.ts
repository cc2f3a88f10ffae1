import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignOf, ownEnd } from '#application/enrolment/rules/deadline.ts';
import { timelineOf } from '#application/enrolment/rules/timeline.ts';

const campaign = {
  select: { start: '2026-04-05 00:00:00', end: '2026-05-01 00:00:00' },
  days: [{ date: '2026-06-02' }, { date: '2026-06-01' }],
  zone: 'GMT+8',
};
const sent = { status: 'submitted', submitAt: '2026-03-30 10:00:00', verifyAt: '', toldAt: '' };
const verified = { ...sent, status: 'verified', verifyAt: '2026-04-02 10:00:00' };
const shown = (...of: Parameters<typeof timelineOf>) => timelineOf(...of).map(({ key, state }) => `${key} ${state}`);

describe('what happens next with an enrolment', () => {
  it('follows its state, the selection window and the forum’s days in the campaign’s zone', () => {
    expect(shown(sent, campaign, '2026-04-01 00:00:00')).toEqual(['submitted done', 'check now', 'jury ahead', 'result ahead', 'forum ahead']);
    expect(shown(verified, campaign, '2026-04-10 00:00:00')).toEqual(['submitted done', 'check done', 'jury now', 'result ahead', 'forum ahead']);
    expect(shown(verified, campaign, '2026-05-01 00:00:00')).toEqual(['submitted done', 'check done', 'jury done', 'result now', 'forum ahead']);
    const selected = { ...verified, status: 'selected', toldAt: '2026-05-05 00:00:00' };
    expect(shown(selected, campaign, '2026-05-31 15:59:59').slice(2)).toEqual(['jury done', 'result done', 'forum ahead']);
    expect(shown(selected, campaign, '2026-05-31 16:00:00').at(-1)).toBe('forum now');
    expect(shown(selected, campaign, '2026-06-02 16:00:00').at(-1)).toBe('forum done');
    expect(timelineOf(selected, campaign, '2026-05-10 00:00:00').at(-1)).toMatchObject({ from: '2026-06-01', until: '2026-06-02' });
  });

  it('promises nothing that nobody has set, and no forum to whoever was told of a refusal', () => {
    expect(shown(sent, { select: { start: '', end: '' }, days: [], zone: 'GMT+8' }, '2026-04-01 00:00:00')).toEqual(['submitted done', 'check now']);
    expect(shown({ ...verified, toldAt: '2026-05-05 00:00:00' }, campaign, '2026-05-10 00:00:00')).toEqual([
      'submitted done',
      'check done',
      'jury done',
      'result done',
    ]);
    // The jury does not read what was not checked, whatever the window.
    expect(shown(sent, campaign, '2026-04-10 00:00:00')).toContain('jury ahead');
    for (const status of ['draft', 'withdrawn']) expect(timelineOf({ ...sent, status }, campaign, '2026-04-01 00:00:00')).toEqual([]);
  });
});

describe('a deadline of one’s own', () => {
  const stamp = fc.constantFrom('', '2026-03-01 00:00:00', '2026-04-01 00:00:00', '2026-04-02 00:00:00', '2030-01-01 00:00:00');
  it('is never earlier than the campaign’s end, and leaves an open end open', () => {
    fc.assert(
      fc.property(stamp, stamp, (extendedUntil, cEnd) => {
        const of = campaignOf({ extendedUntil }, { cEnd });
        expect(of.cEnd === '' ? cEnd === '' : of.cEnd >= cEnd).toBe(true);
        expect(of.cEnd).toBe(ownEnd({ extendedUntil }, { cEnd }) || cEnd);
        if (cEnd !== '' && extendedUntil > cEnd) expect(of.cEnd).toBe(extendedUntil);
      }),
    );
  });
});
