/** A large list out as a file: how long, how much, and the most memory that the server's process has meanwhile. */
import { dataFolder, type Product, removeFolder, startProduct } from '../product.ts';
import { timed } from './import.ts';

/** Each in a server of its own: what one leaves in memory is not the next one's. The smaller figure of each shows whether memory grows with the rows. */
const wanted = [
  { format: 'csv', rows: 100_000 },
  { format: 'csv', rows: 1_000_000 },
  { format: 'xlsx', rows: 100_000 },
  { format: 'xlsx', rows: 200_000 },
] as const;

export async function measureExport(name: string, url: string, films: number, note: (text: string) => void): Promise<void> {
  const formats = process.env.BENCH_FORMAT?.split(',');
  for (const { format, rows } of wanted.filter((one) => !formats || formats.includes(one.format))) {
    const dataDir = dataFolder();
    const server = await startProduct(url, dataDir);
    try {
      // Ids are film-0000001 and on.
      const filter = rows < films ? { 'id@lte': `film-${String(rows).padStart(7, '0')}` } : {};
      const before = Math.round(server.memory());
      const { seconds, peak, result } = await timed(server, () =>
        drained(server, `/api/pb/film/export?format=${format}&filter=${encodeURIComponent(JSON.stringify(filter))}`),
      );
      note(`${name}, ${rows} as ${format}: ${seconds.toFixed(1)} s, ${(result / 1e6).toFixed(0)} MB; resident ${before} MB before, at most ${peak} MB`);
    } finally {
      await server.stop();
      removeFolder(dataDir);
    }
  }
}

/** Reads the answer to its end, and gives its bytes. */
async function drained({ port, headers }: Product, path: string): Promise<number> {
  const cookie = /Cookie: (.*)\r/.exec(headers)?.[1] ?? '';
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.length;
  return bytes;
}
