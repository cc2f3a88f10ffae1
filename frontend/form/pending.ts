/** What is still being typed: fields hand it over a moment later, and all of it before a save. */
export class Pending {
  readonly #commits = new Set<() => void>();

  add(commit: () => void): () => void {
    this.#commits.add(commit);
    return () => this.#commits.delete(commit);
  }

  flush(): void {
    for (const commit of [...this.#commits]) commit();
  }
}
