/** Tells a database that is unavailable, or whose disk is full, from one that refuses a statement. */
import { Unavailable } from './database.ts';

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
]);
/** too many connections, not ready (a node of a cluster without a majority, or that is joining), server shutting down, commit broken off, killed, gone away, lost */
const numbers = new Set([1040, 1047, 1053, 1077, 1079, 1080, 1180, 1317, 1927, 2002, 2003, 2006, 2013, 3169]);
/** SQLite: busy, locked, input or output failed, file cannot be opened */
const sqliteCodes = new Set([5, 6, 10, 14]);
/** SQLite's 'disk is full'; MariaDB's disk full and table full, which is how InnoDB says it */
const sqliteFull = 13;
const fullNumbers = new Set([1021, 1114]);

interface DriverError {
  code?: string;
  errno?: number;
  errcode?: number;
  fatal?: boolean;
  message?: string;
}

/** Did the database report a full disk? */
export function isFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { errno = 0, errcode = 0, message = '' } = error as DriverError; // any driver's error has some of these
  return (errcode & 0xff) === sqliteFull || fullNumbers.has(errno) || (errno >= 3 && /No space left on device|Got error 28\b|errno: 28\b/.test(message));
}

export function isLost(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code = '', errno = 0, errcode = 0, fatal, message = '' } = error as DriverError; // any driver's error has some of these
  if (codes.has(code) || numbers.has(errno) || sqliteCodes.has(errcode & 0xff)) return true;
  if (fatal === true && !/ER_ACCESS_DENIED|ER_BAD_DB|ER_DBACCESS/.test(code)) return true;
  return /closed state|Pool is closed|database is not open/.test(message);
}
