import { webAddress } from '#rules/web-address.ts';

/**
 * The address that a person means: 'example.org/map' is a page, 'a@example.org' a mailbox, '/dates' a page of this site. Pure.
 * @returns undefined for what is none, or leads elsewhere than to a page or a mailbox
 */
export function addressOfLink(typed: string): string | undefined {
  const text = typed.trim();
  if (/\s/.test(text) || text === '' || text.startsWith('//')) return undefined;
  if (/^\/(?!\/)/.test(text) || /^#./.test(text)) return text;
  if (/^[^@/:]+@[^@/:]+\.[^@/:.]+$/.test(text)) return `mailto:${text}`;
  const href = /^(?:https?:\/\/|mailto:)/i.test(text) ? text : /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? '' : `https://${text}`;
  const address = webAddress(href);
  if (!address) return undefined;
  return address.protocol === 'mailto:' || address.hostname.includes('.') || address.hostname === 'localhost' ? href : undefined;
}
