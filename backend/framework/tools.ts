/** What the verbs of sign-in, logging and the system page work with; made once in backend/main.ts and handed down. */
import type { Logger } from 'pino';
import type { Config } from '#backend/config.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import type { ApiKeys } from '#framework/data/system/accounts/api-keys.ts';
import type { Sessions } from '#framework/data/system/accounts/sessions.ts';
import type { Storage } from '#framework/files/storage.ts';
import type { Instances } from '#framework/instances.ts';
import type { Jobs } from '#framework/jobs/jobs.ts';
import type { Outbox } from '#framework/mail/outbox.ts';
import type { Registry } from '#framework/objects/registry.ts';
import type { Observer } from '#framework/observe/observer.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { SavedEvent } from '#framework/save/save.ts';
import type { Tables } from '#framework/system/tables.ts';

export interface Tools {
  config: Config;
  db: Database;
  /** other processes on it */
  instances: Instances;
  registry: Registry;
  /** of staff */
  sessions: Sessions;
  /** of any realm. @throws Error for one that nobody declared */
  sessionsOf: (realm: string) => Sessions;
  /** of programs */
  keys: ApiKeys;
  tables: Tables;
  /** where files lie */
  storage: Storage;
  /** where backups lie. @throws Error, StoreAway where it cannot be had now */
  backups: () => Promise<Storage>;
  /** long work */
  jobs: Jobs;
  /** makes posters and streams of videos, where ffmpeg is there */
  videos?: { wake: () => void; readonly isOn: boolean };
  /** mails on their way */
  outbox: Outbox;
  hashPassword: (plain: string) => Promise<string>;
  /** called after each write that is on disk */
  onSaved: (event: SavedEvent) => void;
  /** asked before one row is changed and locked */
  beforeUpdate?: RecordTools['beforeUpdate'];
  /** called for each named transition, in its transaction */
  onStep?: RecordTools['onStep'];
  onErased?: RecordTools['onErased'];
  onChange?: RecordTools['onChange'];
  afterImport?: RecordTools['afterImport'];
  changeset?: RecordTools['changeset'];
  /** what requests have shown of the server's surroundings */
  signs: { unreadProxy: boolean; isDraining: boolean };
  /** who follows statements, where somebody does */
  observer: Observer;
  log: Logger;
  now: () => Date;
}
