/** A real mail server on a free port, for what leaves the house. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received extends Email {
  /** as the envelope had them, which is where a mail goes */
  recipients: string[];
}

export interface MailServer {
  url: string;
  received: Received[];
  /** answers the next recipients with this code; undefined takes them */
  refuse: (code: number | undefined) => void;
  /** what was taken is answered only after so many ms: in between, a sender may die */
  slow: (ms: number) => void;
  /** mails that this says yes to are taken and not answered for, until `release` */
  hold: (test: (mail: Email) => boolean) => void;
  release: () => void;
  /** how many connections were ever made */
  connections: () => number;
  stop(): Promise<void>;
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const received: Received[] = [];
  let refusal: number | undefined;
  let delay = 0;
  let connections = 0;
  let held: (mail: Email) => boolean = () => false;
  let waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    onRcptTo(_address, _session, callback) {
      callback(refusal === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: refusal }));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          received.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          if (held(mail)) waiting.push(callback);
          else setTimeout(callback, delay);
        });
      });
    },
  });
  // A sender that is killed resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const listening = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${listening}?from=forum@example.com`,
    received,
    refuse: (code) => {
      refusal = code;
    },
    slow: (ms) => {
      delay = ms;
    },
    hold: (test) => {
      held = test;
    },
    release: () => {
      held = () => false;
      for (const callback of waiting) callback();
      waiting = [];
    },
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
