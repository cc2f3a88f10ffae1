/** What the verbs of sign-in, logging and the system page work with; made once in backend/main.ts and handed down. */
import type { Logger } from 'pino';
import type { Config } from '#backend/config.ts';
import type { Database } from '#backend/data/connect.ts';
import type { Sessions, SiteSessions } from '#backend/data/sessions.ts';
import type { Storage } from '#backend/files/storage.ts';
import type { Outbox } from '#backend/mail/outbox.ts';
import type { Registry } from '#backend/objects/registry.ts';

import type { Jobs } from './jobs.ts';
import type { Tables } from './keep-tables.ts';
import type { RecordTools, SavedEvent } from './record-tools.ts';

export interface Tools {
  config: Config;
  db: Database;
  registry: Registry;
  sessions: Sessions;
  /** of applicants and jurors */
  siteSessions: SiteSessions;
  tables: Tables;
  /** where files lie */
  storage: Storage;
  /** long work */
  jobs: Jobs;
  /** mails on their way */
  outbox: Outbox;
  hashPassword: (plain: string) => Promise<string>;
  /** told after each write that is on disk */
  onSaved: (event: SavedEvent) => void;
  /** told of each named transition, in its transaction */
  onStep?: RecordTools['onStep'];
  log: Logger;
  now: () => Date;
}
