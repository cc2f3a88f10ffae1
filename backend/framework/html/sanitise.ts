/** HTML that staff wrote, as it may be shown (safety section 11): known tags, links to http, https and mail, own pictures; no style, no script. */
import sanitizeHtml from 'sanitize-html';

const tags = 'p br b strong i em u s sub sup ul ol li h2 h3 h4 h5 h6 blockquote code pre hr table thead tbody tr th td a span div img'.split(' ');
/** A cache of sanitised messages; a site has a dozen. */
const most = 200;
const cache = new Map<string, string>();

/** The text without markup that is not allowed; the content of scripts and styles goes, that of unknown tags stays. */
export function sanitise(text: string): string {
  if (text === '') return '';
  const known = cache.get(text);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(text, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      '*': ['class', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    // Pictures come from the product's own store.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/get\/files\/[\w.-]+(\?w=\d+)?$/.test(attribs.src ?? ''),
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
