/** Values inside a row by their path of names and row numbers. Pure. */

import type { JsonValue, Row } from '#codegen/model.ts';
import { nameOf, stepOf } from '#rules/records/field-path.ts';
import { isObject, ownValue } from '#rules/records/record.ts';

export type Path = readonly (string | number)[];

/** 'contract/0/start': as problems name it. */
export function spelled(path: Path): string {
  return path.map((step) => stepOf(String(step))).join('/');
}

/** The names along a problem's path. */
export function unspelled(path: string): string[] {
  return path.split('/').map(nameOf);
}

export function valueIn(row: JsonValue | undefined, path: Path): JsonValue | undefined {
  let value = row;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else value = isObject(value) ? ownValue(value, String(part)) : undefined;
  }
  return value;
}

/** A copy of the row with one value replaced; what lies beside the path is shared with the original. */
export function withValue(row: Row, path: Path, value: JsonValue): Row {
  return replaced(row, path, value) as Row; // a path of at least one name leaves the outermost an object
}

function replaced(target: JsonValue | undefined, path: Path, value: JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (Array.isArray(target)) return target.map((entry, i) => (i === Number(part) ? replaced(entry, rest, value) : entry));
  const object = isObject(target) ? target : {};
  return { ...object, [part]: replaced(ownValue(object, String(part)), rest, value) };
}
