import { unknownError } from '#rules/log-entry.ts';

/** The status text of a code in the catalogue's words; one without a text of its own reads as 'Unknown'. */
export function statusText(code: number, words: (key: string) => string): string {
  const text = words(`status.${code}`);
  return text === `status.${code}` ? words(`status.${unknownError}`) : text;
}
