/** Files that one device takes away while another adds some. Pure. */

import { type Edits, sameContent, valueAtPath } from '#application/enrolment/rules/merge.ts';
import type { JsonValue, Row } from '#codegen/model.ts';

/** Lists of files: one device takes one away while an upload adds another; both hold. */
export function mergedLists(edits: Edits, server: Row): Edits {
  const next = { ...edits };
  for (const [path, edit] of Object.entries(edits)) {
    const stands = valueAtPath(server, path);
    if (sameContent(stands, edit.from) || !isFiles(stands) || !isFiles(edit.from) || !isFiles(edit.value) || !(stands.length + edit.from.length)) continue;
    const [were, are] = [new Set(edit.from.map(linkOf)), new Set(edit.value.map(linkOf))];
    const there = new Set(stands.map(linkOf));
    const value = [
      ...stands.filter((file) => are.has(linkOf(file)) || !were.has(linkOf(file))),
      ...edit.value.filter((file) => !were.has(linkOf(file)) && !there.has(linkOf(file))),
    ];
    next[path] = { value, from: stands, sent: [] };
  }
  return next;
}

function isFiles(value: JsonValue | undefined): value is Row[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry) && 'link' in entry);
}

const linkOf = (file: Row): string => String(file.link);
