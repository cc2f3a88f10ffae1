/**
 * Remembers the cursors of pages seen, so that the next and the previous page of a long list cost the server no more than
 * the first: it goes on from a row instead of counting to it. A jump to a page whose neighbour was not seen goes by range. Pure.
 */
interface Cursors {
  next: string | null;
  previous: string | null;
}

export class PageCursors {
  readonly #limit: number;
  readonly #questions = new Map<string, Map<number, Cursors>>();

  constructor(limit = 50) {
    this.#limit = limit;
  }

  /** The cursor that leads to `page` of a question: `after` the page before it, else `before` the page behind it, else none. */
  toward(question: string, page: number): { after: string } | { before: string } | Record<string, never> {
    const pages = this.#questions.get(question);
    const after = pages?.get(page - 1)?.next;
    if (after) return { after };
    const before = page > 1 ? pages?.get(page + 1)?.previous : undefined;
    return before ? { before } : {};
  }

  /** Stores a page's cursors; the first page starts afresh, since it shows the present rows. */
  seen(question: string, page: number, cursors: Cursors): void {
    const pages = page === 1 ? new Map<number, Cursors>() : (this.#questions.get(question) ?? new Map<number, Cursors>());
    pages.set(page, cursors);
    this.#questions.delete(question);
    this.#questions.set(question, pages);
    for (const oldest of this.#questions.keys()) {
      if (this.#questions.size <= this.#limit) break;
      this.#questions.delete(oldest);
    }
  }
}
