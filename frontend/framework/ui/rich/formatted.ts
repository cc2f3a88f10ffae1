/** What the editor of formatted text can show: the tags that staff write, each as a node or a mark; read from HTML and written as HTML. */
import { type Attrs, DOMParser, DOMSerializer, type Node, Schema, type TagParseRule } from 'prosemirror-model';

const levels = [2, 3, 4, 5, 6];

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { level: { default: 2 } },
      // The page's own title is h1.
      parseDOM: [{ tag: 'h1', attrs: { level: 2 } }, ...levels.map((level): TagParseRule => ({ tag: `h${level}`, attrs: { level } }))],
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    blockquote: { group: 'block', content: 'block+', defining: true, parseDOM: [{ tag: 'blockquote' }], toDOM: () => ['blockquote', 0] },
    bullet_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    ordered_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    code_block: {
      group: 'block',
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', 0],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    text: { group: 'inline' },
    hard_break: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { href: {} },
      parseDOM: [{ tag: 'a[href]', getAttrs: linkOf }],
      // As links are stored.
      toDOM: ({ attrs }) => ['a', { href: attrs.href, target: '_blank', rel: 'noopener noreferrer' }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    strike: { parseDOM: [{ tag: 's' }], toDOM: () => ['s', 0] },
    sub: { parseDOM: [{ tag: 'sub' }], toDOM: () => ['sub', 0] },
    sup: { parseDOM: [{ tag: 'sup' }], toDOM: () => ['sup', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
});

/** Addresses of pages, mailboxes and places of this site; a browser reads an address without the blanks in it. */
function linkOf(element: HTMLElement): Attrs | false {
  const href = element.getAttribute('href') ?? '';
  const read = href.replace(/\s|\p{Cc}/gu, '');
  return /^(?:https?:|mailto:)/i.test(read) || !/^(?:$|[a-z][a-z\d+.-]*:|\/\/)/i.test(read) ? { href } : false;
}

/** What is copied from a document is bold by its style, in a 'b' that is not: tags say it instead. Styles are read as text, for the page's policy forbids them. */
export function tidyPasted(html: string): string {
  const styled = html.replace(/<[^>]*>/g, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ' data-style'));
  const { body } = new globalThis.DOMParser().parseFromString(styled, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = element.dataset.style ?? '';
    const weight = /font-weight:\s*(bold(?:er)?|[6-9]00)?/i.exec(style);
    const tags = [weight?.[1] && 'strong', /font-style:\s*italic/i.test(style) && 'em'].filter((tag) => typeof tag === 'string');
    for (const tag of tags) {
      const inner = document.createElement(tag);
      inner.append(...element.childNodes);
      element.append(inner);
    }
    if (weight && /^(?:b|strong)$/.test(element.localName)) element.replaceWith(...element.childNodes);
  }
  return body.innerHTML;
}

export function readHtml(html: string): Node {
  return DOMParser.fromSchema(schema).parse(new globalThis.DOMParser().parseFromString(html, 'text/html').body);
}

/** HTML with a line for each block, to be read and compared; '' where nothing is written. Empty lines at the ends go, others are a paragraph with a break. */
export function writeHtml(doc: Node): string {
  const body = document.createElement('div');
  body.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  // An entry that is one line is a line: only what has several paragraphs needs them.
  for (const entry of body.querySelectorAll('li')) {
    const [first, second] = entry.children;
    if (first?.localName === 'p' && second?.localName !== 'p') first.replaceWith(...first.childNodes);
  }
  const isBlank = (block: Element | null) => block?.localName === 'p' && block.childNodes.length === 0;
  while (isBlank(body.firstElementChild)) body.firstElementChild?.remove();
  while (isBlank(body.lastElementChild)) body.lastElementChild?.remove();
  for (const line of body.querySelectorAll('p:empty')) line.append(document.createElement('br'));
  return [...body.children].map((block) => block.outerHTML).join('\n');
}
