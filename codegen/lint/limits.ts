/**
 * How much one schema file may ask for. A file beyond a limit is quarantined with what to do; the others go on. The numbers stand in
 * docs/schema-reference.md too (a test compares them). Pure.
 */
import type { JsonSchema } from '../model.ts';
import { schemasIn } from '../schema-node.ts';

/** Characters of one file: an object of this size has thousands of fields, and each of them is a box to fill in. */
export const longestFile = 1_000_000;
/** Brackets one inside another; a nested object or list takes two or three of them. Databases stop reading JSON at 32 levels. */
export const deepestFile = 64;
/** Fields of one object, nested ones and those of its shared shapes included, each counted once. */
export const mostFields = 5_000;
/** Columns of one table: InnoDB takes 1,017, SQLite 2,000, and the framework's own need some. */
export const mostColumns = 900;
/** Fields of one object once its shared shapes are written out where they are used; past it they stay shared. */
export const mostWrittenOut = 2_000;
/** Levels to which shapes are written out; past it they stay shared. */
export const deepestWrittenOut = 12;
/** Shapes of one object that stay shared: a value goes at most that deep without coming back, and so does what compiles it. */
export const mostShared = 100;
/** A shape of at most this many fields is written out where it is used, in a large object too. */
export const smallShape = 60;
/** Characters of everything that is derived from one file: what each open page is sent. */
export const longestModel = 12_000_000;

/** What is wrong with a file's text before it is parsed; undefined where nothing is. */
export function beyondText(text: string): string | undefined {
  if (text.length > longestFile)
    return `too large: ${text.length} characters, at most ${longestFile}; it should be several objects that refer to one another by x-relation`;
  const depth = nesting(text);
  return depth > deepestFile ? tooDeep(depth) : undefined;
}

/** What is wrong with an object's whole schema, parts included; undefined where nothing is. */
export function beyondFields(schema: JsonSchema): string | undefined {
  let count = 0;
  for (const node of schemasIn(schema)) count += Object.keys(node.properties ?? {}).length;
  return count > mostFields
    ? `too large: ${count} fields, at most ${mostFields}; it should be several objects that refer to one another by x-relation, or a shape in "definitions" that is used by $ref`
    : undefined;
}

/** What is wrong with shapes that hold one another; undefined where nothing is. */
export function beyondShapes(count: number): string | undefined {
  return count > mostShared
    ? `too deep: ${count} shapes hold one another, at most ${mostShared}; some of them should be objects of their own, which x-relation refers to`
    : undefined;
}

/** What is wrong with the number of columns; undefined where nothing is. */
export function beyondColumns(count: number): { wrong: string; should: string } | undefined {
  return count > mostColumns
    ? {
        wrong: `too large: ${count} columns, at most ${mostColumns}`,
        should: 'fields that belong together should stand in a nested object, which is one column',
      }
    : undefined;
}

/** What is wrong with what was derived; undefined where nothing is. */
export function beyondModel(length: number): string | undefined {
  return length > longestModel
    ? `too large: ${length} characters once it is described, at most ${longestModel}; long lists of options should be code lists of fewer fields, or it should be several objects`
    : undefined;
}

function tooDeep(depth: number): string {
  return `too deep: ${depth} brackets one inside another, at most ${deepestFile}; inner shapes should be "definitions" that are used by $ref, or objects of their own, which x-relation refers to`;
}

/** The deepest nesting of brackets outside of strings; needs no stack and no valid JSON. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (isText) {
      if (mark === '\\') at += 1;
      else if (mark === '"') isText = false;
    } else if (mark === '"') isText = true;
    else if (mark === '{' || mark === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (mark === '}' || mark === ']') depth -= 1;
  }
  return deepest;
}
