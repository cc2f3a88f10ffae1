/**
 * The load generator: keep-alive connections over plain sockets, one request at a time on each. It does as little as possible per
 * answer, for it shares the machine's cores with what it measures.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  status: number;
  /** status line and headers as they came */
  head: string;
  body: Buffer;
}
export interface Call {
  method?: string;
  path: string;
  headers?: string;
  body?: string;
}
/** The next call of a connection; it sees the answer to its last one. undefined = this connection has nothing more to ask. */
export type Script = (last: Answer | undefined, connection: number) => Call | undefined;

export interface LoadOptions {
  port: number;
  connections: number;
  /** ms after which no new request is sent */
  time: number;
  /** requests after which none is sent */
  atMost?: number;
  /** requests a second of all connections, as many as come back in time where it is not said */
  pace?: number;
  /** statuses that count as done; others are errors */
  accept?: number[];
}

export interface LoadResult {
  requests: number;
  errors: number;
  /** first refused answer, for the person who reads the output */
  firstError: string;
  /** ms from first request to last answer */
  elapsed: number;
  /** requests a second */
  rate: number;
  /** ms */
  median: number;
  slowest: number;
}

/** Asks until the time or the number is used up, and waits for the last answers. */
export async function load(script: Script, options: LoadOptions): Promise<LoadResult> {
  const { port, connections, time, atMost = Number.POSITIVE_INFINITY, pace = Number.POSITIVE_INFINITY, accept = [200, 201] } = options;
  const latencies: number[] = [];
  let sent = 0;
  let errors = 0;
  let firstError = '';
  const begun = performance.now();
  const lines = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const run = async (line: Line, number: number) => {
    let last: Answer | undefined;
    while (sent < atMost && performance.now() - begun < time) {
      const call = script(last, number);
      if (!call) return;
      const early = begun + (sent * 1_000) / pace - performance.now();
      sent += 1;
      if (early > 0) await wait(early);
      const at = performance.now();
      last = await line.ask(call);
      latencies.push(performance.now() - at);
      if (!accept.includes(last.status)) {
        errors += 1;
        firstError ||= `${call.method ?? 'GET'} ${call.path} → ${last.status} ${last.body.toString('utf8').slice(0, 300)}`;
      }
    }
  };
  await Promise.all(lines.map(run));
  const elapsed = performance.now() - begun;
  for (const line of lines) line.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requests: latencies.length, errors, firstError, elapsed, rate: (latencies.length / elapsed) * 1000, median: at(0.5), slowest: at(1) };
}

/** One call on a connection of its own. */
export async function ask(port: number, call: Call): Promise<Answer> {
  const line = await open(port);
  try {
    return await line.ask(call);
  } finally {
    line.close();
  }
}

/** The value of a header, '' where there is none. */
export function header(answer: Answer, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(answer.head)?.[1]?.trim() ?? '';
}

interface Line {
  ask(call: Call): Promise<Answer>;
  close(): void;
}

function open(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(lineOf(socket, port));
    });
  });
}

function lineOf(socket: Socket, port: number): Line {
  let settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let parts: Buffer[] = [];
  let have = 0;
  let need = 0; // bytes of head and body together, 0 while the head is not complete, -1 while the body comes in chunks
  let head = '';
  const fail = (error: Error) => {
    settle?.reject(error);
    settle = undefined;
  };
  const finish = (whole: Buffer, bodyAt: number, body?: Buffer) => {
    const done = settle;
    settle = undefined;
    parts = [];
    have = 0;
    need = 0;
    done?.resolve({ status: Number(head.slice(9, 12)), head, body: body ?? whole.subarray(bodyAt) });
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    have += chunk.length;
    if (need > have) return;
    const whole = parts.length === 1 ? chunk : Buffer.concat(parts);
    parts = [whole];
    const headEnd = whole.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    if (need === 0) {
      head = whole.toString('latin1', 0, headEnd);
      const length = /^content-length: *(\d+)/im.exec(head)?.[1];
      need = length !== undefined ? headEnd + 4 + Number(length) : /^transfer-encoding: *chunked/im.test(head) ? -1 : headEnd + 4;
    }
    if (need === -1) {
      const body = unchunk(whole, headEnd + 4);
      if (body) finish(whole, headEnd + 4, body);
    } else if (have >= need) finish(whole, headEnd + 4);
  });
  return {
    ask: ({ method = 'GET', path, headers = '', body = '' }) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        const json = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : '';
        socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}${json}\r\n${body}`);
      }),
    close: () => {
      settle = undefined;
      socket.destroy();
    },
  };
}

function unchunk(whole: Buffer, from: number): Buffer | undefined {
  const found: Buffer[] = [];
  for (let at = from; ; ) {
    const end = whole.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(whole.toString('latin1', at, end), 16);
    if (whole.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(found);
    found.push(whole.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
