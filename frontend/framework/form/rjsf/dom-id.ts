/** Ids of boxes. Where an element names several, spaces part them, so a field's own spaces are written otherwise. */
export function domId(id: string): string {
  return id.replace(/\s/g, '~20');
}
