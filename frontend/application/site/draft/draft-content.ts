/** What of an enrolment is typed, and how two devices' words about it meet. Pure. */

import type { EnrolmentFacts } from '#application/site/wire.ts';
import type { Content } from '#client/typing/edits.ts';
import type { JsonValue, Row } from '#codegen/model.ts';

/** Why nothing is sent at present; the edits stay stored. */
export type Halt =
  | 'signin' // the session has ended
  | 'closed' // the window is not open
  | 'locked' // it was submitted or withdrawn, here or elsewhere
  | 'gone'; // there is no such enrolment of this person

export const draftContent: Content<EnrolmentFacts> = {
  values: ({ values }) => values,
  join: (known, came) => (came.ver < known.ver ? known : came),
  halt: ({ mayEdit, status }): Halt | undefined => (mayEdit ? undefined : status === 'draft' ? 'closed' : 'locked'),
  /** Lists of files: one device takes one away while an upload adds another; both hold. */
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
