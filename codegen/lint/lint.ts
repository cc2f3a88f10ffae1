/**
 * Lint: what a schema file says wrongly. An error quarantines the file, a warning is shown on the system page. The rules stand in
 * codegen/lint-*.ts; each finding's message names file, field and keyword and ends with what would be right. Pure.
 */

import { stepsOf } from '#rules/records/field-path.ts';
import { knownRoles } from '../describe/describe-object.ts';
import { makeAjv } from '../emit/ajv.ts';
import type { Loaded } from '../load/load.ts';
import type { ObjectEntry } from '../model.ts';
import { type Answers, Asked } from './asked.ts';
import type { Finding, KnownNames, Lintable, Report } from './finding.ts';
import { lintAutomations } from './lint-automations.ts';
import { lintConditions } from './lint-conditions.ts';
import { lintExpressions } from './lint-expressions.ts';
import { lintFields } from './lint-fields.ts';
import { lintGrammar } from './lint-grammar.ts';
import { lintObject } from './lint-object.ts';
import { lintPatterns } from './lint-patterns.ts';
import { lintPromises } from './lint-promises.ts';
import { lintRelations } from './lint-relations.ts';
import { lintReminders } from './lint-reminders.ts';
import { lintWhole } from './lint-whole.ts';

/** What the checks of an object found that is no error, and what they had asked of the others. */
export interface Checked {
  answers: Answers;
  warnings: Finding[];
}

export interface LintOptions {
  /** names that the application gives; without them they are not asked for */
  known?: KnownNames;
  /** hears which file is next */
  tell?: (file: string) => void;
  /** what is known of an object that is as it was: it is checked again only where the others give other answers */
  earlier?: (name: string) => Checked | undefined;
  /** hears of each object without an error */
  sound?: (name: string, checked: Checked) => void;
}

/** `entries` are `describe`d from `loaded.objects`; an object without one has failed there and is passed over. Findings are sorted by file and field. */
export function lint(loaded: Loaded, entries: readonly ObjectEntry[], options: LintOptions = {}): Finding[] {
  const { known, tell = () => undefined, earlier = () => undefined, sound = () => undefined } = options;
  const findings: Finding[] = [];
  const asked = new Asked(entries, loaded.context.names);
  const context = { ...loaded.context, names: asked.names };
  const entryOf = new Map(entries.map((entry) => [entry.model.name, entry]));
  const roles = known && knownRoles(loaded.context.codes, known.roles);
  const ajv = makeAjv({ logger: false, messages: true, validateSchema: false, code: { optimize: false } });
  for (const object of loaded.objects) {
    const entry = entryOf.get(object.name);
    if (!entry) continue;
    tell(object.file);
    const before = earlier(object.name);
    if (before && asked.isSame(before.answers)) {
      findings.push(...before.warnings);
      sound(object.name, before);
      continue;
    }
    asked.begin();
    const own = new Map<string, Finding>();
    const report: Report = (field, keyword, wrong, should, level = 'error', at = []) => {
      const place = [field && `field "${stepsOf(field).join('.')}"`, keyword && `keyword "${keyword}"`].filter(Boolean).join(', ');
      const message = `${object.file}${place ? `: ${place}` : ''}: ${wrong}; ${should}`;
      if (!own.has(message)) own.set(message, { file: object.file, field, keyword, level, message, should, ...(at.length > 0 && { at }) });
    };
    const lintable: Lintable = { loaded: object, entry, context, others: asked.others, roles, known, ajv, report };
    try {
      checkObject(lintable, () => [...own.values()].some(({ level }) => level === 'error'));
    } catch (error) {
      report('', '', `it cannot be checked (${error instanceof Error ? error.message : String(error)})`, 'it should be shorter or simpler');
    }
    const found = [...own.values()];
    findings.push(...found);
    if (found.every(({ level }) => level === 'warning')) sound(object.name, { answers: asked.answers, warnings: found });
  }
  return findings.sort((a, b) => compare(a.file, b.file) || compare(a.field, b.field) || compare(a.message, b.message));
}

function checkObject(it: Lintable, isWrong: () => boolean): void {
  lintGrammar(it);
  // A file that is not in the language would only repeat itself in the other rules.
  if (isWrong()) return;
  for (const rule of [lintFields, lintObject, lintConditions, lintRelations, lintPatterns, lintPromises, lintReminders, lintExpressions, lintAutomations])
    rule(it);
  if (!isWrong()) lintWhole(it);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
