/** The whole pipeline: texts → entries and findings. Any fault of one file affects only that file. Pure. */
import { describe as describeObject } from './describe/describe.ts';
import type { Finding } from './lint/finding.ts';
import { type LintOptions, lint } from './lint/lint.ts';
import { loadFrom, objectName } from './load/load.ts';
import type { ObjectEntry } from './model.ts';

export interface Derived {
  /** objects without an error */
  entries: ObjectEntry[];
  errors: Finding[];
  warnings: Finding[];
  /** names of objects that a file declares but that do not work */
  broken: string[];
}

/** Why a file is not even read: it has ended a thread. */
export interface Refused {
  limit: NonNullable<Finding['limit']>;
  reason: string;
}

export interface PipelineOptions extends LintOptions {
  refused?: ReadonlyMap<string, Refused>;
}

/** Derives everything from an installation's files. Never throws for what a file says. */
export function derive(files: ReadonlyMap<string, string>, options: PipelineOptions = {}): Derived {
  const { refused = new Map<string, Refused>(), tell = () => undefined } = options;
  const loaded = loadFrom(new Map([...files].filter(([file]) => !refused.has(file))), tell);
  // Others may go on naming an object that is broken now.
  for (const file of refused.keys()) loaded.context.names.add(objectName(file) ?? '');
  const errors = [...loaded.errors, ...[...refused].map(([file, { reason, limit }]) => ({ file, message: `${file}: ${reason}`, limit }))].map(asFinding);
  const entries = loaded.objects.flatMap((object) => {
    tell(object.file);
    try {
      return [describeObject(object, loaded.context)];
    } catch (error) {
      errors.push(asFinding({ file: object.file, message: `${object.file}: ${error instanceof Error ? error.message : String(error)}` }));
      return [];
    }
  });
  const findings = lint(loaded, entries, options);
  errors.push(...findings.filter(({ level }) => level === 'error'));
  const bad = new Set(errors.map(({ file }) => file));
  return {
    entries: entries.filter(({ model }) => !bad.has(`schemas/${model.name}.json`)),
    errors,
    warnings: findings.filter(({ level }) => level === 'warning'),
    broken: [...bad].flatMap((file) => objectName(file) ?? []),
  };
}

function asFinding(found: Pick<Finding, 'file' | 'message' | 'limit'>): Finding {
  return { ...found, field: '', keyword: '', level: 'error', should: '' };
}
