/**
 * HTML shown without handing it to the page: it is parsed into an inert document, and only known tags are made again as elements. Scripts, styles, event
 * attributes and foreign schemes have no way through (safety 11).
 */
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { htmlTags, isOwnPicture } from '#rules/values/html-tags.ts';

const allowed: ReadonlySet<string> = new Set(htmlTags);
/** Their content is no text for readers. */
const dropped: ReadonlySet<string> = new Set('script style template iframe object embed noscript head title svg math textarea select'.split(' '));

export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
}

function childrenOf(node: Node): ReactNode {
  // Nodes of one parse have no identity of their own: their place is the key
  // biome-ignore lint/suspicious/noArrayIndexKey: the tree is built whole each time
  return [...node.childNodes].map((child, i) => <Fragment key={i}>{built(child)}</Fragment>);
}

function built(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (dropped.has(tag)) return null;
  if (!allowed.has(tag)) return childrenOf(node);
  if (tag === 'img') return pictureOf(node);
  const attributes = tag === 'a' ? linkAttributes(node.getAttribute('href')) : {};
  // only href, target and rel, or nothing
  return tag === 'br' || tag === 'hr' ? createElement(tag) : createElement(tag, attributes as Record<string, string>, childrenOf(node));
}

function pictureOf(node: Element): ReactNode {
  const src = node.getAttribute('src') ?? '';
  return isOwnPicture(src) ? <img src={src} alt={node.getAttribute('alt') ?? ''} style={{ maxWidth: '100%' }} /> : null;
}

function linkAttributes(href: string | null) {
  return href && /^(https?:\/\/|mailto:)/i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
}
