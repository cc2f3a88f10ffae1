import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** RJSF's index names its test registry, which wants Ajv; Ajv compiles by eval, which the content security policy forbids. It is never called. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  resolveId: (id) => (id === '@rjsf/validator-ajv8' ? '\0without-ajv' : null),
  load: (id) => (id === '\0without-ajv' ? 'export default {};' : null),
};

/**
 * The public site's texts come in the page's language alone: a module names both, and the build gives it the one that the page was
 * written in, under either name. The server names that file in the page, so that it comes with the scripts.
 */
const oneLanguage: Plugin = {
  name: 'one-language',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) => {
    // A module that chooses by itself is given what it chose.
    if (kind === 'dynamic-import') return null;
    const file = /^#locales\/(?:tw|en)\/(site-[\w-]+\.json)$/.exec(id)?.[1];
    return file ? `\0words:${file}.js` : null;
  },
  load: (id) => {
    const file = /^\0words:(.*)\.js$/.exec(id)?.[1];
    if (!file) return null;
    const words = (lang: string) => `import(${JSON.stringify(here(`locales/${lang}/${file}`))})`;
    return `export default (await (document.documentElement.lang === 'en' ? ${words('en')} : ${words('tw')})).default;`;
  },
};

/** What stands in for React in the public site's scripts. */
const small: Record<string, string> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};
/**
 * React's own 68 kB would leave a form's page over its 110: the build gives the public site Preact under React's names, 8 kB.
 * It is written and typed as React, developed on React, and tested in a browser on this build. The back office has React itself.
 */
const smallReact: Plugin = {
  name: 'small-react',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    const substitute = importer && /\/frontend\/(pages\/(?:campaign|viewing)|upload)\//.test(importer) ? small[id] : undefined;
    return substitute ? this.resolve(substitute, importer) : null;
  },
};

/**
 * Two entries that share nothing but tokens: the public site never loads react-admin, MUI or the form engine.
 * Aliases come from package.json "imports". Chunks are cut so that the back office's first list stays small:
 * the form engine and the icons of rarely opened screens come with the screen that needs them.
 */
export default defineConfig({
  root: here('frontend'),
  base: '/',
  plugins: [smallReact, react(), withoutAjv, oneLanguage],
  // Rules and texts live beside the frontend's room.
  server: { fs: { allow: [here('.')] } },
  build: {
    outDir: here('dist/public'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The strict content security policy allows no inline module, so nothing is inlined as a data: script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { erp: here('frontend/erp.html'), site: here('frontend/site.html'), viewing: here('frontend/viewing.html') },
    },
  },
});
