/**
 * Transactions that only write, with nothing read before: while one is on its way to the database, the next of the same statements wait and go together, in
 * one statement with one COMMIT (decision 159). None is answered before that; where one fails, each goes by itself and has its own error.
 */
import type { Later, SqlValue } from './database.ts';
import { isLost } from './lost.ts';

/** Transactions that go together; a power of two, as are all groups: few texts for the driver to prepare. */
const most = 16;
/** Statements, values and characters of one that waits for others; what is larger goes by itself. Sixteen of them stay far below what a packet holds. */
const mostStatements = 8;
const mostValues = 1_000;
const mostCharacters = 30_000;
/** ms after which the next group goes too. */
const patience = 100;

/** SIGNAL's own error, by which a change says that its row has another version. */
const unmatchedErrno = 1644;

interface Waiting {
  writes: readonly Later[];
  done(): void;
  failed(error: unknown): void;
}

export class Together {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #send: (writes: readonly Later[], mayWait: boolean) => Promise<void>;

  /** `send` commits all of these statements or none; where it may not wait for rows that others hold, it fails at once. */
  constructor(send: (writes: readonly Later[], mayWait: boolean) => Promise<void>) {
    this.#send = send;
  }

  /** Resolves when all of them are committed. @throws the error of one of them; then none is */
  commit(writes: readonly Later[]): Promise<void> {
    if (isLarge(writes)) return this.#send(writes, true);
    const shape = writes.map(({ sql }) => sql).join(';');
    return new Promise((done, failed) => {
      const waiting = this.#waiting.get(shape);
      if (waiting) return void waiting.push({ writes, done, failed });
      this.#waiting.set(shape, []);
      void this.#each(shape, [{ writes, done, failed }]);
    });
  }

  async #each(shape: string, first: Waiting[]): Promise<void> {
    const waiting = this.#waiting.get(shape) ?? [];
    for (let group = first; group.length; group = waiting.splice(0, 2 ** Math.floor(Math.log2(Math.min(waiting.length, most))))) await this.#go(group);
    this.#waiting.delete(shape);
  }

  /** Resolves when the group is committed or given up, or when others have waited long enough for it. */
  #go(group: Waiting[]): Promise<void> {
    return new Promise((next) => {
      const late = setTimeout(next, patience);
      const isAlone = group.length === 1;
      this.#send(
        group.flatMap(({ writes }) => writes),
        isAlone,
      )
        .then(
          () => group.forEach(({ done }) => void done()),
          (error: unknown) => {
            // Of a lost connection nobody knows what became of the group: asked again, its rows might be written twice.
            for (const { writes, done, failed } of group) isAlone || isLost(error) ? failed(error) : this.#send(writes, true).then(done, failed);
          },
        )
        .finally(() => {
          clearTimeout(late);
          next();
        });
    });
  }
}

/** All of these and their COMMIT as one statement to the server; what fails in it leaves it before its COMMIT. */
export function blockOf(later: readonly Later[]): { sql: string; params: SqlValue[] } {
  const checked = ({ sql, unmatched }: Later, at: number) =>
    unmatched ? `${sql}; IF ROW_COUNT() = 0 THEN SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${unmatchedErrno}, MESSAGE_TEXT = '${at}'; END IF; ` : `${sql}; `;
  return { sql: `BEGIN NOT ATOMIC ${later.map(checked).join('')}COMMIT; END`, params: later.flatMap(({ params }) => params) };
}

/** What is thrown for the one of them that matched no row, where that is what the block says. */
export function unmatchedIn(later: readonly Later[], error: unknown): Error | undefined {
  const { errno, message } = error as { errno?: number; message?: string }; // any driver's error
  return errno === unmatchedErrno ? later[Number(message)]?.unmatched?.() : undefined;
}

function isLarge(writes: readonly Later[]): boolean {
  let [values, characters] = [0, 0];
  for (const { params } of writes) {
    values += params.length;
    for (const value of params) if (typeof value === 'string' || value instanceof Uint8Array) characters += value.length;
  }
  return writes.length > mostStatements || values > mostValues || characters > mostCharacters;
}
