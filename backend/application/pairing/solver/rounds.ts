/** Rounds in which the meetings of some people are solved whole while the others' stand: how many of them, and who. */
import type { Random } from '#rules/values/random.ts';

/** Columns of the programme of a round at first, at most such a share of all, and how that changes. */
const atFirst = 800;
const atMost = 0.4;
const wider = 1.15;
const narrower = 0.75;
/** With a share s of the people open about s ** 1.6 of all columns are: of the others' wishes only those are left whose two are idle. */
const power = 1 / 1.6;

export class Rounds {
  #columns: number;
  #idle = 0;
  readonly #all: number;
  readonly #patience: number;

  /**
   * @param all columns of the whole programme
   * @param patience rounds without anything better after which they grow wider
   */
  constructor(all: number, patience: number) {
    this.#all = all;
    this.#patience = patience;
    this.#columns = Math.min(atFirst, atMost * all);
  }

  /** Wider where nothing better is near, narrower where a round was not solved in its time. */
  tell(isBetter: boolean, isSolved: boolean): void {
    this.#idle = isBetter ? 0 : this.#idle + 1;
    if (!isSolved) this.#columns *= narrower;
    else if (this.#idle >= this.#patience) {
      this.#columns *= wider;
      this.#idle = 0;
    }
  }

  /** Some of so many people by chance, those named first before all others; everybody once the whole is as easy. */
  people(count: number, random: Random, first: readonly number[] = []): Set<number> {
    const share = Math.min(1, this.#columns / this.#all) ** power;
    const wanted = Math.max(1, Math.round(share * count));
    const open = new Set(random.sample(first, wanted));
    while (open.size < wanted) open.add(random.int(0, count - 1));
    return open;
  }
}
