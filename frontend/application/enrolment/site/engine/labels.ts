/** Names of fields as the page shows them, for sentences about a field. Pure. */

import { applicantPaths } from '#application/enrolment/rules/enrolment.ts';
import type { EnrolmentFacts } from '#application/site/wire.ts';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { labelled } from '#rules/words/language.ts';
import type { EnrolTexts } from '../texts.ts';
import { groupsOf } from './values.ts';

/** Who changed it last: a name, or the organisers; '' where it was nobody but the reader, in another place. */
export function whoChanged({ changedBy }: EnrolmentFacts, path: string, { keep }: EnrolTexts): string {
  const name = changedBy?.[path];
  return name === '' ? keep.organisers : (name ?? '');
}

/** The label of a path, such as 'Director: Biography'. */
export function pathLabel(model: ObjectModel, path: string, lang: Lang): string {
  const known = applicantPaths(model).find((open) => path === open || path.startsWith(`${open}/`)) ?? path;
  const [group] = groupsOf([known], model);
  const [place] = group?.places ?? [];
  if (!place) return path;
  return group?.owner ? labelled(group.owner.label[lang], place.field.label[lang], lang) : place.field.label[lang];
}
