/** What the editor of formatted text cannot show, so that it must not open it: it would write the text without. */
import { formattedTags } from '#rules/values/html-tags.ts';

const shown: ReadonlySet<string> = new Set(formattedTags);
/** Attributes of a link that every page writes by itself. */
const ofLink: ReadonlySet<string> = new Set(['href', 'target', 'rel']);

/** @returns names of tags and attributes, each once, in their order; empty: the editor shows all of it */
export function beyondEditor(html: string): string[] {
  if (!html.includes('<')) return [];
  const found = new Set<string>();
  const { head, body } = new DOMParser().parseFromString(html, 'text/html');
  for (const { localName } of head.children) found.add(`<${localName}>`);
  for (const element of body.querySelectorAll('*')) {
    const { localName, parentElement } = element;
    const isList = localName === 'ul' || localName === 'ol';
    const isEntry = localName === 'li';
    if (!shown.has(localName)) found.add(`<${localName}>`);
    if (isEntry !== (parentElement?.localName === 'ul' || parentElement?.localName === 'ol'))
      found.add(`<${isEntry ? 'li' : (parentElement?.localName ?? '')}>`);
    if (parentElement?.localName === 'pre') found.add('<pre>');
    if (isList && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())) found.add(`<${localName}>`);
    for (const { name } of element.attributes) if (localName !== 'a' || !ofLink.has(name)) found.add(name);
  }
  return [...found];
}
