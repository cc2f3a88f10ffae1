/** The HTTP server under the app: its time-outs, how it stops without breaking a request, and what happens on an uncaught failure. */
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '#backend/config.ts';

/** ms; longer than the usual proxy's 60 s, so that a keep-alive connection is never closed under a request on its way */
const keepAliveTimeout = 65_000;
/** Time-outs of a request's head and whole, ms: a slow line gets its time for a file (calls have their own, in api/files), a held-open connection does not. */
const headersTimeout = 14_000;
const requestTimeout = 900_000;
/** How often Node looks for connections past these, ms: a slow head is cut 15 s after its first byte at the latest. */
const connectionsCheckingInterval = 1_000;
/** How long a stop waits for requests under way, ms; what comes after it has to fit into ten seconds too. */
const patience = 7_000;
/** A connection that has been silent this long, ms, is closed by a stop on a signal: a client with requests one after the other has sent the next by now. */
const quiet = 500;
/** The whole stop, ms. */
const longestStop = 9_500;

export interface Listening {
  url: string;
  /**
   * Takes no new connection, answers every request that has arrived or still arrives on a keep-alive connection, each with `Connection: close`, and resolves
   * when the last connection has ended; cuts the remaining ones after the timeout. `grace`: ms that a silent connection stays open for a next request.
   */
  detach(grace?: number): Promise<void>;
}

/** One that listens, and is told later who answers. */
export interface Door extends Listening {
  /** From now on requests are this one's. */
  serve(app: Express): void;
}

/** Listens on the settings' port; until somebody serves, `first` answers. @throws Error with a sentence for a port that is taken */
export async function openDoor(first: RequestListener, config: Pick<Config, 'port' | 'host'>): Promise<Door> {
  class Incoming extends IncomingMessage {}
  class Outgoing extends ServerResponse {}
  const messages = { IncomingMessage: Incoming, ServerResponse: Outgoing };
  const server = createServer({ keepAliveTimeout, headersTimeout, requestTimeout, connectionsCheckingInterval, ...messages });
  const lines = new Lines(server);
  let answering = first;
  server.on('request', (req, res) => answering(req, res));
  const url = await openPort(server, config);
  const serve = (app: Express) => {
    // Express gives each request and each answer a prototype of its own, and V8 treats an object whose prototype was changed as one of a kind from then on: a
    // third of a request's time. Made with that prototype they are not changed any more.
    app.request = Object.setPrototypeOf(Incoming.prototype, app.request);
    app.response = Object.setPrototypeOf(Outgoing.prototype, app.response);
    answering = app;
  };
  return { url, serve, detach: (grace = 0) => lines.close(grace) };
}

/** Listens on the settings' port; gives the address. @throws ConfigError with a sentence: the port is taken or may not be used, the address is not ours */
export function openPort(server: Server, config: Pick<Config, 'port' | 'host'>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentences: Record<string, string> = {
        EADDRINUSE: `PORT ${config.port} is taken; another process listens on it`,
        EACCES: `PORT ${config.port} may not be used by this account; take one above 1023`,
        EADDRNOTAVAIL: `HOST ${config.host} is no address of this machine`,
        ENOTFOUND: `HOST ${config.host} is no address of this machine`,
      };
      reject(new ConfigError(sentences[error.code ?? ''] ?? `HOST ${config.host}, PORT ${config.port} cannot be listened on: ${error.message}`));
    });
    server.listen(config.port, config.host, () => {
      const { port } = server.address() as AddressInfo; // a TCP server's address is never a path
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      resolve(`http://${host}:${port}`);
    });
  });
}

/** A client that goes on sending after the answer is read from for this long, ms, so that the answer arrives; then the connection is cut. */
const tailTime = 5_000;

interface Line {
  /** the answers that it still waits for */
  open: Set<ServerResponse>;
  /** the instant of its last answer's end, or of its last byte */
  at: number;
  /** bytes that had come by then */
  read: number;
}

/** The server's connections, and which of them wait for an answer. */
class Lines {
  readonly #server: Server;
  readonly #lines = new Map<Socket, Line>();
  #stopping = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#lines.set(socket, { open: new Set(), at: performance.now(), read: 0 });
      socket.once('close', () => this.#lines.delete(socket));
    });
    // Registered before the app, so that the header is set before the first byte of an answer.
    server.on('request', (req, res) => {
      const line = this.#lines.get(req.socket);
      if (!line) return;
      line.open.add(res);
      if (this.#stopping) res.setHeader('Connection', 'close');
      res.once('close', () => {
        line.open.delete(res);
        line.at = performance.now();
        if (req.complete || req.socket.destroyed) return;
        // Node itself goes on reading only where nothing was read yet; the line would stand still, and the next request on it.
        req.resume();
        const tail = setTimeout(() => req.socket.destroy(), tailTime).unref();
        req.once('close', () => clearTimeout(tail));
      });
    });
  }

  async close(grace: number): Promise<void> {
    this.#stopping = true;
    for (const { open } of this.#lines.values()) for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
    // What the system has accepted for us already is taken in before the door closes.
    await new Promise((taken) => setImmediate(taken));
    await new Promise<void>((resolve) => {
      const end = performance.now() + patience;
      const look = setInterval(() => this.#endQuiet(grace, end), 50);
      // Not the HTTP server's own `close`, which ends connections that lie idle at this instant, with a request on its way to us.
      NetServer.prototype.close.call(this.#server, () => {
        clearInterval(look);
        this.#server.close(); // its timers
        resolve();
      });
      this.#endQuiet(grace, end);
    });
  }

  #endQuiet(grace: number, end: number): void {
    const now = performance.now();
    if (now >= end) this.#server.closeAllConnections();
    for (const [socket, line] of this.#lines) {
      if (grace && socket.bytesRead !== line.read) Object.assign(line, { at: now, read: socket.bytesRead });
      if (!line.open.size && now - line.at >= grace) socket.destroySoon();
    }
  }
}

/**
 * Stops the server on SIGTERM and SIGINT once running work is finished, with exit code 0. An uncaught failure is logged and ends the process the same way
 * with 1, since work may be half done: the supervisor starts it again (docs/running.md).
 */
export function stopOnSignal({ stop, log }: { stop: (grace?: number) => Promise<void>; log: Logger }): void {
  let stopping = false;
  const end = (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code), longestStop).unref();
    stop(quiet).then(
      () => process.exit(code),
      (error) => {
        log.fatal({ err: error }, 'not stopped in good order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, `${kind}: the server ends, to be started again`);
      end(1);
    });
  }
}
