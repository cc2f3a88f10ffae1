/** Error records and log entries (specification section 3; E15, E16, K27): the browser and the server make them alike. Pure. */

/** E15 */
export interface ErrorRecord {
  cause: string;
  data: string;
  message: string;
  statusCode: number;
  statusMessage: string;
  fatal: boolean;
  stack: string;
}

/** E16; `side` is 'C' for the client, 'S' for the server */
export interface LogEntry {
  level: string;
  side: string;
  src: string;
  msg: string;
  user: string;
  desc: string;
  stack: string;
}

/** The sender of a log object (C06); 'N/A' where nobody is signed in. */
export interface LogObject {
  src: string;
  side: string;
  user: string;
}

/**
 * C06: what is wrong with the log object of a call, by the name of its part; '' for the whole, undefined for nothing. It names its source
 * (`source` or `src`), the side 'C' (left out in the upload's, as the specification has it) and the user's id, or 'N/A'.
 */
export function faultOfLog(log: unknown, isUpload = false): '' | 'source' | 'side' | 'user' | undefined {
  if (typeof log !== 'object' || log === null || Array.isArray(log)) return '';
  const { source, src, side, user } = fieldsOf(log);
  const isNamed = (value: unknown) => typeof value === 'string' && value !== '';
  if (!isNamed(source) && !isNamed(src)) return 'source';
  if (side !== 'C' && !(isUpload && side === undefined)) return 'side';
  return isNamed(user) ? undefined : 'user';
}

const levels = ['debug', 'info', 'warn', 'error', 'fatal'];
/** Between the messages and the stacks of an error and its causes. */
export const separator = '\n---\n';
/** Characters stored of each part: enough to find the fault, too few to fill a disk. */
const longest = { level: 10, side: 1, src: 200, msg: 2_000, user: 64, desc: 4_000, stack: 8_000 } as const;

/** R44: the client's own codes; 120 is a fault of the page, 130 is anything that has no code. */
export const clientError = 120;
export const unknownError = 130;
const clientTexts: Record<number, string> = { [clientError]: 'Client Error', [unknownError]: 'Unknown' };

/** R43, R44: the code of what a page met: its own status, 120 for a fault of the page itself, 130 for what is no error at all. */
export function clientStatus(error: unknown): number {
  const { status } = fieldsOf(error);
  return typeof status === 'number' && status > 0 ? status : error instanceof Error ? clientError : unknownError;
}

/** R44: an error record of the page's side; it always has a code. */
export function clientRecordOf(error: unknown): ErrorRecord {
  const record = errorRecordOf(error);
  const statusCode = record.statusCode || clientStatus(error);
  return { ...record, statusCode, statusMessage: record.statusMessage || (clientTexts[statusCode] ?? '') };
}

/** K27: the message gains SQL state, code and SQL message where the error has them; status code and status message are copied. */
export function errorRecordOf(error: unknown): ErrorRecord {
  const source = fieldsOf(error);
  const chain = causesOf(error);
  return {
    cause: chain.length > 1 ? messageOf(chain[1]) : '',
    data: source.data === undefined || source.data === null ? '' : textOf(source.data),
    message: chain.map(messageOf).join(separator),
    statusCode: typeof source.statusCode === 'number' ? source.statusCode : typeof source.status === 'number' ? source.status : 0,
    statusMessage: textOf(source.statusMessage ?? source.statusText),
    fatal: source.fatal === true,
    stack: chain
      .map((link) => textOf(fieldsOf(link).stack))
      .filter(Boolean)
      .join(separator),
  };
}

/** K27: an error record as a log entry of level error, a fatal one too; its description says that it was fatal. */
export function entryOfError(record: ErrorRecord, log: LogObject): LogEntry {
  const status = record.statusCode ? `${record.statusCode} ${record.statusMessage}`.trim() : '';
  return cut({
    level: 'error',
    ...log,
    msg: record.message,
    desc: [record.fatal ? 'fatal' : '', status, record.data].filter(Boolean).join(separator),
    stack: record.stack,
  });
}

/**
 * The body of POST /api/log as an entry: a log entry, or an error record with its log object. The level is info unless it names another; every part is text,
 * cut to its length. `user` is the signed-in id, whatever the sender claims.
 */
export function readLogEntry(payload: Record<string, unknown>, user: string | undefined): LogEntry {
  const log = fieldsOf(payload.log);
  const object = { src: textOf(payload.src ?? payload.source ?? log.src ?? log.source), side: 'C', user: user ?? 'N/A' };
  if ('message' in payload || 'statusCode' in payload) return entryOfError(errorRecordOf(payload), object);
  const level = textOf(payload.level ?? log.level);
  const desc = textOf(payload.desc ?? log.desc);
  return cut({
    level: levels.includes(level) ? level : 'info',
    ...object,
    msg: textOf(payload.msg ?? log.msg),
    desc,
    stack: textOf(payload.stack ?? log.stack),
  });
}

function cut(entry: LogEntry): LogEntry {
  const part = (name: keyof LogEntry) => entry[name].slice(0, longest[name]);
  return { level: part('level'), side: part('side'), src: part('src'), msg: part('msg'), user: part('user'), desc: part('desc'), stack: part('stack') };
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message, sqlState, code, sqlMessage } = fieldsOf(error);
  const sql = [sqlState, code, sqlMessage === message ? undefined : sqlMessage].filter((part) => part !== undefined && part !== null && part !== '');
  return [textOf(message), ...sql.map(textOf)].filter(Boolean).join(' ');
}

/** The error and its causes, outermost first; a cause that leads back to itself ends the list. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && link !== '' && !chain.includes(link) && chain.length < 5; link = fieldsOf(link).cause)
    chain.push(link);
  return chain;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // An error of unknown origin is read as the bag of fields that it is.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') {
    try {
      return JSON.stringify(value) ?? '';
    } catch {
      return '[circular]';
    }
  }
  return String(value);
}
