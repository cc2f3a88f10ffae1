/** Names of fields as the page shows them, for sentences about a field. Pure. */

import { applicantPaths } from '#application/enrolment/rules/enrolment.ts';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import { groupsOf } from './values.ts';

/** The label of a path, such as 'Director: Biography'. */
export function pathLabel(model: ObjectModel, path: string, lang: Lang): string {
  const known = applicantPaths(model).find((open) => path === open || path.startsWith(`${open}/`)) ?? path;
  const [group] = groupsOf([known], model);
  const [place] = group?.places ?? [];
  if (!place) return path;
  return group?.owner ? `${group.owner.label[lang]}${language[lang].colon}${place.field.label[lang]}` : place.field.label[lang];
}
