import type { Transaction } from './database.ts';

/**
 * One part of a transaction that succeeds or fails by itself: what it wrote is taken back where it throws, and the rest goes on. Its listeners are called
 * only if its writes stay. A deadlock or a full disk undoes the whole transaction; whoever catches what it throws then lets it pass.
 */
export async function savepoint<T>(tx: Transaction, work: (part: Transaction) => Promise<T>): Promise<T> {
  const tasks: (() => void)[] = [];
  const part: Transaction = Object.create(atOnce(tx), { afterCommit: { value: (task: () => void) => void tasks.push(task) } });
  await tx.run('SAVEPOINT part');
  let result: T;
  try {
    result = await work(part);
  } catch (error) {
    // Where the whole is undone already, its savepoint is gone, and what led here says so.
    await tx.run('ROLLBACK TO SAVEPOINT part').catch(() => undefined);
    throw error;
  }
  await tx.run('RELEASE SAVEPOINT part');
  for (const task of tasks) tx.afterCommit(task);
  return result;
}

/** The same transaction where nothing waits for the COMMIT: what it writes fails there and then. */
export function atOnce(tx: Transaction): Transaction {
  return Object.create(tx, { runLast: { value: undefined } });
}
