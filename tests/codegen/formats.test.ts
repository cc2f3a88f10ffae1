/** Our formats by example (specification section 5). */
import { expect, it, describe as suite } from 'vitest';
import { formats } from '#codegen/formats.ts';

const examples: [id: string, name: keyof typeof formats, good: string[], bad: string[]][] = [
  ['V34', 'date', ['2024-02-29', '1000-01-01', '9999-12-31'], ['2023-02-29', '2024-13-01', '2024-00-10', '0999-01-01', '2024-1-1', '2024-01-01 ', '20240101']],
  ['V34', 'time', ['00:00:00', '23:59:59'], ['24:00:00', '12:60:00', '12:00', '12:00:60']],
  ['E17', 'date-time', ['2024-02-29 23:59:59'], ['2024-02-29T23:59:59', '2024-02-29 23:59:59Z', '2024-02-30 00:00:00', '2024-02-29']],
  ['V39', 'email', ['a@b.tw', "o'neil+x@mail.example.org"], ['a', 'a@b', '@b.tw', 'a@b..tw', 'a b@c.tw', 'a@b.tw, c@d.tw', 'a@-b.tw']],
  [
    'V33',
    'uri',
    ['https://例子.tw/片?x=1#y', 'https://a.tw/@user', 'http://localhost:8080', '/get/files/a.png', 'https://[::1]/'],
    [
      'ftp://a.tw',
      'javascript:alert(1)',
      '/get/other/a.png',
      'www.a.tw',
      'https://',
      'https://a b',
      '/get/files/../../etc',
      '//a.tw',
      'https://bank.example@evil.example/',
      'http://a:b@c.tw',
    ],
  ],
  ['V38', 'phone', ['TW,+886912345678', 'US,+1'], ['TW,+', 'tw,+886', '+886912', 'TW,886', 'TW, +886']],
  ['V37', 'telephone', ['(02) 2345-6789 #12'], ['+886', '02.2345', '０２']],
  ['V36', 'id', ['a.B-9_'], ['a b', 'a/b', 'é']],
  ['V36', 'digits', ['0123'], ['1.0', '-1', '１']],
  ['V36', 'identifier', ['_a1', 'Z'], ['1a', 'a-b', 'a.b']],
  ['V30', 'text', ['海🎬', 'line\nline'], ['\ud800', 'a\u0000b']],
];

suite.each(examples)('%s %s', (_id, name, good, bad) => {
  it.each(good)('accepts %j', (value) => expect(formats[name](value)).toBe(true));
  it.each(bad)('refuses %j', (value) => expect(formats[name](value)).toBe(false));
  it('leaves the empty text to `required`', () => expect(formats[name]('')).toBe(true));
});
