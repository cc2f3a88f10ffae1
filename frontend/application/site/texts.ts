/** The page's texts in its language. A page is in one language from its first byte; another language is another visit. */
import type { Lang } from '#codegen/model.ts';
import { pageLang } from './facts.ts';

/** Of one file in both languages: `useTexts({ tw, en })`. */
export function useTexts<T>(both: Record<Lang, T>): T {
  return both[pageLang()];
}

/** '{left} tries left' with its values. */
export { fill } from '#rules/problem.ts';
