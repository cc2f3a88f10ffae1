/** A place that the application fills, declared beside what asks for it: the framework names no application, and no circle of imports comes of it. */
export class Slot<T> {
  #value: T;
  readonly #empty: T;

  /** @param empty what holds without an application */
  constructor(empty: T) {
    this.#value = empty;
    this.#empty = empty;
  }

  fill(value: T | undefined): void {
    this.#value = value ?? this.#empty;
  }

  get value(): T {
    return this.#value;
  }
}
