/** What the verbs of sign-in, logging and the system page work with; made once in backend/main.ts and handed down. */
import type { Logger } from 'pino';
import type { Config } from '#backend/config.ts';
import type { Database } from '#backend/data/connect.ts';
import type { Sessions } from '#backend/data/sessions.ts';
import type { Registry } from '#backend/objects/registry.ts';

export interface Tools {
  config: Config;
  db: Database;
  registry: Registry;
  sessions: Sessions;
  log: Logger;
  now: () => Date;
}
