import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteFile, existingBases, findFiles, markLooseFiles, namesOfAnnounced, namesOfFiles, namesOfLooseFiles } from '#framework/data/system/files/files.ts';
import type { Tools } from '#framework/tools.ts';
import { isRaster, thumbWidths, typeByName } from '#rules/records/upload.ts';
import { baseOf, discard, thumbName } from './storage.ts';
import { idOfPart } from './uploads/part-files.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { madeNames } from './videos/made-names.ts';

export type FileTools = Pick<Tools, 'db' | 'storage' | 'log' | 'now'>;

/** How long a file that no row shows any more stays stored: for that long a row can be restored from its history or the trash. */
const looseFor = 30 * 86_400_000;
const batch = 500;
/** A file that was announced so long ago and never became whole was cut off; storing a film takes hours at most. */
const announcedFor = 24 * 3_600_000;
/** What is younger may be another process's, which is just storing it; and no two machines' clocks agree. */
const margin = 3_600_000;

/**
 * Removes what an upload left behind that was cut off (the process was killed, the machine went down), and files that no row has shown
 * for 30 days. `before`: only what is older than this instant; an hour ago, so that uploads under way are left alone, whose process ever they are.
 */
export async function sweepFiles(tools: FileTools, before = Date.now() - margin): Promise<{ removed: number }> {
  const removed = (await sweepIncoming(tools, before)) + (await sweepUploads(tools, before)) + (await sweepOrphans(tools, before)) + (await sweepLoose(tools));
  if (removed) tools.log.info({ removed }, 'files swept');
  return { removed };
}

/** Files without a row and rows without a file: what the invariants check looks at. Both are empty when all is well. */
export async function compareFiles(tools: FileTools): Promise<{ orphans: string[]; missing: string[] }> {
  const orphans: string[] = [];
  for await (const names of listed(tools, Number.POSITIVE_INFINITY)) orphans.push(...(await withoutRow(tools, names)));
  const missing: string[] = [];
  for (let names = await namesOfFiles(tools.db, '', batch); names.length; names = await namesOfFiles(tools.db, names.at(-1) ?? '', batch)) {
    for (const name of names) if (!(await tools.storage.stat(name))) missing.push(name);
  }
  return { orphans, missing };
}

/** Removes a file, its thumbnails and what was made of it from the store. */
export async function removeStored({ storage }: Pick<FileTools, 'storage'>, name: string): Promise<void> {
  await storage.remove(name);
  if (typeByName(name)?.startsWith('video/')) for (const made of madeNames(name)) await storage.remove(made);
  if (isRaster(typeByName(name) ?? '')) for (const width of thumbWidths) await storage.remove(thumbName(name, width));
}

async function sweepIncoming({ storage }: FileTools, before: number): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(storage.incoming)) {
    if (idOfPart(entry) !== undefined) continue; // an upload that may be resumed
    const path = join(storage.incoming, entry);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.mtimeMs >= before) continue;
    await discard(path);
    removed += 1;
  }
  return removed;
}

async function sweepOrphans(tools: FileTools, before: number): Promise<number> {
  let removed = 0;
  for await (const names of listed(tools, before)) {
    for (const name of await withoutRow(tools, names)) {
      await tools.storage.remove(name);
      removed += 1;
    }
  }
  return removed;
}

async function sweepLoose(tools: FileTools): Promise<number> {
  const now = tools.now().getTime();
  await markLooseFiles(tools.db, now);
  const cutOff = await namesOfAnnounced(tools.db, now - announcedFor, batch);
  const names = [...cutOff, ...(await namesOfLooseFiles(tools.db, now - looseFor, batch))];
  const files = await findFiles(tools.db, names);
  for (const { name } of files) {
    // The row first: a file without a row is swept the next time, a row without a file would be a broken link.
    await deleteFile(tools.db, name);
    await removeStored(tools, name);
  }
  return files.length;
}

/** The store's names in batches. */
async function* listed({ storage }: FileTools, before: number): AsyncIterable<string[]> {
  let names: string[] = [];
  for await (const { name, at } of storage.list()) {
    if (at >= before) continue;
    names.push(name);
    if (names.length === batch) {
      yield names;
      names = [];
    }
  }
  if (names.length) yield names;
}

async function withoutRow({ db }: FileTools, names: string[]): Promise<string[]> {
  const existing = await existingBases(db, [...new Set(names.map((name) => baseOf(name) ?? ''))]);
  return names.filter((name) => !existing.has(baseOf(name) ?? ''));
}
