/**
 * One version of the schema files among all processes of a database, each of which has folders of its own: what is changed in one folder is noted in the
 * database once it is served there, and written into the others (decision 093). Which side of two that differ is the newer one says what both were when they
 * agreed last; where nobody knows that, a text that was here before is the older one.
 */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#backend/config.ts';
import { readStamps } from '#codegen/load/read-files.ts';
import { lastApplied } from '#framework/data/evolve/journal.ts';
import { lastChange, newestVersions, wasVersion } from '#framework/data/system/schema-files.ts';
import { writeWhole } from '#framework/objects/derive.ts';
import type { Tools } from '#framework/tools.ts';
import { note } from './save-schema.ts';
import { isOf, namesOfAllFiles, readSchemaFiles, textsOf, versionOf, writableState, writeSchemaFiles } from './schema-files.ts';
import type { SchemaFiles } from './wire.ts';

type FollowTools = Pick<Tools, 'db' | 'config' | 'registry' | 'tables' | 'log' | 'now'>;

/** Folders that may not be written to, as in a container's image, are copied into the data folder and worked on there. Where they may, or nobody else is served by them, they stay. */
export async function ownFolders(config: Config): Promise<Config> {
  if (config.databaseUrl.startsWith('sqlite:') || !config.schemasEdit || (await writableState(config)).isWritable) return config;
  const [schemasDir, localesDir] = [join(config.dataDir, 'own', 'schemas'), join(config.dataDir, 'own', 'locales')];
  await rm(join(config.dataDir, 'own'), { recursive: true, force: true });
  await cp(config.schemasDir, schemasDir, { recursive: true });
  await cp(config.localesDir, localesDir, { recursive: true });
  // What was agreed on last was agreed on with a copy that is gone.
  await rm(agreedPath(config), { force: true });
  return { ...config, schemasDir, localesDir };
}

export class SchemaFollower {
  readonly #tools: FollowTools;
  /** object, or part → the version that folder and database had when they agreed */
  #agreed: Map<string, string> | undefined;
  #stamps = '';
  #seen = 0;
  #applied = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(tools: FollowTools) {
    this.#tools = tools;
  }

  /** At a start, before the tables are made: this process begins with what the others serve. */
  async join(): Promise<void> {
    const text = await readFile(agreedPath(this.#tools.config), 'utf8').catch(() => undefined);
    this.#agreed = text === undefined ? undefined : new Map(Object.entries(JSON.parse(text) as Record<string, string>)); // #agree wrote it
    await this.look();
  }

  /** Two small questions where nothing has changed. */
  look(): Promise<void> {
    this.#running = this.#running.catch(() => undefined).then(() => this.#look());
    return this.#running;
  }

  async #look(): Promise<void> {
    const { db, config, tables, registry } = this.#tools;
    const [stamps, seen, applied] = [await readStamps(config), await lastChange(db), await lastApplied(db)];
    if (stamps !== this.#stamps || seen !== this.#seen) await db.alone('schemas', () => this.#agree());
    // A person has taken a waiting plan's steps at another process.
    if (applied !== this.#applied && tables.pending().length) {
      await tables.lookAgain();
      await registry.reload();
    }
    this.#applied = applied;
  }

  async #agree(): Promise<void> {
    const { db, config, registry, log } = this.#tools;
    const stamps = await readStamps(config);
    // What is broken is known by then.
    await registry.reload();
    const seen = await lastChange(db);
    const stored = await newestVersions(db);
    const names = new Set([...(await namesOfAllFiles(config)), ...stored.keys()]);
    const folder = new Map<string, SchemaFiles | undefined>();
    for (const name of names) folder.set(name, await readSchemaFiles(config, name));
    // Something is being written at this moment: the next look finds it whole.
    if ((await readStamps(config)) !== stamps) return;
    const before = this.#agreed;
    const agreed = new Map<string, string>();
    let isTaken = false;
    let isOpen = false;
    for (const name of names) {
      const files = folder.get(name);
      const [here, there] = [versionOf(files), stored.get(name)];
      if (here === (there?.version ?? '')) {
        agreed.set(name, here);
        continue;
      }
      const known = before?.get(name);
      const isEdited = !there || (known === undefined ? here !== '' && !(await wasVersion(db, name, here)) : known !== here && known === there.version);
      if (!isEdited) {
        if (known !== undefined && known !== here) log.warn({ object: name }, 'a schema file was changed here and at another process: the other’s is taken');
        await writeSchemaFiles(config, name, textsOf(there?.files ?? null) ?? null);
        agreed.set(name, there?.version ?? '');
        isTaken = true;
      } else if (registry.quarantined().some(({ file, isSound }) => !isSound && isOf(file, name))) {
        // Not served here, so nowhere else.
        if (known !== undefined) agreed.set(name, known);
        isOpen = true;
      } else {
        await note(this.#tools, '', name, 'found', files ?? null);
        agreed.set(name, here);
      }
    }
    this.#agreed = agreed;
    await writeWhole(agreedPath(config), JSON.stringify(Object.fromEntries(agreed)));
    if (isTaken) await registry.reload();
    // A broken file is looked at again until it is mended.
    this.#stamps = isTaken || isOpen ? '' : stamps;
    this.#seen = isTaken ? seen : await lastChange(db);
  }

  async close(): Promise<void> {
    await this.#running.catch(() => undefined);
  }
}

function agreedPath({ cacheDir }: Pick<Config, 'cacheDir'>): string {
  return join(cacheDir, 'schemas-agreed.json');
}
