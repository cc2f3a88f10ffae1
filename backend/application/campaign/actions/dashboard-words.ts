import type { Lang } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { isObject } from '#rules/records/record.ts';
import { fill } from '#rules/words/fill.ts';

export type Word = (key: string, values?: Record<string, string | number>) => string;

/** Texts of locales/{lang}/desk.json by their path under `desk`, for what the server writes of a campaign. An unknown one stands there by its key. */
export function dashboardWords(tools: Tools, lang: Lang): Word {
  const all = readWords<unknown>(lang, 'desk', tools.config.localesDir);
  return (key, values = {}) => {
    const found = `desk.${key}`.split('.').reduce<unknown>((level, name) => (isObject(level) ? level[name] : undefined), all);
    return typeof found === 'string' ? fill(found, values) : key;
  };
}

/** Options' labels as the schemas name them. */
export function dashboardLabels(tools: Tools, lang: Lang): (field: string, value: string) => string {
  const known = new Map<string, string>();
  for (const object of ['selection', 'enrolment'])
    for (const field of tools.registry.get(object)?.model.fields ?? [])
      for (const option of field.options ?? []) known.set(`${field.name} ${option.value}`, option.label[lang] || String(option.value));
  return (field, value) => known.get(`${field} ${value}`) ?? value;
}
