/** What is still on its way into the row: typed text, handed over a moment later, and files; a save takes the one along and waits for the other. */
export class Pending {
  readonly #commits = new Set<() => void>();

  add(commit: () => void): () => void {
    this.#commits.add(commit);
    return () => this.#commits.delete(commit);
  }

  readonly #holds = new Set<() => Promise<void>>();

  /** A save waits until what is held resolves. */
  hold(settled: () => Promise<void>): void {
    this.#holds.add(settled);
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#holds].map((settled) => settled()));
  }

  flush(): void {
    for (const commit of [...this.#commits]) commit();
  }
}
