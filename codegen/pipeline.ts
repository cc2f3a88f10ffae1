/** The whole pipeline: texts → entries and findings. Any fault of one file affects only that file. Pure. */
import { createHash } from 'node:crypto';
import { asJson } from './adapt/as-json.ts';
import { setApart } from './adapt/whole-record.ts';
import { describe as describeObject } from './describe/describe.ts';
import { languages } from './languages.ts';
import type { Finding } from './lint/finding.ts';
import { type Checked, type LintOptions, lint } from './lint/lint.ts';
import { type Loaded, type LoadedObject, loadFrom, objectName } from './load/load.ts';
import type { ObjectEntry } from './model.ts';

export interface Derived {
  /** objects without an error */
  entries: ObjectEntry[];
  errors: Finding[];
  warnings: Finding[];
  /** names of objects that a file declares but that do not work */
  broken: string[];
  /** of objects without an error, by name: what the next run need not find out again */
  checked: Record<string, Checked & { key: string }>;
}

/** Why a file is not even read: it has ended a thread. */
export interface Refused {
  limit: NonNullable<Finding['limit']>;
  reason: string;
}

export interface PipelineOptions extends LintOptions {
  refused?: ReadonlyMap<string, Refused>;
  /** what an earlier run of this same code found: an object is described and checked anew only where something has changed that this was found out from */
  before?: Pick<Derived, 'entries' | 'checked'> | undefined;
}

/** Derives everything from an installation's files. Never throws for what a file says. */
export function derive(files: ReadonlyMap<string, string>, options: PipelineOptions = {}): Derived {
  const { refused = new Map<string, Refused>(), tell = () => undefined, before } = options;
  const found = loadFrom(new Map([...files].filter(([file]) => !refused.has(file))), tell);
  const loaded = { ...found, objects: found.objects.map(setApart) };
  // Others may go on naming an object that is broken now.
  for (const file of refused.keys()) loaded.context.names.add(objectName(file) ?? '');
  const errors = [...loaded.errors, ...[...refused].map(([file, { reason, limit }]) => ({ file, message: `${file}: ${reason}`, limit }))].map(asFinding);
  const keys = keysOf(loaded, options);
  const earlier = (name: string) => (before?.checked[name]?.key === keys.get(name) ? before?.checked[name] : undefined);
  const entries = loaded.objects.flatMap((object) => {
    tell(object.file);
    const known = earlier(object.name) && before?.entries.find(({ model }) => model.name === object.name);
    if (known) return [known];
    try {
      return [describeObject(object, loaded.context)];
    } catch (error) {
      errors.push(asFinding({ file: object.file, message: `${object.file}: ${error instanceof Error ? error.message : String(error)}` }));
      return [];
    }
  });
  const checked: Derived['checked'] = {};
  const sound = (name: string, found: Checked): void => {
    checked[name] = { ...found, key: keys.get(name) ?? '' };
  };
  const findings = adapted(loaded, entries, lint(loaded, entries, { ...options, earlier, sound }), options);
  errors.push(...findings.filter(({ level }) => level === 'error'));
  const bad = new Set(errors.map(({ file }) => file));
  return {
    entries: entries.filter(({ model }) => !bad.has(`schemas/${model.name}.json`)),
    errors,
    warnings: findings.filter(({ level }) => level === 'warning'),
    broken: [...bad].flatMap((file) => objectName(file) ?? []),
    checked,
  };
}

/** A hash of each object as it was loaded, and of all that every object is read with. */
function keysOf({ objects, context: { codes, parts } }: Loaded, { known }: LintOptions): Map<string, string> {
  const hash = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const shared = hash([...codes], [...parts], languages, known);
  return new Map(objects.map((object) => [object.name, hash(shared, object)]));
}

/** Rounds in which a file may be taken otherwise than it is written: each shows what the last one hid. */
const mostRounds = 12;

/**
 * What the lint refuses in words of the standard is taken as JSON, with a warning (decision 071). `entries` has the object as it is taken afterwards. The findings of
 * an object that stays refused are those of the file as it was written.
 */
function adapted(loaded: Loaded, entries: ObjectEntry[], findings: Finding[], options: PipelineOptions): Finding[] {
  let all = findings;
  for (const object of loaded.objects) {
    const own = all.filter(({ file }) => file === object.file);
    if (!own.some(({ level }) => level === 'error')) continue;
    options.tell?.(object.file);
    const taken = taking(object, own, loaded, entries, options);
    if (!taken) continue;
    const at = entries.findIndex(({ model }) => model.name === object.name);
    entries.splice(at, at < 0 ? 0 : 1, taken.entry);
    all = [...all.filter(({ file }) => file !== object.file), ...taken.findings];
  }
  return all;
}

function taking(first: LoadedObject, found: readonly Finding[], loaded: Loaded, entries: readonly ObjectEntry[], options: PipelineOptions) {
  let object = first;
  let findings = [...found];
  const warnings = new Map<string, Finding>();
  for (let round = 0; round < mostRounds; round++) {
    const next = asJson(
      object,
      findings.filter(({ level }) => level === 'error'),
      first.together?.root ?? first.schema,
    );
    if (!next) return undefined;
    object = next.loaded;
    for (const warning of next.warnings) warnings.set(warning.message, warning);
    try {
      const entry = describeObject(object, loaded.context);
      const others = entries.filter(({ model }) => model.name !== object.name);
      findings = lint({ ...loaded, objects: [object] }, [...others, entry], options);
      if (findings.every(({ level }) => level !== 'error')) return { entry, findings: [...warnings.values(), ...findings] };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function asFinding(found: Pick<Finding, 'file' | 'message' | 'limit' | 'line' | 'column'>): Finding {
  return { ...found, field: '', keyword: '', level: 'error', should: '' };
}
