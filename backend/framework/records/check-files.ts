import type { JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { type FileRow, findFiles } from '#framework/data/system/files/files.ts';
import { mayReadFile } from '#framework/files/may-read-file.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { type FileField, fileFieldsOf, nameInLink } from '#rules/records/upload.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { RecordTools } from './record-tools.ts';

/**
 * Checks the stored files that a row shows, in its changed fields: they have to exist, be uploaded for this purpose, and be the person's to show. What the
 * server knows of a file (name, size) is written into `next`, whatever the payload claims. Links to other sites pass as they are.
 */
export async function checkFiles(
  tools: RecordTools,
  actor: Actor,
  { model, next, previous, names }: { model: ObjectModel; next: Row; previous: Row | undefined; names: readonly string[] },
): Promise<Problem[]> {
  const fields = fileFieldsOf(model).filter(({ path }) => names.includes(path[0] ?? ''));
  const wanted = fields.flatMap((field) => linksAt(next, field.path, '').map((found) => ({ ...found, field })));
  if (!wanted.length) return [];
  const files = new Map((await findFiles(tools.db, [...new Set(wanted.map(({ name }) => name))])).map((file) => [file.name, file]));
  const existing = new Set(previous ? fileFieldsOf(model).flatMap(({ path }) => linksAt(previous, path, '').map(({ name }) => name)) : []);
  const problems: Problem[] = [];
  for (const { name, at, field } of wanted) {
    const file = files.get(name);
    if (existing.has(name)) continue;
    if (!file || !(await mayReadFile(tools, actor, file))) problems.push({ path: `${at}/link`, code: 'file.none' });
    else if (file.purpose !== field.rule.purpose) problems.push({ path: `${at}/link`, code: 'file.kind', values: { name: file.fileName } });
  }
  if (!problems.length) for (const field of fields) stamp(next, field, files);
  return problems;
}

function stamp(next: Row, { path, field }: FileField, files: ReadonlyMap<string, FileRow>): void {
  const parts = new Set((field.fields ?? []).map(({ name }) => name));
  const known = (row: Row): Row => {
    const file = files.get(nameInLink(row.link) ?? '');
    if (!file) return row;
    const facts: Row = { filepath: `files/${file.name}`, fileName: file.fileName, size: file.size };
    return { ...row, ...Object.fromEntries(Object.entries(facts).filter(([name]) => parts.has(name))) };
  };
  const [first = '', ...rest] = path;
  if (next[first] !== undefined) next[first] = mapped(next[first], rest, known);
}

/** A copy of the value with every attachment at the path replaced. */
function mapped(value: JsonValue, path: readonly string[], change: (row: Row) => Row): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => (path.length || !isObject(entry) ? mapped(entry, path, change) : change(entry)));
  const [name, ...rest] = path;
  if (!isObject(value) || name === undefined || value[name] === undefined) return value;
  return { ...value, [name]: mapped(value[name], rest, change) };
}

/** Stored names of the links in the attachments at the path, each with its place: 'contract/0/attachment/1'. */
function linksAt(value: JsonValue | undefined, path: readonly string[], at: string): { name: string; at: string }[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => linksAt(entry, path, `${at}/${index}`));
  if (!isObject(value)) return [];
  const [next, ...rest] = path;
  if (next !== undefined) return linksAt(value[next], rest, at ? `${at}/${next}` : next);
  const name = nameInLink(value.link);
  return name ? [{ name, at }] : [];
}
