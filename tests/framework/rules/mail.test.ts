import { describe, expect, it } from 'vitest';
import { givenUpAfter, isHeaderText, isMailbox, lease, redacted, waitAfter } from '#rules/mail.ts';

describe('mails', () => {
  it.each(['a@example.com', 'mei.lin+forum@films.example.tw', "o'hara@example.com", '王@例子.台灣'])('one mailbox: %s', (address) => {
    expect(isMailbox(address)).toBe(true);
  });

  it.each([
    '',
    'a',
    'a@',
    '@example.com',
    'a@example',
    'a@b@example.com',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    'Name <a@example.com>',
    'a@example.com\nBcc: b@example.com',
    'a@example.com\r\n',
    ' a@example.com',
    'a b@example.com',
    'group:a@example.com',
    '"a"@example.com',
    'a@[127.0.0.1]',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('no mailbox: %j', (address) => {
    expect(isMailbox(address)).toBe(false);
  });

  it('a header is one line', () => {
    expect(isHeaderText('您的驗證碼')).toBe(true);
    for (const text of ['a\r\nBcc: b@example.com', 'a\nb', 'a\u2028b', 'a\0b', 'a'.repeat(301)]) expect(isHeaderText(text)).toBe(false);
  });

  it('waits longer each time, and fails at once or after three days', () => {
    const wait = (tries: number) => waitAfter({ tries, permanent: false, age: 0 }) ?? 0;
    for (let tries = 1; tries < 7; tries += 1) expect(wait(tries + 1)).toBeGreaterThan(wait(tries));
    expect(wait(500)).toBe(wait(7));
    expect(waitAfter({ tries: 1, permanent: true, age: 0 })).toBeUndefined();
    expect(waitAfter({ tries: 1, permanent: false, age: givenUpAfter })).toBeUndefined();
    expect(lease).toBeGreaterThan(60_000);
  });

  it('a code that has arrived is hidden', () => {
    expect(redacted('Your code: 123456.\nhttps://x/erp/login#reset=abc-def')).toBe('Your code: ••••••.\nhttps://x/erp/login#reset=…');
  });
});
