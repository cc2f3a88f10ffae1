/**
 * A film comes in, and 100 viewers seek in it: `npm run bench:viewers -- --viewers 100 --seconds 30 --megabytes 500 --upload 2048`. The production server, its
 * own process; the film arrives in pieces as a browser sends it. Prints figures; fails where the server's memory is not flat or a byte is wrong.
 */
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { build, dataFolder, type Product, removeFolder, startProduct } from '../product.ts';
import { upload } from './send.ts';
import { watch } from './watch.ts';

const { values: given } = parseArgs({
  options: {
    viewers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    megabytes: { type: 'string', default: '500' },
    /** MB of a film that only comes in; 0 leaves it out */
    upload: { type: 'string', default: '2048' },
  },
});
const [viewers, seconds, megabytes, large] = [given.viewers, given.seconds, given.megabytes, given.upload].map(Number) as [number, number, number, number];
/** MB that the server may grow by while everybody watches: two buffers of the store for each viewer, and the collector's slack. */
const slack = 160;

const say = (line: string) => console.log(line);
const round = (value: number, digits = 0) => value.toFixed(digits);
const handles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Looks at the server's memory while something goes on. */
async function watching<T>(server: Product, work: () => Promise<T>): Promise<{ value: T; start: number; peak: number; end: number }> {
  const start = server.memory();
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 100);
  const value = await work().finally(() => clearInterval(timer));
  return { value, start, peak, end: server.memory() };
}

build(say);
const folder = dataFolder();
const server = await startProduct(`sqlite:${folder}/bench.db`, folder);
let failed = false;
try {
  say(
    `load of the machine ${loadavg()
      .map((value) => round(value, 1))
      .join(' ')}`,
  );
  const sizes = [...(large ? [large] : []), megabytes];
  let link = '';
  for (const size of sizes) {
    const { value, start, peak, end } = await watching(server, () => upload(server, size * 1_048_576));
    link = value.link;
    say(
      `a film of ${size} MB came in: ${round(size / value.sending)} MB/s in ${round(value.sending, 1)} s, then looked into and stored (sha-256 and all) in ${round(value.storing, 1)} s; memory ${round(start)} MB before, ${round(peak)} at most, ${round(end)} after`,
    );
  }
  const before = handles(server.pid);
  const used = server.cpu();
  const seen = await watching(server, () => watch(server, { link, size: megabytes * 1_048_576, viewers, seconds }));
  await new Promise((later) => setTimeout(later, 2_000));
  const { answers, bytes, wrong, failures, firstByte } = seen.value;
  const at = (part: number) => round(firstByte[Math.min(firstByte.length - 1, Math.floor(firstByte.length * part))] ?? 0, 1);
  say(
    `${viewers} viewers seek for ${seconds} s in a film of ${megabytes} MB: ${answers} answers, ${round(answers / seconds)} a second, ${round(bytes / 1_048_576 / seconds)} MB/s`,
  );
  say(`first byte after ${at(0.5)} ms (p50), ${at(0.99)} ms (p99); server ${round((server.cpu() - used) / seconds / 10)} % of a core`);
  say(
    `memory ${round(seen.start)} MB before, ${round(seen.peak)} at most, ${round(seen.end)} at the end, ${round(server.memory())} after; open files ${before} before, ${handles(server.pid)} after`,
  );
  say(`wrong bytes ${wrong}, failed answers ${failures}`);
  failed = wrong > 0 || failures > 0 || answers === 0 || seen.peak - seen.start > slack || handles(server.pid) > before + 4;
} finally {
  await server.stop();
  removeFolder(folder);
}
if (failed) {
  say('NOT AS IT SHOULD BE');
  process.exitCode = 1;
}
