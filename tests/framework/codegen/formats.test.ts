/** Formats by example: ours (specification section 5), and the standard's below them. */
import vm from 'node:vm';
import { expect, it, describe as suite } from 'vitest';
import { emitValidator } from '#codegen/emit/emit-validator.ts';
import { formats } from '#codegen/emit/standard-formats.ts';
import { derive } from '#codegen/pipeline.ts';

const examples: [id: string, name: string, good: string[], bad: string[]][] = [
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
  ['E17', 'uuid', ['0b5f6d1e-6f0a-4b53-9d0c-0c1f3ad2c6a1'], ['0b5f6d1e', '0b5f6d1e-6f0a-4b53-9d0c-0c1f3ad2c6ag']],
  ['E17', 'hostname', ['a', 'mail.example.org', 'xn--fsq.tw'], ['-a.tw', 'a b', 'a..tw', '例子.tw']],
  ['E17', 'ipv4', ['192.0.2.1'], ['192.0.2', '192.0.2.256', '192.0.2.1\u0000']],
  ['E17', 'ipv6', ['::1', '2001:db8::7'], [':::', '2001:db8', '192.0.2.1']],
  ['E17', 'duration', ['P1D', 'PT2H30M', 'P3W'], ['P', '1D', 'P1H']],
  ['E17', 'rfc3339', ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.25+08:00'], ['2026-01-31 09:30:00', '2026-02-30T09:30:00Z', '2026-01-31T09:30:00']],
  ['E17', 'rfc3339-time', ['09:30:00Z', '09:30:00+08:00'], ['09:30:00', '9:30Z']],
  ['E17', 'any-uri', ['urn:isbn:9780140449136', 'mailto:a@b.tw', 'https://a.tw/x'], ['a b', 'javascript:alert(1)', '/x']],
  ['E17', 'uri-reference', ['../a?b#c', 'https://a.tw'], ['a b', '\\\\a']],
  ['E17', 'json-pointer', ['/a/b~1c/0'], ['a/b', '/~2']],
  ['E17', 'regex', ['^a+$'], ['(']],
  ['E17', 'iri', ['https://例子.tw/片', 'urn:片'], ['例子', 'javascript:alert(1)', 'https://a b']],
  ['E17', 'idn-email', ['李@例子.tw'], ['李', '李@例子', 'a b@c.tw']],
  ['E17', 'idn-hostname', ['例子.tw', 'a-b'], ['-a', 'a b']],
  ['E17', 'color', ['#fff', '#A1B2C3', 'teal', 'rgb(1, 2, 3)'], ['#12', 'url(x)', 'rgb(']],
  ['E17', 'byte', ['YWJj', 'YQ=='], ['YWJ', 'a b', '海']],
];

suite.each(examples)('%s %s', (_id, name, good, bad) => {
  it.each(good)('accepts %j', (value) => expect(formats[name]?.(value)).toBe(true));
  it.each(bad)('refuses %j', (value) => expect(formats[name]?.(value)).toBe(false));
  it('leaves the empty text to `required`', () => expect(formats[name]?.('')).toBe(true));
});

suite('a schema that names a format of the standard', () => {
  const text = (format: string, maxLength = 80) => ({ type: 'string', format, maxLength });
  const fileOf = (properties: object) => new Map([['schemas/machine.json', JSON.stringify({ title: 'Machine', properties, required: ['name'] })]]);
  const compiled = async (properties: object) => {
    const { entries, errors } = derive(fileOf(properties));
    expect(errors).toEqual([]);
    const entry = entries[0];
    if (!entry) throw new Error('no entry');
    const source = await emitValidator(entry, 'iife');
    // as in a page: no code can be made there
    const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext(source, context);
    return {
      source,
      validate: (record: object) =>
        (vm.runInContext(`validator.validate(${JSON.stringify(record)})`, context) as { instancePath: string; keyword: string }[]).map(
          (error) => `${error.instancePath} ${error.keyword}`,
        ),
    };
  };

  it('E17 is validated by the module that the browser gets, as by the server', async () => {
    const { validate } = await compiled({ name: text('hostname'), serial: text('uuid'), address: text('ipv6') });
    const row = { id: 'a', name: 'mail.example.org', serial: '', address: '::1' };
    expect(validate(row)).toEqual([]);
    expect(validate({ ...row, serial: 'seven', address: 'here' })).toEqual(expect.arrayContaining(['/serial format', '/address format']));
    expect(validate({ ...row, name: '' }), 'being empty is `required`’s matter').toEqual(['/name minLength']);
  });

  it('counts characters and no halves of them, at both ends', async () => {
    const { validate } = await compiled({ name: { type: 'string', minLength: 3, maxLength: 5 } });
    const found = (name: string) => validate({ id: 'a', name });
    for (const one of ['a', '海', '𠮷', 'é', '👩'])
      for (let length = 0; length <= 12; length += 1)
        expect(found(one.repeat(length)), `${length} × ${one}`).toEqual(length < 3 ? ['/name minLength'] : length > 5 ? ['/name maxLength'] : []);
    expect(found('a𠮷海𠮷b')).toEqual([]);
    expect(found('a𠮷海𠮷bc')).toEqual(['/name maxLength']);
  });

  it('includes the table of the standard, and no other module does', async () => {
    const [with_, without] = await Promise.all([compiled({ name: text('hostname') }), compiled({ name: text('email') })]);
    expect(with_.source.length - without.source.length).toBeGreaterThan(3_000);
    expect(without.source).not.toContain('hostname');
  });

  it('that is unknown is refused by its name', () => {
    expect(derive(fileOf({ name: text('uuidd') })).errors.map(({ message }) => message)).toEqual([expect.stringContaining('uuidd')]);
  });
});
