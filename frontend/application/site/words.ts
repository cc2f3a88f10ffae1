/**
 * The texts of the page in its language. They are fetched before the part that uses them, because a module whose own import fails can never be loaded
 * again.
 */
import { chain } from '#rules/words/language.ts';
import { pageLang } from './facts.ts';

const files = import.meta.glob<{ default: object }>('../../../locales/*/site-{account,enrol,my,selection}.json');
const known = new Map<string, object>();

/** Fetches the files that are not loaded yet. */
export async function loadWords(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      if (known.has(name)) return;
      const file = await chain[pageLang()].map((lang) => files[`../../../locales/${lang}/${name}.json`]).find(Boolean)?.();
      if (file) known.set(name, file.default);
    }),
  );
}

/** A locale file that was fetched. The build has filled in missing texts from the other language (`completeWords` in vite.config.ts). */
export function wordsOf<T extends object>(name: string): T {
  const words = known.get(name);
  if (!words) throw new Error(`the words of ${name} were not fetched before the part that says them`);
  return words as T; // a test proves that the file has this shape
}
