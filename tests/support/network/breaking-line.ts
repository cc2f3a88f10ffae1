import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

export interface BreakingLine {
  url: string;
  /** bytes after which the next connections that carry so many towards the server are destroyed */
  breaks: number[];
  broken: number;
  stop(): Promise<void>;
}

/** A wire between browser and server that breaks in the middle of a request. */
export async function breakingLine(to: string): Promise<BreakingLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const line: BreakingLine = { url: '', breaks: [], broken: 0, stop: async () => undefined };
  const wire: Server = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    let passed = 0;
    near.on('data', (bytes) => {
      passed += bytes.length;
      far.write(bytes);
      const [limit] = line.breaks;
      if (limit === undefined || passed < limit) return;
      line.breaks.shift();
      line.broken += 1;
      near.destroy();
      far.destroy();
    });
    far.pipe(near);
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((ready) => wire.listen(0, '127.0.0.1', ready));
  line.url = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`; // listens on TCP
  line.stop = () =>
    new Promise((stopped) => {
      for (const socket of sockets) socket.destroy();
      wire.close(() => stopped());
    });
  return line;
}
