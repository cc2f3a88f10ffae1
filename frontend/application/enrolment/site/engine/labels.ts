/** Fields by their names on the page, for sentences about them. Pure. */

import { applicantPaths } from '#application/enrolment/rules/enrolment.ts';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import { groupsOf } from './values.ts';

/** 'Director: Biography' of a path, for a sentence about a field. */
export function pathLabel(model: ObjectModel, path: string, lang: Lang): string {
  const known = applicantPaths(model).find((open) => path === open || path.startsWith(`${open}/`)) ?? path;
  const [group] = groupsOf([known], model);
  const [place] = group?.places ?? [];
  if (!place) return path;
  return group?.owner ? `${group.owner.label[lang]}${language[lang].colon}${place.field.label[lang]}` : place.field.label[lang];
}
