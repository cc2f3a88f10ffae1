/** The editable part of an enrolment, and how edits of two devices are merged. Pure. */

import type { EnrolmentFacts } from '#application/site/wire.ts';
import type { Content } from '#client/typing/edits.ts';
import type { JsonValue, Row } from '#codegen/model.ts';

/** Why nothing is sent at the moment; the edits stay stored. */
export type Halt =
  | 'signin' // the session has ended
  | 'closed' // the window is not open
  | 'locked' // it was submitted or withdrawn, on this or another device
  | 'gone'; // this person has no such enrolment

export const draftContent: Content<EnrolmentFacts> = {
  values: ({ values }) => values,
  // Who changed what is told once, and asked for later.
  join: (known, came) => (came.ver < known.ver ? known : { changedBy: known.changedBy, ...came }),
  halt: ({ mayEdit, status }): Halt | undefined => (mayEdit ? undefined : status === 'draft' ? 'closed' : 'locked'),
  /** Lists of files: where one device removes a file and an upload adds another, both changes apply. */
  merge({ from, value }, theirs) {
    if (!isFiles(theirs) || !isFiles(from) || !isFiles(value) || !(theirs.length + from.length)) return undefined;
    const [were, are] = [new Set(from.map(linkOf)), new Set(value.map(linkOf))];
    const there = new Set(theirs.map(linkOf));
    return [
      ...theirs.filter((file) => are.has(linkOf(file)) || !were.has(linkOf(file))),
      ...value.filter((file) => !were.has(linkOf(file)) && !there.has(linkOf(file))),
    ];
  },
};

function isFiles(value: JsonValue | undefined): value is Row[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry) && 'link' in entry);
}

const linkOf = (file: Row): string => String(file.link);
