import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The oldest browsers, of package.json's browserslist: 'safari >= 15.4' → 'safari15.4'. Scripts are lowered to them, styles too; what no build can lower is found by tests/house/browsers.test.ts. */
const floor = packageJson.browserslist.map((line) => line.replace('ios_saf', 'ios').replace(' >= ', ''));

/**
 * The public site's texts come in the page's language alone: a module names both, and the build gives it the one that the page was
 * written in, under either name. It was fetched before (`loadWords`), and the server names it in the page, so that it comes with the scripts.
 */
const oneLanguage: Plugin = {
  name: 'one-language',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => {
    const file = /^#locales\/(?:tw|en)\/(site-[\w-]+)\.json$/.exec(id)?.[1];
    return file ? `\0words:${file}.js` : null;
  },
  load: (id) => {
    const file = /^\0words:(.*)\.js$/.exec(id)?.[1];
    if (!file) return null;
    return `import { wordsOfFile } from ${JSON.stringify(here('frontend/application/site/words.ts'))}; export default wordsOfFile(${JSON.stringify(file)});`;
  },
};

/** A dynamic import that failed cannot be tried again: the build's helper around each gives way to one that fetches the files first. */
const importPart: Plugin = {
  name: 'import-part',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? here('frontend/framework/ui/import-part.ts') : null),
};

/**
 * The public site shares React with the back office, and tokens; it never loads react-admin, MUI or the form engine.
 * Aliases come from package.json "imports". Chunks are cut so that the back office's first list stays small:
 * the form engine and the icons of rarely opened screens come with the screen that needs them.
 */
export default defineConfig({
  root: here('frontend'),
  base: '/',
  plugins: [importPart, react(), oneLanguage],
  // Rules and texts live beside the frontend's room.
  server: { fs: { allow: [here('.')] } },
  build: {
    outDir: here('dist/public'),
    emptyOutDir: true,
    manifest: true,
    target: floor,
    // The strict content security policy allows no inline module, so nothing is inlined as a data: script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // The public pages are the application's; without it the back office stands alone.
      input: Object.fromEntries(['erp', 'site', 'viewing'].map((name) => [name, here(`frontend/${name}.html`)]).filter(([, file]) => existsSync(String(file)))),
    },
  },
});
