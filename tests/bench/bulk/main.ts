/**
 * `npm run bench:bulk`: a field of 10,000 films is looked at, changed and taken back, as three jobs of the built server, on both databases.
 *
 * BENCH_ROWS  films, 10000
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { scratchFolder, startMariadb } from '../../support/database/mariadb.ts';
import { ask } from '../load.ts';
import { shippedObjects } from '../objects.ts';
import { mariadbPlace, type Place, sqlitePlace } from '../places.ts';
import { build, dataFolder, removeFolder, startProduct } from '../product.ts';

const rows = Number(process.env.BENCH_ROWS ?? 10_000);
const changeset = '00000000-0000-4000-8000-000000000001';
const folder = scratchFolder('reelbase-bench-bulk-');
const maria = await startMariadb({ settings: ['--innodb-log-file-size=1G', '--local-infile=1'], folder: join(folder, 'mariadb') });
try {
  build(console.log);
  const entries = await shippedObjects();
  await measure(await sqlitePlace(folder, rows, entries, console.log));
  if (maria) await measure(await mariadbPlace(maria.url, rows, entries, console.log));
} finally {
  await maria?.stop();
  removeFolder(folder);
}

async function measure(place: Place): Promise<void> {
  const dataDir = dataFolder();
  const product = await startProduct(place.url, dataDir);
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = `${product.headers}X-Changeset: ${changeset}\r\n`;
    const answer = await ask(product.port, { method, path, headers, ...(body && { body: JSON.stringify(body) }) });
    return JSON.parse(answer.body.toString('utf8')).data;
  };
  const timed = async (what: string, path: string, body: object) => {
    const begun = performance.now();
    const { job } = await call('POST', path, body);
    for (;;) {
      const { state, result } = await call('GET', `/api/jobs/${job}`);
      if (state !== 'running') {
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        console.log(`${place.name}: ${what} ${seconds} s, ${state}, ${JSON.stringify(result?.counts ?? { count: result?.count, refused: result?.refused })}`);
        return;
      }
      await wait(50);
    }
  };
  try {
    const order = { filter: {}, changes: { year: { do: 'set', value: 1999 } } };
    await timed('look', '/api/pb/film/bulk', { mode: 'check', ...order });
    await timed('change', '/api/pb/film/bulk', { mode: 'write', ...order });
    await timed('undo', `/api/changes/${changeset}/undo`, {});
  } finally {
    await product.stop();
    removeFolder(dataDir);
  }
}
