/** docs/schema-reference.md as data: each keyword of its tables with the examples that it is shown by, so that a test drops every one of them in. */
import { readFileSync } from 'node:fs';
import type { JsonValue } from '#codegen/model.ts';

export interface ReferenceRow {
  keyword: string;
  /** what its row shows as JSON: each a value that a schema file may say */
  examples: JsonValue[];
}

const text = readFileSync(new URL('../../../docs/schema-reference.md', import.meta.url), 'utf8');

/** The rows of a section's tables. @throws SyntaxError for an example that looks like JSON and is none */
export function readReference(section: string): ReferenceRow[] {
  const lines = sectionOf(section).split('\n');
  return lines.flatMap((line) => {
    // A bar inside an example is no end of a cell.
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const keywords = spans(cells[1] ?? '').filter((span) => /^x-\w+$/.test(span));
    return keywords.map((keyword) => ({
      keyword,
      examples: spans(cells[2] ?? '')
        .filter(isExample)
        .map((span) => JSON.parse(span) as JsonValue),
    })); // JSON by its grammar
  });
}

/** Everything that stands as code in the section, keywords among it. */
export function namesIn(section: string): string[] {
  return spans(sectionOf(section)).flatMap((span) => span.match(/[\w$-]+/g) ?? []);
}

/** What stands between one heading and the next. */
function sectionOf(section: string): string {
  const found = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  if (!found) throw new Error(`docs/schema-reference.md has no section ${section}`);
  return found;
}

function spans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
}

function isExample(span: string): boolean {
  return /^("|\[\]$|[[{] ?["[{]|true$|false$|-?\d+$)/.test(span);
}
