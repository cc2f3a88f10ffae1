/** Sanitised HTML as text on one line, for descriptions. Written into a page it is escaped like any text. */
export function plainText(sanitised: string): string {
  return sanitised
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(br|p|li|h\d|div|td|tr|ul|ol|blockquote)\b/i.test(tag) ? ' ' : ''))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
