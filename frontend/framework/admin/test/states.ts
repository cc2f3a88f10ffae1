/** The states in which the test page shows every field: one row each, with its form. */
import type { Row } from '#codegen/model.ts';

export const states = ['empty', 'required', 'filled', 'locked', 'readonly', 'invalid', 'long', 'hidden'] as const;
export type State = (typeof states)[number];

const filled: Row = {
  state: 'free',
  line: '福爾摩沙',
  pattern: 'ABC-1234',
  email: 'ann@example.com',
  uri: 'https://www.example.com/page',
  phone: 'TW,+886912345678',
  telephone: '(02) 2345-6789 #12',
  code: 'tw-001.a',
  digits: '00123456',
  identifier: 'first_name',
  password: '',
  long: '第一行\n第二行',
  html: '<p>一段<strong>粗體</strong>文字</p>',
  style: '.title { color: red; }',
  integer: 42,
  money: 1234.5,
  number: 23.697,
  boolean: true,
  date: '2026-11-21',
  time: '18:30:00',
  moment: '2026-11-21 10:30:00',
  select: '[b]',
  radio: '[a]',
  several: ['[a]', '[c]'],
  boxes: ['[b]'],
  tags: ['紀錄片', 'short'],
  place: { street: '中山北路二段 1 號', floor: 3 },
  grid: [
    { what: '剪接', amount: 1200.5, done: true },
    { what: 'Colour', amount: 800, done: false },
  ],
  cards: [{ name: '第一張', note: '一些說明' }],
  json: { any: ['data', 1, true] },
  fixed: '系統',
};

const sentence = '海風吹過漁港的清晨，老船長把一生的故事說給孫女聽。A long sentence follows the wind along the harbour wall and does not end. ';

/** Values of the state's row; fields that are not here keep their defaults. */
export function rowOf(state: State): Row {
  switch (state) {
    case 'empty':
      return {};
    case 'required':
      return { state: 'required' };
    case 'hidden':
      return { ...filled, state: 'hidden' };
    case 'locked':
      return { ...filled, state: 'locked' };
    case 'invalid':
      return { ...filled, ...wrong };
    case 'long':
      return {
        ...filled,
        line: sentence.slice(0, 80),
        uri: `https://www.example.com/${'a-long-path/'.repeat(30)}`,
        long: sentence.repeat(12),
        html: `<p>${sentence.repeat(6)}</p><p>${'無空格長字串'.repeat(40)}</p>`,
        tags: ['一個很長很長的標籤到此為止', 'Pneumonoultramicro', 'ccc', 'dddd', 'eeeee'],
        place: { street: 'x'.repeat(100), floor: 120 },
        grid: Array.from({ length: 5 }, (_, index) => ({ what: sentence.slice(0, 60), amount: 9_999_999_999.99, done: index % 2 === 0 })),
        cards: Array.from({ length: 3 }, () => ({ name: sentence.slice(0, 60), note: sentence.repeat(4) })),
      };
    default:
      return filled;
  }
}

const wrong: Row = {
  line: 'x',
  pattern: 'abc',
  email: 'not an address',
  uri: 'javascript:alert(1)',
  phone: 'XX',
  telephone: 'call me',
  code: '中文',
  digits: '12a',
  identifier: '1st',
  integer: 0,
  money: -1,
  number: 91,
  date: '2026-02-30',
  time: '25:00:00',
  moment: 'tomorrow',
  select: '[z]',
  radio: '[z]',
  several: ['[a]', '[b]', '[c]'],
  boxes: ['[z]'],
  tags: ['a', 'b', 'c', 'd', 'e', 'f'],
  place: { street: '', floor: 121 },
  grid: [{ what: '', amount: 1.234, done: false }],
};
