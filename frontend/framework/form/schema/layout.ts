/**
 * The layout of fields: tabs → sections → fields, and the sidebar, as the object model says, without hidden fields, and with the fields that no tab names in
 * a last section, so that nothing is unreachable. Pure.
 */

import type { FormTab, ObjectModel, Text } from '#codegen/model.ts';
import { nameOf } from '#rules/records/field-path.ts';
import { inAll } from '#rules/words/language.ts';

export interface Layout {
  tabs: FormTab[];
  sidebar: string[];
}

const other: Text = inAll({ tw: '其他', en: 'Other' });
const general: Text = inAll({ tw: '內容', en: 'Content' });

/** `shown` are the names of the top-level fields that stand on the screen now. */
export function layoutOf(model: ObjectModel, shown: ReadonlySet<string>): Layout {
  const sidebar = model.form.sidebar.filter((name) => shown.has(name));
  const placed = new Set([...model.form.sidebar, ...model.form.tabs.flatMap((tab) => tab.sections.flatMap((section) => section.fields))]);
  const rest = model.fields.map((field) => field.name).filter((name) => shown.has(name) && !placed.has(name));
  const tabs = model.form.tabs
    .map((tab) => ({ ...tab, sections: tab.sections.map((section) => ({ ...section, fields: section.fields.filter((name) => shown.has(name)) })) }))
    .map((tab) => ({ ...tab, sections: tab.sections.filter((section) => section.fields.length > 0) }))
    .filter((tab) => tab.sections.length > 0);
  if (rest.length === 0) return { tabs, sidebar };
  if (tabs.length === 0) return { tabs: [{ key: 'general', label: general, sections: [{ key: 'general', label: inAll({}), fields: rest }] }], sidebar };
  const last = tabs[tabs.length - 1] as FormTab; // there is at least one tab here
  const section = { key: 'other', label: other, fields: rest };
  return { tabs: [...tabs.slice(0, -1), { ...last, sections: [...last.sections, section] }], sidebar };
}

/** The tab with the field of a problem; undefined for the sidebar and for the record as a whole. */
export function tabOf(layout: Layout, path: string): FormTab | undefined {
  const name = nameOf(path.split('/')[0] ?? '');
  return layout.tabs.find((tab) => tab.sections.some((section) => section.fields.some((field) => field === name)));
}

/** tab key → how many problems it holds */
export function countByTab(layout: Layout, problems: readonly { path: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const problem of problems) {
    const tab = tabOf(layout, problem.path);
    if (tab) counts[tab.key] = (counts[tab.key] ?? 0) + 1;
  }
  return counts;
}
