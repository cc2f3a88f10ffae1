import { type Html, html } from './escape.ts';

/** Addresses that a page's script asks for. */
export interface Hints {
  scripts: readonly string[];
  styles: readonly string[];
  calls?: readonly string[] | undefined;
}

/**
 * Named in the page's head, they are on their way before its script runs. Scripts have the same addresses as in import-part.ts: if a module once fails to load,
 * even by a preload hint, the browser never imports it again, so they are fetched and no modules yet.
 * @param isLater whether scripts and styles come after what is seen at once
 */
export function hintLinks({ scripts, styles, calls = [] }: Hints, isLater = false): Html {
  const low = isLater && html` fetchpriority="low"`;
  return html`${calls.map((href) => html`<link rel="preload" as="fetch" crossorigin href="${href}">`)}
${styles.map((href) => html`<link rel="preload" as="style" crossorigin href="${href}"${low}>`)}
${scripts.map((href) => html`<link rel="preload" as="fetch" crossorigin href="${href}"${low}>`)}`;
}
