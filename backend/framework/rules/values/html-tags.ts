/** What formatted text that staff write may consist of (safety section 11): the same when it is sanitised, previewed and edited. Pure. */

/** Tags that the editor of formatted text shows as they will look. */
export const formattedTags: readonly string[] = 'p br strong b em i u s sub sup ul ol li h2 h3 h4 h5 h6 blockquote code pre hr a'.split(' ');
/** Those, and what is written as HTML only. */
export const htmlTags: readonly string[] = [...formattedTags, ...'table thead tbody tr th td span div img'.split(' ')];

/** Pictures come from the product's own store. */
export function isOwnPicture(src: string): boolean {
  return /^\/get\/files\/[\w.-]+(\?w=\d+)?$/.test(src);
}
