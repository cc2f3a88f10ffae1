/** What becomes of an enrolment when its applicant is erased, and when a campaign is over (decision 125). */
import { describe, expect, it } from 'vitest';
import { endOfCampaign, fateOf, isOver, type Span } from '#application/site/rules/erasure.ts';

const span = (more: Partial<Span> = {}): Span => ({ cEnd: '2026-02-01 00:00:00', sEnd: '', days: [], zone: 'GMT+8', ...more });

describe('when a campaign is over', () => {
  it.each([
    ['the enrolment alone', span(), '2026-02-01 00:00:00'],
    ['the selection after it', span({ sEnd: '2026-03-01 00:00:00' }), '2026-03-01 00:00:00'],
    [
      'the last day of the forum, in the campaign’s zone',
      span({ days: [{ date: '2026-04-02', start: '09:00:00', end: '17:00:00' }] as Span['days'] }),
      '2026-04-02 09:00:00',
    ],
    ['nothing that ends', span({ cEnd: '' }), ''],
  ])('%s', (_, campaign, end) => expect(endOfCampaign(campaign)).toBe(end));

  it('the end itself is past it, and one without an end is never over', () => {
    expect([isOver(span(), '2026-01-31 23:59:59'), isOver(span(), '2026-02-01 00:00:00'), isOver(span({ cEnd: '' }), '2099-01-01 00:00:00')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('what becomes of an enrolment', () => {
  const row = (status: string, more: object = {}) => ({ status, submitAt: '', enrollid: '', ...more }) as Parameters<typeof fateOf>[0];
  it.each([
    ['draft', row('draft'), 'removed', 'removed'],
    ['draft that was sent back', row('draft', { submitAt: '2026-01-02 00:00:00' }), 'emptied', 'emptied'],
    ['draft with a number', row('draft', { enrollid: 'C001' }), 'emptied', 'emptied'],
    ['withdrawn', row('withdrawn'), 'emptied', 'emptied'],
    ['submitted', row('submitted'), 'needed', 'emptied'],
    ['verified', row('verified'), 'needed', 'emptied'],
    ['selected', row('selected'), 'needed', 'contacts'],
  ])('%s', (_, enrolment, during, after) => expect([fateOf(enrolment, false), fateOf(enrolment, true)]).toEqual([during, after]));
});
