import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOfLink } from '#ui/rich/link-address.ts';

describe('the address of a link, as a person types it', () => {
  it('a page needs no scheme, a mailbox none either; a page of this site begins with a slash', () => {
    expect(
      ['example.org', ' example.org/map?a=1 ', 'http://example.org', 'a@example.org', 'mailto:a@example.org', '/dates', '#dates', 'example.org:8080/x'].map(
        addressOfLink,
      ),
    ).toEqual([
      'https://example.org',
      'https://example.org/map?a=1',
      'http://example.org',
      'mailto:a@example.org',
      'mailto:a@example.org',
      '/dates',
      '#dates',
      'https://example.org:8080/x',
    ]);
  });

  it('what leads nowhere, or anywhere else, is refused', () => {
    for (const text of ['', ' ', 'harbour', 'two words.org', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', '//example.org', 'https://', '#'])
      expect(addressOfLink(text), text).toBeUndefined();
  });

  it('whatever is typed, it leads to a page, a mailbox or a place of this site', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.emailAddress(), fc.stringMatching(/^ ?[a-zA-Z]{1,11}:[a-z./(]{0,12}$/)), (text) => {
        const href = addressOfLink(text);
        expect(href === undefined || /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href), `${text} → ${href}`).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
