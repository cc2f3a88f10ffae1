/** Texts of the locales filled in, on both sides and on pages that load nothing else. Pure. */

/**
 * Fills {name} placeholders; an unknown one stays visible. A text in polyglot's two forms, `{count} row |||| {count} rows`, is given in the first of them
 * where the first number that it names is 1 (decision 053).
 */
export function fill(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return fillTokens(formOf(template, values), /\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Puts a value where each token is. One space comes where a Chinese character and a Latin letter or digit meet there, as the texts themselves have it:
 * '第{rank}位' is filled as '第 3 位', '沒有{name}' as '沒有 Color sets' and '沒有影片'.
 */
export function fillTokens(template: string, token: RegExp, given: (whole: string, name: string) => string): string {
  let filled = '';
  let end = 0;
  for (const found of template.matchAll(token)) {
    filled = join(join(filled, template.slice(end, found.index)), given(found[0], found[1] ?? ''));
    end = found.index + found[0].length;
  }
  return join(filled, template.slice(end));
}

/** A Chinese character beside a Latin letter or digit, whichever is first. */
const meeting = /[㐀-鿿][A-Za-z0-9À-ɏ]|[A-Za-z0-9À-ɏ][㐀-鿿]/;

function join(left: string, right: string): string {
  return meeting.test(left.slice(-1) + right.slice(0, 1)) ? `${left} ${right}` : left + right;
}

function formOf(template: string, values: Readonly<Record<string, unknown>>): string {
  if (!template.includes('||||')) return template;
  const count = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => String(values[name])).find((value) => /^\d+$/.test(value));
  return (template.split('||||')[count === '1' ? 0 : 1] ?? template).trim();
}
