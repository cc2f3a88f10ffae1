/** What one language of a viewing page lacks compared with the other (issue 6, point 1). Pure. */

import { ownSide } from '#application/campaign/rules/two-sides.ts';
import type { Lang, Row, Unchecked } from '#codegen/model.ts';
import type { ViewingPage } from '#generated/objects.ts';
import { defaultLang, languages } from '#rules/words/language.ts';
import { otherLang } from './page-address.ts';
import { type WorkFacts, type WorkKey, worksOf } from './works.ts';

/**
 * 'page': the page does not exist · 'title', 'intro': empty · 'work': not on it · 'name', 'synopsis', 'subtitles': the work has none in the language
 * · 'group': set on the other page only · 'show', 'order', 'window', 'access', 'protect': differ from the other page's.
 */
export type MissingKind =
  | 'page'
  | 'title'
  | 'intro'
  | 'work'
  | 'name'
  | 'synopsis'
  | 'subtitles'
  | 'group'
  | 'show'
  | 'order'
  | 'window'
  | 'access'
  | 'protect';

export interface Missing {
  /** the language in which it is missing */
  lang: Lang;
  kind: MissingKind;
  /** the work, '' for the page itself */
  work: WorkKey | '';
}

export type PagePair = Record<Lang, Unchecked<ViewingPage> | undefined>;

/**
 * In the order in which one would correct them: the page, then work by work. A difference between two languages is reported once, for the one that is
 * not the default.
 */
export function missingInLanguages(pages: PagePair, facts: ReadonlyMap<WorkKey, WorkFacts>): Missing[] {
  return languages.flatMap((lang) => missingIn(lang, pages, facts));
}

function missingIn(lang: Lang, pages: PagePair, facts: ReadonlyMap<WorkKey, WorkFacts>): Missing[] {
  const [own, other] = [pages[lang], pages[otherLang(lang)]];
  if (!own) return other ? [{ lang, kind: 'page', work: '' }] : [];
  const found: Missing[] = [];
  const note = (kind: MissingKind, work: WorkKey | '' = '') => found.push({ lang, kind, work });
  if (!text(own.title)) note('title');
  if (!text(own.intro) && text(other?.intro)) note('intro');
  const [works, others] = [worksOf(own), worksOf(other)];
  const there = new Map(works.map((work) => [work.key, work]));
  for (const { key } of others) if (!there.has(key)) note('work', key);
  for (const { key, show } of works) {
    const work = facts.get(key);
    if (!work) continue;
    if (!ownSide(lang, work.cname, work.ename).trim()) note('name', key);
    if (show.includes('synopsis') && work.synopsis.length > 0 && !work.synopsis.includes(lang)) note('synopsis', key);
    if (show.includes('video') && work.videos > 0 && work.subtitles.length > 0 && !work.subtitles.includes(lang)) note('subtitles', key);
  }
  for (const { key, group } of others) if (group.trim() && there.has(key) && !there.get(key)?.group.trim()) note('group', key);
  if (lang === defaultLang || !other) return found;
  const shared = others.filter(({ key }) => there.has(key));
  for (const { key, show } of shared) if (String(there.get(key)?.show) !== String(show)) note('show', key);
  const sequence = works.filter(({ key }) => shared.some((one) => one.key === key)).map(({ key }) => key);
  if (shared.some(({ key }, index) => sequence[index] !== key)) note('order');
  if (text(own.start) !== text(other.start) || text(own.end) !== text(other.end)) note('window');
  if (text(own.access) !== text(other.access)) note('access');
  const marked = ({ protect, mark }: Row) => protect === true && `marked ${text(mark) || 'name'}`;
  if (marked(own) !== marked(other)) note('protect');
  return found;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.replace(/<[^>]*>|&nbsp;/g, ' ').trim() : '';
}
