/**
 * Lint: what a schema file says wrongly. An error quarantines the file, a warning is shown on the system page. The rules stand in
 * codegen/lint-*.ts; each finding's message names file, field and keyword and ends with what would be right. Pure.
 */
import { makeAjv } from './ajv.ts';
import { knownRoles } from './describe-object.ts';
import type { Finding, Lintable, Report } from './finding.ts';
import { lintConditions } from './lint-conditions.ts';
import { lintFields } from './lint-fields.ts';
import { lintGrammar } from './lint-grammar.ts';
import { lintObject } from './lint-object.ts';
import { lintRelations } from './lint-relations.ts';
import { lintWhole } from './lint-whole.ts';
import type { Loaded } from './load.ts';
import type { ObjectEntry } from './model.ts';

/** `entries` are `describe`d from `loaded.objects`, in the same order. Findings are sorted by file and field. */
export function lint(loaded: Loaded, entries: readonly ObjectEntry[]): Finding[] {
  const findings: Finding[] = [];
  const others = new Map(entries.map((entry) => [entry.model.name, entry]));
  const roles = knownRoles(loaded.context.codes);
  const ajv = makeAjv({ logger: false, messages: true, validateSchema: false });
  loaded.objects.forEach((object, index) => {
    const entry = entries[index];
    if (!entry) return;
    const report: Report = (field, keyword, wrong, should, level = 'error') => {
      const place = [field && `field "${field}"`, keyword && `keyword "${keyword}"`].filter(Boolean).join(', ');
      const message = `${object.file}${place ? `: ${place}` : ''}: ${wrong}; ${should}`;
      if (!findings.some((finding) => finding.message === message)) findings.push({ file: object.file, field, keyword, level, message, should });
    };
    const lintable: Lintable = { loaded: object, entry, context: loaded.context, others, roles, ajv, report };
    const before = findings.length;
    lintGrammar(lintable);
    const isWrong = (): boolean => findings.slice(before).some(({ level }) => level === 'error');
    // A file that is not in the language would only repeat itself in the other rules.
    if (isWrong()) return;
    for (const rule of [lintFields, lintObject, lintConditions, lintRelations]) rule(lintable);
    if (!isWrong()) lintWhole(lintable);
  });
  return findings.sort((a, b) => compare(a.file, b.file) || compare(a.field, b.field) || compare(a.message, b.message));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
