/**
 * Problems in words: the catalogue's text in a language, with the field's label filled in. Server and browser share it,
 * so a warning reads as the refusal will (specification sections 5 and 8). Pure.
 */
import type { FieldModel, Lang, ObjectModel } from '#codegen/model.ts';
import { fill, type Problem, type ProblemCode, type Values } from './problem.ts';

/** locales/{lang}/messages.json: flat, code → template */
export type Messages = Record<string, string>;

/** The field at a problem's path ('contract/0/start' → start inside contract), or undefined. */
export function fieldAt(fields: FieldModel[], path: string): FieldModel | undefined {
  let found: FieldModel | undefined;
  let level: FieldModel[] | undefined = fields;
  for (const part of path.split('/')) {
    if (/^\d+$/.test(part)) continue;
    found = level?.find((field) => field.name === part);
    if (!found) return undefined;
    level = found.fields;
  }
  return found;
}

/** 'Contract 1, start' in the language: the labels along the path, rows counted from one. */
export function labelAt(model: ObjectModel, path: string, lang: Lang): string {
  const labels: string[] = [];
  let level: FieldModel[] | undefined = model.fields;
  for (const part of path.split('/')) {
    if (/^\d+$/.test(part)) {
      labels.push(labels.length ? `${labels.pop()} ${Number(part) + 1}` : part);
      continue;
    }
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === part);
    labels.push(field?.label[lang] ?? part);
    level = field?.fields;
  }
  return labels.join(lang === 'tw' ? '：' : ': ');
}

/** One problem's sentence; without a model the bare path serves as the label. */
export function sentence(problem: Problem, messages: Messages, lang: Lang, model?: ObjectModel): string {
  const label = problem.path && model ? labelAt(model, problem.path, lang) : problem.path;
  return text(problem.code, messages, { label, ...problem.values });
}

/** The catalogue's text of a code. */
export function text(code: ProblemCode, messages: Messages, values: Values = {}): string {
  return fill(messages[code] ?? code, values);
}
