/** The page's texts in its language. A page is in one language from its first byte; another language is another visit. */

/** '{left} tries left' with its values. */
export { fill } from '#rules/words/problem.ts';
