/** K22, B06: a notice shows at most ten lines; a longer list ends in '..........'. Pure. */
export const longestNotice = 10;
export const ellipsis = '..........';

/** The lines to show of a message or a list of messages; line breaks inside a message count as lines. */
export function noticeLines(messages: string | readonly string[]): string[] {
  const lines = (typeof messages === 'string' ? [messages] : messages).flatMap((message) => message.split(/\r?\n/)).filter((line) => line.trim() !== '');
  return lines.length > longestNotice ? [...lines.slice(0, longestNotice), ellipsis] : lines;
}
