/** A real HLS stream (playlists, a head and segments of four seconds), cut from the demo's own film without encoding anything, and the server that hands it out to other sites. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALL_FORMATS, BufferTarget, CmafOutputFormat, Conversion, FilePathSource, HlsOutputFormat, Input, Output, PathedTarget } from 'mediabunny';

export interface Stream {
  /** 'http://127.0.0.1:…', with /river.m3u8 */
  url: string;
  /** paths in the order in which they were asked for */
  asked: string[];
  stop(): Promise<void>;
}

export async function startStream(film: string): Promise<Stream> {
  const files = await cut(film);
  const asked: string[] = [];
  const server = createServer(({ url = '', method }, answer) => {
    const name = url.slice(1).split('?')[0] ?? '';
    const bytes = files.get(name);
    const headers = { 'access-control-allow-origin': '*', 'content-type': name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp4' };
    if (method === 'GET') asked.push(name);
    answer.writeHead(bytes ? 200 : 404, { ...headers, 'content-length': bytes?.length ?? 0 }).end(method === 'GET' ? bytes : undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listens on a port
    asked,
    stop: () => new Promise((closed) => server.close(() => closed()) && server.closeAllConnections()),
  };
}

async function cut(film: string): Promise<Map<string, Uint8Array>> {
  const targets = new Map<string, BufferTarget>();
  const target = new PathedTarget('river.m3u8', ({ path }) => {
    const file = new BufferTarget();
    targets.set(path, file);
    return file;
  });
  const output = new Output({ format: new HlsOutputFormat({ segmentFormat: new CmafOutputFormat(), targetDuration: 4 }), target });
  const conversion = await Conversion.init({ input: new Input({ formats: ALL_FORMATS, source: new FilePathSource(film) }), output });
  await conversion.execute();
  return new Map([...targets].map(([path, { buffer }]) => [path, new Uint8Array(buffer ?? new ArrayBuffer(0))]));
}
