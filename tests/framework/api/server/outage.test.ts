import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** A line to the database that can be cut, as a pulled cable cuts it. */
class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  isCut = false;

  constructor(to: { host: string; port: number }) {
    this.#server = createServer((near) => {
      if (this.isCut) {
        near.destroy();
        return;
      }
      const far = connectSocket(to.port, to.host);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
  }

  open(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe.runIf(testDatabases.includes('mariadb'))('an outage of the database', () => {
  let line: Line;
  let server: TestServer;
  let op: Client;
  const database = freshUrl('mariadb');

  beforeAll(async () => {
    const url = new URL(database.url);
    line = new Line({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(await line.open());
    server = await startServer({ env: { DATABASE_URL: url.href } });
    op = await server.signIn('op');
  });
  afterAll(async () => {
    line.isCut = false;
    await server.stop();
    line.close();
    await database.remove();
  });

  it('K21 gives 503 within 3 s, in the catalogue’s form, and recovers by itself', async () => {
    expect((await op('/api/pb/company')).status).toBe(200);
    line.cut();
    const paths = ['/api/pb/company', '/api/pb/company/nothing', '/api/auth/me', '/readyz'];
    for (const path of paths) {
      const start = performance.now();
      const answer = await op(path, { headers: { cookie: `${op.cookie}; lang=en` } });
      expect(answer.status, path).toBe(503);
      expect(performance.now() - start, path).toBeLessThan(3_500);
      if (path.startsWith('/api')) expect((await answer.json()).err.code, path).toBe('msg.unavailable');
    }
    expect((await op('/healthz')).status, 'another start would not help').toBe(200);
    const signIn = await server.anonymous('/api/auth/login', { method: 'POST', json: { id: 'op', pw: 'op-password' } });
    expect(signIn.status, 'a sign-in that could not be counted is none').toBe(503);
    line.isCut = false;
    await expect.poll(async () => (await op('/api/pb/company')).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(async () => (await op('/readyz')).status, { timeout: 5_000 }).toBe(200);
  }, 60_000);
});
