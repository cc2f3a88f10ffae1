/**
 * Replaces Vite's own helper around each dynamic import in the build (vite.config.ts): the files are fetched first and imported then. A browser remembers a
 * module that it could not fetch and never asks for it again until the page is reloaded, so an import that fails cannot be retried; a fetch can. The fetched
 * file is in the browser's cache, where the import finds it.
 */

/** Fetches the module's files, `files` below the root, then imports it. The name is the one that the build calls. */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  // A module without dependencies is named in its import only.
  const own = /\bimport\(\s*[`'"]\.\/([^`'"]+)/.exec(String(load))?.[1];
  const all = new Set([...files, ...(own ? [`assets/${own}`] : [])]);
  await Promise.all([...all].map((file) => (file.endsWith('.css') ? linkStyle(`/${file}`) : fetchFile(`/${file}`))));
  return load();
}

const fetched = new Map<string, Promise<void>>();

/** Has the browser keep a script of ours. @throws where it does not come; then it may be asked for again */
export function fetchFile(address: string): Promise<void> {
  const known = fetched.get(address) ?? (isHere(address) ? Promise.resolve() : fetchOnce(address));
  fetched.set(address, known);
  known.catch(() => fetched.delete(address));
  return known;
}

/** The page itself or an import brought it, whole: the browser imports the module that it has. */
function isHere(address: string): boolean {
  const entries = performance.getEntriesByName(new URL(address, location.href).href, 'resource') as PerformanceResourceTiming[];
  const isWhole = entries.some(({ responseStatus }) => responseStatus === 200);
  // The import reads what a hint brought from the cache; once the page stands, a call takes it from where hints are held, or the browser calls it unused.
  if (isWhole && isHinted(address)) setTimeout(() => void fetch(address).catch(() => undefined), 1_000);
  return isWhole;
}

function isHinted(address: string): boolean {
  return document.querySelector(`link[rel="preload"][as="fetch"][href="${CSS.escape(address)}"]`) !== null;
}

async function fetchOnce(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  await answer.arrayBuffer(); // cached once it was read
}

function linkStyle(address: string): Promise<void> {
  const known = fetched.get(address) ?? linkOnce(address);
  fetched.set(address, known);
  known.catch(() => fetched.delete(address));
  return known;
}

function linkOnce(address: string): Promise<void> {
  // One that the server wrote into the page.
  if (document.querySelector(`style[data-href="${CSS.escape(address)}"]`)) return Promise.resolve();
  const before = [...document.querySelectorAll<HTMLLinkElement>('link[as="style"], link[rel="stylesheet"]')].find(
    (one) => one.getAttribute('href') === address,
  );
  // One that the server named and that came has its rules by now; scripts wait for the styles above them.
  if (before?.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} did not come`));
    };
    // In the place that the server gave it: the page's own style, further down, has the last word.
    if (before) before.replaceWith(link);
    else document.head.append(link);
  });
}
