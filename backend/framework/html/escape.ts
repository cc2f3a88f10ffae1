/** HTML text in which every value is escaped: what goes in unescaped has to be Html already. */

/** Text that is HTML. Made by `html`, and by `trusted` of what was checked elsewhere. */
export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

type Part = Html | string | number | undefined | null | false | readonly Part[];

/** html`<p title="${title}">${text}</p>`: strings and numbers are escaped, lists joined, undefined, null and false left out. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((whole, text, index) => `${whole}${written(parts[index - 1])}${text}`));
}

/** HTML from a sanitiser, or JSON of `jsonText`. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** For a <script type="application/json">: nothing in it can end the element. */
export function jsonText(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'));
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

function written(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(written).join('');
}
