/** The way out of the house: one SMTP server, named by SMTP_URL. */
import type { Transporter } from 'nodemailer';
import type { Config } from '#backend/config.ts';

export interface Message {
  /** makes the Message-ID, so that a mail sent twice is recognised as one */
  id: string;
  /** the name before the sender's address; one line */
  from: string;
  to: string;
  subject: string;
  text: string;
}

export interface Transport {
  /** Resolves when the server has taken the mail. @throws SendError */
  send(message: Message): Promise<void>;
  close(): void;
}

export class SendError extends Error {
  /** the server will never take this one; a server that is away or busy is not permanent */
  readonly permanent: boolean;
  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'SendError';
    this.permanent = permanent;
  }
}

/** ms until a server that does not answer counts as away; well below the lease of a claimed mail */
const patience = 20_000;

/** The transport of the settings; undefined without SMTP_URL. */
export function openTransport(config: Pick<Config, 'smtpUrl' | 'baseUrl'>): Transport | undefined {
  if (!config.smtpUrl) return undefined;
  const url = new URL(config.smtpUrl);
  const from = senderOf(url, config.baseUrl);
  url.searchParams.delete('from');
  let transporter: Promise<Transporter> | undefined;
  const open = () => {
    transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: url.href,
        // Persistent connections: as many as the outbox has lanes.
        pool: true,
        maxConnections: 3,
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience,
        disableFileAccess: true,
        disableUrlAccess: true,
      } as object),
    );
    return transporter;
  };
  return {
    async send({ id, from: name, to, subject, text }) {
      try {
        const host = from.slice(from.lastIndexOf('@') + 1);
        await (await open()).sendMail({
          from: { name: name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), address: from },
          // An object, not a text: nothing in it is ever read as a list of recipients.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        throw asSendError(error);
      }
    },
    close() {
      void transporter?.then((open) => open.close());
    },
  };
}

/** `?from=` of the address, else its user name where that is a mailbox, else one of the site's host. */
export function senderOf(url: URL, baseUrl: string | undefined): string {
  const given = url.searchParams.get('from') ?? decodeURIComponent(url.username);
  if (given.includes('@')) return given;
  return `reelbase@${baseUrl ? new URL(baseUrl).hostname : 'localhost'}`;
}

function asSendError(error: unknown): SendError {
  const { responseCode, message, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    responseCode?: number;
    message?: string;
    code?: string;
  }; // nodemailer's errors
  // 5xx is for good, except where it is about us and not about the mail: a sign-in that fails is mended in the settings.
  const permanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH' && responseCode !== 530;
  return new SendError(message ?? String(error), permanent);
}
