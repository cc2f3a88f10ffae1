/** The words of the page in its language. They are fetched before the part that says them, so that no module waits within itself: one that fails there can never be fetched again. */
import { chain } from '#rules/words/language.ts';
import { pageLang } from './facts.ts';

const files = import.meta.glob<{ default: object }>('../../../locales/*/site-{account,enrol,my,selection}.json');
const known = new Map<string, object>();

/** Fetches the files that are not there yet. */
export async function loadWords(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      if (known.has(name)) return;
      const file = await chain[pageLang()].map((lang) => files[`../../../locales/${lang}/${name}.json`]).find(Boolean)?.();
      if (file) known.set(name, file.default);
    }),
  );
}

/** A file of words that was fetched: what a language does not say, the build has filled in from the next (`completeWords` in vite.config.ts). */
export function wordsOf<T extends object>(name: string): T {
  const words = known.get(name);
  if (!words) throw new Error(`the words of ${name} were not fetched before the part that says them`);
  return words as T; // the file's own shape, proven by a test
}
