/** The page's texts in its language. A page has one language; choosing another loads another page. */

/** '{left} tries left' with its values. */
export { fill } from '#rules/words/fill.ts';
