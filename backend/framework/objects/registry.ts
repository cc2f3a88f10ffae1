/**
 * The registry: the objects of this installation, read from `schemas/` and `locales/` and watched. A file that does not load or lint is
 * quarantined with its findings; the version of that object that was good before goes on working, and the others are untouched.
 */
import { createHash } from 'node:crypto';
import type { Finding } from '#codegen/lint/finding.ts';
import { type Folders, readFiles } from '#codegen/load/read-files.ts';
import { watchFolders } from '#codegen/load/watch.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import type { Derived } from '#codegen/pipeline.ts';
import { canonical } from '#codegen/schema-node.ts';
import type { OwnRole } from '#rules/accounts/own-roles.ts';
import { type Caches, deriveCached, lastGood, rememberGood } from './derive.ts';
import { layRoles } from './lay-roles.ts';
import { layOverlay, noOverlay, type Overlay, overlayMark } from './overlay.ts';
import { type CompiledValidator, Validators } from './validators.ts';

export type { RawError } from '#rules/records/validation.ts';
export type { CompiledValidator } from './validators.ts';

export interface Quarantined {
  file: string;
  findings: Finding[];
  /** the file is sound: its table waits for a plan, which says so to people */
  isSound?: true;
}
/** What a reload changed; `quarantine` is true when only, or also, the list of quarantined files did. */
export interface Change {
  added: string[];
  changed: string[];
  removed: string[];
  quarantine: boolean;
}
export interface RegistryOptions extends Folders, Caches {
  watch?: boolean;
  /** looks at the files' stamps, too, where the system gives no notice; somebody else does otherwise */
  polls?: boolean;
  /** roles of the house's own making, asked for with each reload and laid over the access of every object */
  ownRoles?: () => Promise<OwnRole[]>;
  /** what the database says beside the files, asked for with each reload */
  overlay?: () => Promise<Overlay>;
  log?: (message: string) => void;
  /**
   * Asked before each reload takes effect (not at the first load), changed or not: name → reason for those objects that cannot change now, for example because
   * their table needs a person's decision. They keep their previous version and stand in quarantine with that reason, as sound files.
   */
  accept?: (next: ObjectEntry[], previous: ObjectEntry[]) => Promise<ReadonlyMap<string, string>>;
}
export interface Registry {
  /** by menu order, then name */
  objects(): ObjectEntry[];
  get<O extends string>(name: O): ObjectEntry<O> | undefined;
  quarantined(): Quarantined[];
  /** what lint would rather have otherwise, of files that work */
  warnings(): Finding[];
  /** as they are laid over the objects */
  ownRoles(): OwnRole[];
  /** as it is laid over the files */
  overlay(): Overlay;
  /** When the reloads are over that have begun: what is served until then is older than what they read. */
  settled(): Promise<void>;
  /** changes with any object, label, code list or role */
  version(): string;
  /** Compiled once per version of the object. Throws for a name that is not there: callers have looked it up. */
  validator(name: string): Promise<CompiledValidator>;
  /** Listeners are awaited one after the other; returns the way to stop listening. */
  onChange(listener: (change: Change) => void | Promise<void>): () => void;
  /** Reads the folders again now; resolves when listeners have run. */
  reload(): Promise<Change>;
  close(): void;
}

export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const log = options.log ?? (() => undefined);
  const validators = new Validators(options);
  const listeners = new Set<(change: Change) => void | Promise<void>>();
  const goodTexts = new Map<string, string>();
  let current: State = { bases: new Map(), entries: new Map(), own: [], overlay: noOverlay, quarantined: [], warnings: [], version: '' };

  async function read(isFirst: boolean): Promise<State> {
    const overlay = (await options.overlay?.()) ?? noOverlay;
    const derived = await deriveCached(layOverlay(await readFiles(options), overlay), options, goodTexts, isFirst);
    let own = (await options.ownRoles?.()) ?? [];
    const bases = new Map(derived.entries.map((entry) => [entry.model.name, entry]));
    const quarantined = quarantineOf(derived);
    for (const name of derived.broken) {
      const known = current.bases.get(name) ?? (isFirst ? await lastGood(options.cacheDir, name) : undefined);
      if (known) bases.set(name, known);
    }
    if (!isFirst && options.accept) {
      await askFirst(bases, own, quarantined, options.accept);
      // A table that took a new name, or a column, took the grants along.
      own = (await options.ownRoles?.()) ?? [];
    }
    const sorted = new Map([...layRoles(bases, own)].sort(([a, one], [b, two]) => one.model.entity.order - two.model.entity.order || (a < b ? -1 : 1)));
    const version = createHash('sha256');
    for (const [name, { model }] of sorted) version.update(`${name}:${model.hash}\n`);
    if (own.length) version.update(canonical(own));
    if (overlay.lists.length + overlay.fields.length + overlay.options.length) version.update(overlayMark(overlay));
    return { bases, entries: sorted, own, overlay, quarantined, warnings: derived.warnings, version: version.digest('hex').slice(0, 16) };
  }

  async function askFirst(
    bases: Map<string, ObjectEntry>,
    own: OwnRole[],
    quarantined: Quarantined[],
    accept: NonNullable<RegistryOptions['accept']>,
  ): Promise<void> {
    const refused = await accept([...layRoles(bases, own).values()], [...current.entries.values()]);
    for (const [name, message] of refused) {
      const previous = current.bases.get(name);
      if (previous) bases.set(name, previous);
      else bases.delete(name);
      const file = `schemas/${name}.json`;
      quarantined.push({ file, isSound: true, findings: [{ file, field: '', keyword: '', level: 'error', message: `${file}: ${message}`, should: '' }] });
    }
  }

  async function swap(next: State): Promise<Change> {
    const previous = current;
    current = next;
    const isOtherwiseGiven = canonical(previous.own) !== canonical(next.own);
    const change: Change = {
      added: [...next.entries.keys()].filter((name) => !previous.entries.has(name)),
      changed: [...next.entries.values()].flatMap(({ model }) => {
        const before = previous.entries.get(model.name);
        return before && (before.model.hash !== model.hash || (isOtherwiseGiven && canonical(before.model.access) !== canonical(model.access)))
          ? [model.name]
          : [];
      }),
      removed: [...previous.entries.keys()].filter((name) => !next.entries.has(name)),
      quarantine: canonical(next.quarantined) !== canonical(previous.quarantined),
    };
    if (change.added.length + change.changed.length + change.removed.length > 0 || change.quarantine) {
      if (change.quarantine) for (const { findings } of next.quarantined) for (const { message } of findings) log(message);
      for (const listener of [...listeners]) await listener(change);
    }
    return change;
  }

  current = await read(true);
  for (const { findings } of current.quarantined) for (const { message } of findings) log(message);
  void rememberGood(options.cacheDir, [...current.bases.values()]);

  // One reload at a time: a change seen during one starts another after it.
  let running: Promise<Change> = Promise.resolve({ added: [], changed: [], removed: [], quarantine: false });
  const reload = (): Promise<Change> => {
    running = running
      .catch(() => undefined)
      .then(async () => {
        const change = await swap(await read(false));
        void rememberGood(options.cacheDir, [...current.bases.values()]);
        return change;
      });
    return running;
  };
  const stop = options.watch
    ? watchFolders(options, () => reload().catch((error: unknown) => log(`schemas could not be read: ${String(error)}`)), { polls: options.polls ?? true })
    : () => undefined;

  return {
    objects: () => [...current.entries.values()],
    get: <O extends string>(name: O) => current.entries.get(name) as ObjectEntry<O> | undefined, // filed under its own name
    quarantined: () => current.quarantined,
    warnings: () => current.warnings,
    ownRoles: () => current.own,
    overlay: () => current.overlay,
    version: () => current.version,
    validator: (name) => {
      const entry = current.entries.get(name);
      return entry ? validators.of(entry) : Promise.reject(new Error(`no object ${name}`));
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
    settled: () =>
      running.then(
        () => undefined,
        () => undefined,
      ),
    close: () => {
      stop();
      listeners.clear();
    },
  };
}

interface State {
  /** as the files say */
  bases: Map<string, ObjectEntry>;
  /** with the house's roles */
  own: OwnRole[];
  overlay: Overlay;
  entries: Map<string, ObjectEntry>;
  quarantined: Quarantined[];
  warnings: Finding[];
  version: string;
}

function quarantineOf(derived: Derived): Quarantined[] {
  const files = [...new Set(derived.errors.map(({ file }) => file))].sort();
  return files.map((file) => ({ file, findings: derived.errors.filter((finding) => finding.file === file) }));
}
