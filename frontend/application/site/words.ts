/** The words of the page in its language. They are fetched before the part that says them, so that no module waits within itself: one that fails there can never be fetched again. */
import { pageLang } from './facts.ts';

const files = import.meta.glob<{ default: object }>('../../../locales/*/site-{account,enrol,my,selection}.json');
const known = new Map<string, object>();

/** Fetches the files that are not there yet. */
export async function loadWords(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      if (known.has(name)) return;
      const file = await files[`../../../locales/${pageLang()}/${name}.json`]?.();
      if (file) known.set(name, file.default);
    }),
  );
}

/** What the build puts in the place of a words file: see `oneLanguage` in vite.config.ts. */
export function wordsOfFile(name: string): object {
  const words = known.get(name);
  if (!words) throw new Error(`the words of ${name} were not fetched before the part that says them`);
  return words;
}
