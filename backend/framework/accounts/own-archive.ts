/** What is held about somebody who signs in, as one ZIP: the JSON of `own-data.ts` and the content of the files that its rows show, streamed. */

import type { JsonValue } from '#codegen/model.ts';
import { mostZipped, type ZipPart, zipStream } from '#framework/export/zip-stream.ts';
import { type ReadableFile, readFile } from '#framework/files/read-file.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { accountObject } from '#rules/accounts/realm.ts';
import { isObject } from '#rules/records/record.ts';
import { nameInLink, withoutTurns } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { OwnData } from './own-data.ts';

/** Bytes of files in one archive: what is left of a ZIP's most is more than any JSON. */
const mostOfFiles = mostZipped - 500_000_000;

interface Held {
  object: string;
  id: string;
  /** of the row; what lies in it has the same */
  field: string;
  name: string;
}

/** Where a file stands that the rows show: in the archive, or why it is not. */
interface Listed extends Held {
  fileName?: string;
  size?: number;
  path?: string;
  leftOut?: 'missing' | 'size';
}

/**
 * The archive, piece by piece. Files are those that the person may read; one that is not there any more, or would be too much, is listed as left out.
 * `signal` ends the reading from the store.
 */
export function ownArchive(tools: Tools, actor: Actor, data: OwnData, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  return zipStream(partsOf(tools, actor, data, signal));
}

async function* partsOf(tools: Tools, actor: Actor, data: OwnData, signal: AbortSignal): AsyncGenerator<ZipPart> {
  const listed: Listed[] = [];
  const paths = new Set<string>();
  let size = 0;
  for (const held of heldFiles(actor, data)) {
    const found = await orMissing(readFile(tools, [actor], held.name));
    const file = { ...held, ...(found && { fileName: found.file.fileName, size: found.size }) };
    const isTooMuch = found !== undefined && size + found.size > mostOfFiles;
    const bytes = found && !isTooMuch ? await orMissing(found.open(undefined, signal)) : undefined;
    if (!found || !bytes) {
      listed.push({ ...file, leftOut: isTooMuch ? 'size' : 'missing' });
      continue;
    }
    size += found.size;
    const path = freePath(paths, held, found);
    listed.push({ ...file, path });
    yield { path, isPacked: false, bytes };
  }
  const text = JSON.stringify({ ...data, files: listed }, null, 2);
  yield { path: 'my-data.json', isPacked: true, bytes: [new TextEncoder().encode(`${text}\n`)] };
}

/** Each stored file once, where a row shows it first. */
function heldFiles(actor: Actor, { account, rows }: OwnData): Held[] {
  const own = [
    [accountObject(actor.realm), account.row] as const,
    ...Object.entries(rows).flatMap(([object, all]) => all.map(({ row }) => [object, row] as const)),
  ];
  const found = new Map<string, Held>();
  for (const [object, row] of own)
    for (const [field, value] of Object.entries(row))
      for (const name of namesIn(value)) if (!found.has(name)) found.set(name, { object, id: String(row.id ?? ''), field, name });
  return [...found.values()];
}

function namesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  const name = nameInLink(value.link);
  return name === undefined ? Object.values(value).flatMap(namesIn) : [name];
}

/** By object, row and the file's own name; a second of one name is numbered. */
function freePath(taken: Set<string>, { object, id }: Held, { file }: ReadableFile): string {
  const plain = (name: string) =>
    withoutTurns(name)
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      .replace(/^\.+/, '_');
  const at = (number: number) => `files/${object}/${plain(id)}/${number > 1 ? `${number}-` : ''}${plain(file.fileName)}`;
  let number = 1;
  while (taken.has(at(number).toLowerCase())) number += 1;
  taken.add(at(number).toLowerCase());
  return at(number);
}

async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'msg.notfound') return undefined;
    throw error;
  }
}
