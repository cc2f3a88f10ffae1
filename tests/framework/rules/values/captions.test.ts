/** R34 V43: captions are looked at line by line, and SRT becomes WebVTT. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { captionsOfSrt, checkCaptions } from '#rules/values/captions.ts';

const found = (text: string) => {
  const { errors, warnings } = checkCaptions(text, 'river.vtt');
  return [errors, warnings].map((list) => list.map(({ code, values }) => `${code.slice(9)} ${values?.line}`));
};

it('R34 well-formed captions have nothing wrong, the demo’s neither', () => {
  expect(
    found(
      'WEBVTT\n\nNOTE by hand\n\nSTYLE\n::cue { color: red }\n\nfirst\n00:01.000 --> 00:04.000 align:start\nTonight\nit is bright.\n\n01:00:04.000 --> 01:00:06.000\n亮了。\n',
    ),
  ).toEqual([[], []]);
  for (const lang of ['tw', 'en']) expect(found(readFileSync(`backend/demo/media/river.${lang}.vtt`, 'utf8'))).toEqual([[], []]);
});

it('R34 times that cannot be read, ends before beginnings and a file without a caption are errors, with their lines', () => {
  expect(found('WEBVTT\r\n\r\n00:01,000 --> 00:04,000\r\na\r\n\r\n00:09.000 --> 00:05.000\r\nb\r\n\r\n1:00.000 --> 00:75.000\r\nc')).toEqual([
    ['time 3', 'end 6', 'time 9'],
    [],
  ]);
  expect(found('WEBVTT\n\nNOTE nothing\n')).toEqual([['none 1'], []]);
});

it('R34 what begins too early, overlaps, is empty or too fast to read is a warning', () => {
  const cues = [
    '00:10.000 --> 00:14.000\na',
    '00:12.000 --> 00:16.000\nb',
    '00:02.000 --> 00:03.000\nc',
    '00:20.000 --> 00:21.000\n',
    `00:30.000 --> 00:31.000\n${'字'.repeat(14)}`,
  ];
  expect(found(`WEBVTT\n\n${cues.join('\n\n')}\n`)).toEqual([[], ['overlap 6', 'order 9', 'empty 12', 'fast 15']]);
  expect(found(`WEBVTT\n\n00:30.000 --> 00:31.000\n<i>${'x'.repeat(24)}</i>\n`)).toEqual([[], []]);
});

it('R34 SRT becomes WebVTT, and nothing else does', () => {
  const made = captionsOfSrt('\uFEFF1\r\n00:00:01,5 --> 00:00:04,000\r\n今晚 12:30 見\r\n42\r\n\r\n2\r\n0:00:05,000 --> 0:00:06,250\r\nb\r\n');
  expect(made).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:04.000\n今晚 12:30 見\n42\n\n00:00:05.000 --> 00:00:06.250\nb\n');
  expect(found(made ?? '')).toEqual([[], []]);
  expect([captionsOfSrt('WEBVTT\n\n00:01.000 --> 00:02.000\na'), captionsOfSrt('a table,of,words'), captionsOfSrt('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('R34 captions beyond the end of the film are told once, where its length is known', () => {
  const text = 'WEBVTT\n\n00:01.000 --> 01:12.300\na\n\n01:14.000 --> 01:16.000\nb\n\n01:20.000 --> 01:22.000\nc\n';
  expect(checkCaptions(text, 'river.vtt', 72).warnings).toEqual([
    { path: '', code: 'captions.beyond', values: { name: 'river.vtt', line: 6, length: '1:12' } },
  ]);
  expect(checkCaptions(text, 'river.vtt', 3_661).warnings).toEqual([]);
  expect(checkCaptions(text, 'river.vtt').warnings).toEqual([]);
  expect(checkCaptions('WEBVTT\n\n02:00:00.000 --> 02:00:02.000\na\n', 'a', 3_661).warnings[0]?.values?.length).toBe('1:01:01');
});
