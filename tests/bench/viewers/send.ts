/** A film of any size on its way in, made as it goes: a valid head, then the number of each eighth byte, so that every place can be recognised. */
import { Agent, request } from 'node:http';
import { mp4 } from '../../support/files/videos.ts';
import type { Product } from '../product.ts';

const piece = 8 * 1_048_576;
const head = mp4(0);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The bytes from `offset`, a multiple of 8, on. */
export function filmBytes(offset: number, length: number): Buffer {
  const words = new Float64Array(Math.ceil(length / 8));
  for (let index = 0; index < words.length; index += 1) words[index] = offset / 8 + index;
  const bytes = Buffer.from(words.buffer, 0, length);
  if (offset === 0) head.copy(bytes);
  return bytes;
}

/** First eighth byte that is none of the head's. */
export const afterHead = Math.ceil(head.length / 8) * 8;

/** @returns s of sending and of the last answer's work, and where the film lies */
export async function upload(server: Product, size: number): Promise<{ link: string; sending: number; storing: number }> {
  const wanted = { object: 'film', id: '', field: 'videos', fileName: 'bench.mp4', size };
  const { id } = await call(server, 'POST', '/api/uploads', Buffer.from(JSON.stringify(wanted)), 'application/json');
  let sending = 0;
  let storing = 0;
  for (let offset = 0; ; ) {
    const bytes = filmBytes(offset, Math.min(piece, size - offset));
    const started = performance.now();
    const isLast = offset + bytes.length === size;
    // The last piece all but a byte, so that the work of the end is timed by itself.
    const part = isLast ? bytes.subarray(0, bytes.length - 1) : bytes;
    await call(server, 'PATCH', `/api/uploads/${id}?offset=${offset}`, part, 'application/octet-stream');
    sending += performance.now() - started;
    offset += part.length;
    if (!isLast) continue;
    const ending = performance.now();
    const { attachment } = await call(server, 'PATCH', `/api/uploads/${id}?offset=${offset}`, bytes.subarray(-1), 'application/octet-stream');
    storing = performance.now() - ending;
    return { link: String(attachment?.link), sending: sending / 1000, storing: storing / 1000 };
  }
}

function call(server: Product, method: string, path: string, body: Buffer, type: string): Promise<{ id?: string; attachment?: { link: string } }> {
  const headers = { ...headersOf(server), 'content-type': type, 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const asking = request({ port: server.port, method, path, headers, agent }, async (answer) => {
      const pieces: Buffer[] = [];
      for await (const one of answer) pieces.push(one as Buffer);
      const said = JSON.parse(Buffer.concat(pieces).toString('utf8'));
      if (answer.statusCode === 200) resolve(said.data);
      else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${said.msg}`));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

export function headersOf({ headers }: Product): Record<string, string> {
  return Object.fromEntries(
    headers
      .split('\r\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}
