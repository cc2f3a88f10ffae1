/** The one door where a database's error becomes a refusal of the catalogue (specification section 8; K24). */
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { takenKey } from '#rules/records/record.ts';
import { type Problem, type ProblemCode, Refusal } from '#rules/words/problem.ts';
import { usesInWords } from '#rules/words/wording.ts';
import { tablesOf } from '../evolve/layout.ts';
import { isFull, isLost } from './lost.ts';

/** The fields that drivers put on their errors. */
interface DriverError extends Error {
  code?: string;
  errno?: number;
  /** SQLite's extended code */
  errcode?: number;
  sqlState?: string;
  sqlMessage?: string;
}

/** SQLite: primary key, unique, foreign key, trigger (which is how RESTRICT reports as well as RAISE), not null */
const sqlite = { primaryKey: 1555, unique: 2067, rowid: 2579, foreignKey: 787, trigger: 1811, notNull: 1299 } as const;

/**
 * The problem to answer for a database error while writing or reading `model`'s table: a duplicate key is 'msg.mid', another duplicate value 'field.unique'
 * at its field, SIGNAL 'msg.datamodi', a row that others reference 'msg.referenced', a dead reference 'field.reference'. What the caller cannot mend is a
 * fault: a full disk 'msg.full' (507), a row that others lock too long 'msg.again', a lost database 'msg.unavailable' (both 503), everything else 'msg.save'
 * (503) with the database's message, which only development shows. Undefined for an error that no database threw.
 */
export function asRefusal(error: unknown, model?: ObjectModel, { development = false }: { development?: boolean } = {}): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return isDatabaseError(error) ? Object.assign(refusalOf(error, model, development), { cause: error }) : undefined;
}

/** Did the database refuse a row because what it points at is not there? */
export function isDeadReference(error: unknown): boolean {
  return isDatabaseError(error) && (error.errno === 1452 || error.errno === 1216);
}

/** Did the database lack a column or a table that the statement names: one that a change of the schema took from it meanwhile? */
export function isOfAnotherShape(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error;
  return isDatabaseError(cause) && (cause.errno === 1054 || cause.errno === 1146 || /^no such (column|table)/.test(cause.message));
}

function refusalOf(error: DriverError, model: ObjectModel | undefined, development: boolean): Refusal {
  if (isFull(error)) return new Refusal('msg.full');
  if (isLost(error)) return new Refusal('msg.unavailable');
  const code = error.errno ?? error.errcode ?? 0;
  switch (code) {
    case 1062:
    case sqlite.primaryKey:
    case sqlite.unique:
    case sqlite.rowid:
      return taken(error, model);
    case 1644:
      return new Refusal('msg.datamodi');
    case 1205:
    case 1213:
      return new Refusal('msg.again');
    case 1217:
    case 1451:
      return referenced();
    case 1216:
    case 1452:
      return atFields('field.reference', columnsOf(/FOREIGN KEY \(`([^)]*)`\)/.exec(error.message)?.[1]?.split('`, `'), model));
    case sqlite.foreignKey:
      return atFields('field.reference', []);
    case sqlite.trigger:
      return /FOREIGN KEY constraint failed/.test(error.message) ? referenced() : new Refusal('msg.datamodi');
    case 1048:
    case sqlite.notNull:
      return atFields('field.required', columnsOf(columnNames(error.message), model));
    case 1406:
      return tooLong(columnsOf(columnNames(error.message), model), model);
    case 1264:
      return atFields('field.range', columnsOf(columnNames(error.message), model));
    default:
      return new Refusal('msg.save', development ? { values: { message: error.sqlMessage ?? error.message } } : {});
  }
}

/** The database knows that a row is used, not by what. */
function referenced(): Refusal {
  return new Refusal('msg.referenced', { values: usesInWords([{ model: undefined, count: 1 }]) });
}

function taken(error: DriverError, model: ObjectModel | undefined): Refusal {
  const names = takenColumns(error.message, model);
  if (names.includes('id')) return new Refusal('msg.mid', { fields: [{ path: 'id', code: takenKey(model) }] });
  return atFields('field.unique', columnsOf(names, model));
}

/** 'UNIQUE constraint failed: film.fid' or "Duplicate entry 'x' for key 'ux_film_fid'" (MySQL: 'film.ux_film_fid'). */
function takenColumns(message: string, model: ObjectModel | undefined): string[] {
  const columns = /UNIQUE constraint failed: (.+)$/.exec(message)?.[1];
  if (columns && !columns.startsWith('index')) return columns.split(', ').map((column) => column.slice(column.indexOf('.') + 1));
  const name = (/for key '(?:[^']*\.)?([^'.]+)'$/.exec(message) ?? /index '([^']+)'/.exec(message))?.[1];
  if (name === 'PRIMARY') return ['id'];
  const indexes = model ? tablesOf(model, 'mariadb').flatMap((table) => table.indexes) : [];
  return indexes.find((index) => index.name === name)?.fields ?? [];
}

/** 'NOT NULL constraint failed: film.cname', "Data too long for column 'cname' at row 1" */
function columnNames(message: string): string[] {
  const name = /constraint failed: [^.]+\.(\S+)/.exec(message)?.[1] ?? /[Cc]olumn '([^']+)'/.exec(message)?.[1];
  return name ? [name] : [];
}

function columnsOf(names: string[] = [], model: ObjectModel | undefined): string[] {
  const fieldOf = (name: string): FieldModel | undefined => model?.fields.find((field) => field.column?.name === name);
  return names.map((name) => fieldOf(name)?.name ?? name);
}

/** The database does not say how much fits; the field does. */
function tooLong(paths: string[], model: ObjectModel | undefined): Refusal {
  const limit = model?.fields.find(({ name }) => name === paths[0])?.maxLength;
  if (limit === undefined) return atFields('field.invalid', paths);
  return new Refusal('msg.invalid', { fields: paths.map((path) => ({ path, code: 'field.long', values: { limit } })) });
}

function atFields(code: ProblemCode, paths: string[]): Refusal {
  const fields: Problem[] = (paths.length ? paths : ['']).map((path) => ({ path, code }));
  return new Refusal('msg.invalid', { fields });
}

function isDatabaseError(error: unknown): error is DriverError {
  if (!(error instanceof Error)) return false;
  const { errno, errcode, sqlState } = error as DriverError;
  return isLost(error) || isFull(error) || typeof errcode === 'number' || typeof sqlState === 'string' || (typeof errno === 'number' && errno >= 1000);
}
