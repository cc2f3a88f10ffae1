/** Texts of the locales filled in, on both sides and on pages that load nothing else. Pure. */

/**
 * Fills {name} placeholders; an unknown one stays visible. A text in polyglot's two forms, `{count} row |||| {count} rows`, is given in the first of them
 * where the first number that it names is 1 (decision 053).
 */
export function fill(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return formOf(template, values).replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

function formOf(template: string, values: Readonly<Record<string, unknown>>): string {
  if (!template.includes('||||')) return template;
  const count = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => String(values[name])).find((value) => /^\d+$/.test(value));
  return (template.split('||||')[count === '1' ? 0 : 1] ?? template).trim();
}
