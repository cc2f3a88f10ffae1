/** A connection that reads, in a thread of its own (decision 186): a statement that reads very many rows keeps nobody else waiting. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RawRow, SqlValue } from './database.ts';
import { openFile } from './sqlite-driver.ts';

/** 'forget': tables have changed, and with them what a prepared statement gives. 'close': nothing more is asked. */
export type Asked = 'forget' | 'close' | { id: number; sql: string; params: readonly SqlValue[] };

export interface Answer {
  id: number;
  rows?: RawRow[];
  /** with SQLite's number, as the driver throws it */
  failure?: { message: string; errcode: unknown };
}

const connection = openFile(String(workerData), true);
parentPort?.on('message', (asked: Asked) => {
  if (asked === 'forget') return connection.forget();
  if (asked !== 'close') return parentPort?.postMessage(answerTo(asked));
  connection.close();
  parentPort?.close();
});

function answerTo({ id, sql, params }: Exclude<Asked, string>): Answer {
  try {
    return { id, rows: connection.all(sql, params) as RawRow[] }; // as the driver gives them
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: unknown }; // the driver throws nothing else
    return { id, failure: { message, errcode } };
  }
}
