/** R44: the client's own codes; 120 is a fault of this page, 130 is anything that has no code. */
export const clientError = 120;
export const unknownError = 130;

/** The status text of a code in the catalogue's words; one without a text of its own reads as 'Unknown'. */
export function statusText(code: number, words: (key: string) => string): string {
  const text = words(`status.${code}`);
  return text === `status.${code}` ? words(`status.${unknownError}`) : text;
}

/** What an error page shows of an error: its code, 120 for a fault of the page itself, 130 for what is no error at all. */
export function statusOf(error: unknown): number {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' && error.status > 0) return error.status;
  return error instanceof Error ? clientError : unknownError;
}
