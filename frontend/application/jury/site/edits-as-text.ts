/** A juror's edits as text to copy or store. Pure. */

import { wordsOf } from './core.ts';
import type { SelectionState } from './selection-state.ts';
import { fill, inPageLanguage, type SelectionTexts, titlesOf } from './texts.ts';

/** One paragraph for each entry with edits; '' for none. */
export function editsAsText({ facts, edits }: Pick<SelectionState, 'facts' | 'edits'>, { rate, list }: SelectionTexts): string {
  const blocks = (facts?.items ?? []).flatMap((item) => {
    const { choice, weight, scores, comment } = wordsOf(item.own, edits[item.enrolment]);
    const rated = facts?.criteria.flatMap(({ key, name }) => (scores[key] ? [`${inPageLanguage(name)} ${scores[key]}`] : [])) ?? [];
    const lines = [choice === 'none' ? '' : rate[choice], weight ? fill(list.weighted, { weight }) : '', ...rated, comment].filter(Boolean);
    return lines.length ? [[`${item.number} ${titlesOf(item)[0]}`, ...lines].join('\n')] : [];
  });
  return blocks.join('\n\n');
}
