/** What the checks of an object ask of the others: as long as the answers are the same, so is what they find. */
import type { ObjectEntry } from '../model.ts';

/** Answers by question: 'object film' → the hash of its entry, 'file film' → 'yes', '' for neither; '*' → one hash for all of them. */
export type Answers = Record<string, string>;

/** All objects and the names of all files, as the checks see them; what is looked up is noted. */
export class Asked {
  readonly others: ReadonlyMap<string, ObjectEntry>;
  readonly names: Set<string>;
  readonly #answer: (question: string) => string;
  #answers: Answers = {};

  constructor(entries: readonly ObjectEntry[], names: Set<string>) {
    const others = new Map(entries.map((entry) => [entry.model.name, entry]));
    let all: string | undefined;
    this.#answer = (question) => {
      if (question === '*') {
        all ??= JSON.stringify([[...others.values()].map(({ model }) => [model.name, model.hash]), [...names]]);
        return all;
      }
      const [kind, name = ''] = question.split(' ');
      return (kind === 'file' ? names.has(name) && 'yes' : others.get(name)?.model.hash) || '';
    };
    const note = (question: string): void => {
      this.#answers[question] ??= this.#answer(question);
    };
    this.others = noted(others, 'object', note);
    this.names = noted(names, 'file', note);
  }

  /** The checks of the next object begin: nothing has been asked yet. */
  begin(): void {
    this.#answers = {};
  }

  /** What has been asked since. */
  get answers(): Answers {
    return this.#answers;
  }

  isSame(answers: Answers): boolean {
    return Object.entries(answers).every(([question, answer]) => this.#answer(question) === answer);
  }
}

/** The same map or set: what is looked up by its name is noted so; whoever goes through it, or counts it, has asked for all. */
function noted<T extends Map<string, ObjectEntry> | Set<string>>(all: T, kind: 'object' | 'file', note: (question: string) => void): T {
  return new Proxy(all, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') {
        note('*');
        return value;
      }
      return (...given: unknown[]) => {
        note((property === 'get' || property === 'has') && typeof given[0] === 'string' ? `${kind} ${given[0]}` : '*');
        return value.apply(target, given);
      };
    },
  });
}
