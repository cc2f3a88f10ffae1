/** In a thread of its own: makes the lines of one LOAD DATA, a batch for every 'more' that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { entryOf, shippedObjects } from './objects.ts';
import { columnsOf, companies, dataLine, films, storedRows } from './rows.ts';
import type { Job } from './seed-mariadb.ts';

const batch = 2000;
const { job, columns } = workerData as { job: Job; columns: string[] }; // given by seed-mariadb.ts
const entry = entryOf(await shippedObjects(), job.object);
const kind = job.object === 'film' ? films(entry, job.count, job.companies) : companies(entry, job.count);
const rows = storedRows(kind);

parentPort?.on('message', () => {
  let lines = '';
  for (let number = 0; number < batch; number += 1) {
    const next = rows.next();
    if (next.done) break;
    const { columns: values, document } = columnsOf(entry, next.value, 'mariadb');
    lines += dataLine([...columns.map((name) => values[name] ?? null), document]);
  }
  const bytes = new TextEncoder().encode(lines);
  parentPort?.postMessage(lines ? bytes : null, lines ? [bytes.buffer] : []);
  if (!lines) parentPort?.close();
});
