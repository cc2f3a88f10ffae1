/** HTML that staff wrote, as it may be shown (safety section 11): known tags, links to http, https and mail, own pictures; no style, no script. */
import sanitizeHtml from 'sanitize-html';
import { htmlTags, isOwnPicture } from '#rules/values/html-tags.ts';

/** A cache of sanitised messages; a site has a dozen. */
const most = 200;
const cache = new Map<string, string>();

/** The text without markup that is not allowed; the content of scripts and styles goes, that of unknown tags stays. */
export function sanitise(text: string): string {
  if (text === '') return '';
  const known = cache.get(text);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(text, {
    allowedTags: [...htmlTags],
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      '*': ['class', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
    transformTags: {
      a: (tagName, { href = '', lang, class: name }) => ({
        tagName,
        attribs: { ...(href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}), ...(lang ? { lang } : {}), ...(name ? { class: name } : {}) },
      }),
    },
    nestingLimit: 20,
  }).trim();
  if (cache.size >= most) cache.clear();
  cache.set(text, clean);
  return clean;
}
