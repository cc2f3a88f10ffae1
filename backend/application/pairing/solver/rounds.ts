/** Rounds in which the meetings of some people are solved exactly while the others stay: how many people, and which. */
import type { Random } from '#rules/values/random.ts';

/** Number of columns in a round's program at first, its greatest share of all columns, and how the number changes. */
const atFirst = 800;
const atMost = 0.4;
const wider = 1.15;
const narrower = 0.75;
/** With a share s of the people, about s ** 1.6 of all columns are in the program, because a wish to one of the others counts only where both are idle. */
const power = 1 / 1.6;

export class Rounds {
  #columns: number;
  #idle = 0;
  readonly #all: number;
  readonly #patience: number;

  /**
   * @param all number of columns of the whole program
   * @param patience rounds without improvement after which they grow
   */
  constructor(all: number, patience: number) {
    this.#all = all;
    this.#patience = patience;
    this.#columns = Math.min(atFirst, atMost * all);
  }

  /** The next round is larger where nothing better was found, smaller where a round was not solved in its time. */
  tell(isBetter: boolean, isSolved: boolean): void {
    this.#idle = isBetter ? 0 : this.#idle + 1;
    if (!isSolved) this.#columns *= narrower;
    else if (this.#idle >= this.#patience) {
      this.#columns *= wider;
      this.#idle = 0;
    }
  }

  /** Some people at random, the preferred ones first; everybody once the whole program is as easy. */
  people(count: number, random: Random, first: readonly number[] = []): Set<number> {
    const share = Math.min(1, this.#columns / this.#all) ** power;
    const wanted = Math.max(1, Math.round(share * count));
    const open = new Set(random.sample(first, wanted));
    while (open.size < wanted) open.add(random.int(0, count - 1));
    return open;
  }
}
