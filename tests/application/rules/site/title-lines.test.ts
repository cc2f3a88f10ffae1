/** Issue 14.2: where the title of a page breaks. */
import { expect, it } from 'vitest';
import { inLines } from '#application/site/pages/title-lines.ts';

it('a title breaks after the edition and after the forum’s name, never before a mark and never inside of a word', () => {
  const parts = (title: string) =>
    inLines(title)
      .toString()
      .split('<wbr>')
      .map((part) => part.replace(/<[^>]+>/g, ''));
  expect(parts('第 15 屆紀錄片提案大會線上觀影')).toEqual(['第 15 屆', '紀錄片提案大會', '線上觀影']);
  expect(parts('第 15 屆紀錄片提案大會：新秀單元')).toEqual(['第 15 屆', '紀錄片提案大會：', '新秀單元']);
  expect(parts('社會會議')).toEqual(['社會會議']);
  expect(parts('Documentary Pitch Forum 15')).toEqual(['Documentary Pitch Forum 15']);
});
