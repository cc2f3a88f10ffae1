/** People who seek: each has a persistent connection of their own, jumps to any place, takes a megabyte and jumps again; every fourth leaves in the middle. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Product } from '../product.ts';
import { afterHead, headersOf } from './send.ts';

const taken = 1_048_576;

export interface Watching {
  link: string;
  size: number;
  viewers: number;
  seconds: number;
}

export interface Watched {
  answers: number;
  bytes: number;
  wrong: number;
  failures: number;
  /** ms, ascending */
  firstByte: number[];
}

export async function watch(server: Product, { link, size, viewers, seconds }: Watching): Promise<Watched> {
  const seen: Watched = { answers: 0, bytes: 0, wrong: 0, failures: 0, firstByte: [] };
  const end = performance.now() + seconds * 1000;
  const headers = headersOf(server);
  const viewer = async (number: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let seek = 0; performance.now() < end; seek += 1) {
      const from = Math.floor((afterHead + Math.random() * (size - taken - afterHead)) / 8) * 8;
      await take({ server, agent, link, headers, from, isLeaving: (seek + number) % 4 === 0 }, seen).catch(() => {
        seen.failures += 1;
      });
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: viewers }, (_, number) => viewer(number)));
  seen.firstByte.sort((a, b) => a - b);
  return seen;
}

interface Seek {
  server: Product;
  agent: Agent;
  link: string;
  headers: Record<string, string>;
  from: number;
  /** asks for all that is left, as players do, and goes away after a megabyte */
  isLeaving: boolean;
}

function take({ server, agent, link, headers, from, isLeaving }: Seek, seen: Watched): Promise<void> {
  const started = performance.now();
  const range = `bytes=${from}-${isLeaving ? '' : from + taken - 1}`;
  return new Promise((resolve, reject) => {
    const asking = request({ port: server.port, path: link, headers: { ...headers, range }, agent }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 206) return reject(new Error(`answered ${answer.statusCode}`));
      let length = 0;
      answer.on('data', (bytes: Buffer) => {
        if (length === 0) {
          seen.firstByte.push(performance.now() - started);
          if (bytes.length >= 8 && bytes.readDoubleLE(0) !== from / 8) seen.wrong += 1;
        }
        length += bytes.length;
        seen.bytes += bytes.length;
        if (!isLeaving || length < taken) return;
        answer.destroy();
        settle();
      });
      const settle = () => {
        if (length < taken) return reject(new Error(`${length} bytes`));
        seen.answers += 1;
        resolve();
      };
      answer.on('end', settle).on('error', () => settle());
    });
    asking.on('error', reject);
    asking.end();
  });
}
