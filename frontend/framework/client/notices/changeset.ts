/** What a page is about to do, under an id of its own: the server notes what is written, so that it can be taken back. */

export function newChangeset(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What a request sends along for it. */
export function noted(changeset: string): Record<string, string> {
  return { 'X-Changeset': changeset };
}
