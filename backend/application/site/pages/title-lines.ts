/** Where a title breaks. */
import { type Html, html } from '#framework/html/escape.ts';

/** A Chinese title breaks between its parts and not inside a word: 第 15 屆 | 紀錄片提案大會 | 線上觀影 */
export function inLines(title: string): Html {
  return html`${title.split(/(?<=[屆：，、－—｜]|大會(?![：，、－—｜]))/).map((part, index) => (index > 0 ? html`<span><wbr>${part}</span>` : html`<span>${part}</span>`))}`;
}
